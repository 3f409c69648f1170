"""The demo handbook with the real embedding and index: what is measured there may not get worse unseen."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from bot.domain.decisions import Outcome, Reason
from bot.domain.documents import Reader
from bot.domain.exchanges import Exchange
from bot.evals.cases import load as load_cases
from bot.evals.grade import Column
from bot.evals.runner import Row, columns, run
from bot.ingest.report import IngestReport
from bot.ingest.sync import sync
from bot.settings import load
from bot.wiring import Services, open_library, open_services
from tests.e2e.world import seen
from tests.samples import question

HANDBOOK = Path(__file__).parents[2] / "scripts/demo_handbook"
TODAY = date(2026, 11, 30)
COVERAGE = 0.70  # of the answerable questions, at the least

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Shelf:
    """A copy of the documents, and a home with their index."""

    home: Path
    documents: Path

    async def ingest(self) -> IngestReport:
        async with open_library(load(environ={"SAYWHY_HOME": str(self.home)})) as library:
            return await sync(
                [self.documents], library.writer, library.embedder, clock=library.clock,
                tenant=load(environ={}).tenant,
            )  # fmt: skip

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Services]:
        async with open_services(load(environ={"SAYWHY_HOME": str(self.home)}), offline_model=True) as services:
            yield services

    async def ask(self, text: str, **changes: object) -> Exchange:
        async with self.open() as services:
            asked = question(text=text, today=TODAY, tenant=load(environ={}).tenant, reader=Reader(), **changes)
            return await services.assistant.answer(asked)


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder = tmp_path_factory.mktemp("handbook")
    shutil.copytree(HANDBOOK / "documents", folder / "documents")
    made = Shelf(folder / "home", folder / "documents")
    report = asyncio.run(made.ingest())
    assert report.added >= 40 and report.removed == report.changed == 0
    assert not [entry for entry in report.reported if not entry.indexed]
    return made


@pytest.fixture
def own(shelf: Shelf, tmp_path: Path) -> Shelf:
    """The same documents under an index of this test's own: a document belongs to the root that it was read from."""
    shutil.copytree(shelf.home, tmp_path / "home")
    return Shelf(tmp_path / "home", shelf.documents)


@pytest.fixture(scope="session")
def rows(shelf: Shelf) -> tuple[Row, ...]:
    async def evaluate() -> tuple[Row, ...]:
        async with shelf.open() as services:
            return await run(
                services.assistant, load_cases(HANDBOOK / "cases.jsonl"), today=TODAY, tenant=services.settings.tenant
            )

    return asyncio.run(evaluate())


def told(rows: list[Row]) -> str:
    return "\n".join(f"{r.case.qid} {r.case.q!r} {r.grade.why} → {r.exchange.decision.text!r}" for r in rows)


def test_the_columns_sum_to_the_cases(rows: tuple[Row, ...]) -> None:
    found = columns(rows)
    assert sum(found.values()) == len(rows) == 60
    assert found[Column.ERROR] == 0


def test_nothing_is_answered_that_should_not_be(rows: tuple[Row, ...]) -> None:
    wrong = [row for row in rows if row.case.reason is not None and row.grade.column is Column.WRONG]
    assert not wrong, told(wrong)


def test_most_of_what_can_be_answered_is(rows: tuple[Row, ...]) -> None:
    answerable = [row for row in rows if row.case.reason is None]
    correct = [row for row in answerable if row.grade.column is Column.CORRECT]
    others = [row for row in answerable if row not in correct]
    assert len(answerable) == 34
    assert len(correct) / len(answerable) >= COVERAGE, told(others)


def test_nothing_is_answered_wrongly(rows: tuple[Row, ...]) -> None:
    wrong = [row for row in rows if row.grade.column is Column.WRONG]
    assert not wrong, told(wrong)


def test_a_calibrator_stands_behind_every_answer(rows: tuple[Row, ...]) -> None:
    for row in rows:
        decision = row.exchange.decision
        if decision.outcome in (Outcome.ANSWERED, Outcome.PARTIAL):
            assert decision.probability is not None and decision.threshold is not None
            assert decision.probability > decision.threshold


async def test_a_second_ingest_writes_nothing(own: Shelf) -> None:
    async with own.open() as services:
        version = await services.index.version()
    before = _files(own.home / "index")
    report = await own.ingest()
    assert (report.added, report.changed, report.removed) == (0, 0, 0)
    assert report.unchanged >= 40 and report.index_version == version
    assert _files(own.home / "index") == before


def _files(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.suffix in (".lance", ".manifest")}


async def test_a_removed_file_is_gone_before_the_next_answer(own: Shelf) -> None:
    ask = "Who approves a refund above €5,000?"
    assert "Head of Support" in (await own.ask(ask)).decision.text
    policy = own.documents / "support/refund-policy.md"
    kept = policy.read_bytes()
    try:
        policy.unlink()
        report = await own.ingest()
    finally:
        policy.write_bytes(kept)
    assert (report.removed, report.added, report.changed) == (1, 0, 0)
    after = await own.ask(ask)
    assert after.decision.outcome is not Outcome.ANSWERED
    assert "support/refund-policy.md" not in str(seen(after))


def test_the_reasons_of_what_is_not_permitted_and_not_in_effect_are_right(rows: tuple[Row, ...]) -> None:
    """Staff route by them."""
    due = [row for row in rows if row.case.reason in (Reason.NOT_PERMITTED, Reason.NOT_AN_ACTION)]
    assert sum(row.grade.reason_right for row in due) >= len(due) - 1, told(
        [r for r in due if not r.grade.reason_right]
    )
