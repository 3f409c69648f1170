from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from bot.domain.decisions import Reason
from bot.domain.errors import UsageError
from bot.evals.cases import Case, load

TODAY = date(2026, 3, 2)
HANDBOOK = Path(__file__).parents[2] / "scripts/demo_handbook/cases.jsonl"


def loaded(tmp_path: Path, *rows: object) -> tuple[Case, ...]:
    file = tmp_path / "cases.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(file)


ROW = {"qid": "a", "q": "How long?", "expect": "ten years", "gold": "a.md#0"}


def test_every_key(tmp_path: Path) -> None:
    full = ROW | {
        "gold": ["a.md#0", "b.md#9"], "accept": ["10 years"], "missing": ["the fee"], "groups": ["hr", "all"],
        "guest": True, "at": "2024-03-01", "history": [{"q": "First?"}, "Second?"], "tags": ["x", "y"],
    }  # fmt: skip
    assert loaded(tmp_path, full) == (
        Case(
            qid="a", q="How long?", expect="ten years", gold=("a.md#0", "b.md#9"), accept=("10 years",),
            missing=("the fee",), groups=frozenset({"hr", "all"}), guest=True, at=date(2024, 3, 1),
            history=("First?", "Second?"), tags=("x", "y"),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    "reason", ["missing_evidence", "conflict", "ambiguity", "not_permitted", "not_in_effect", "not_an_action"]
)
def test_reasons(tmp_path: Path, reason: str) -> None:
    assert loaded(tmp_path, {"qid": "a", "q": "?", "expect": "", "reason": reason})[0].reason is Reason(reason)


def test_one_position_or_a_list_of_them_and_empty_lines_are_skipped(tmp_path: Path) -> None:
    first, second = loaded(tmp_path, ROW, "", "   ", ROW | {"qid": "b", "gold": ["x#1"]})
    assert (first.gold, second.gold) == (("a.md#0",), ("x#1",))


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("{", "not an eval case"),
        ("[1]", "not an eval case"),
        ("7", "not an eval case"),
        ("null", "not an eval case"),
        ({"q": "How long?"}, "qid"),
        ({"qid": "b"}, "'q'"),
        (ROW | {"qid": "b", "golds": []}, "golds"),
        (ROW | {"qid": "b", "reason": "because"}, "because"),
        (ROW | {"qid": "b", "at": "yesterday"}, "yesterday"),
        (ROW, "qid a was used before"),
    ],
)
def test_what_cannot_be_read_names_its_line(tmp_path: Path, bad: object, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        loaded(tmp_path, ROW, "", bad)
    assert "cases.jsonl:3:" in caught.value.message and says in caught.value.message
    assert caught.value.hint


def test_a_case_as_a_question() -> None:
    case = Case(qid="a", q="And there?", expect="", groups=frozenset({"hr"}), history=("How long?", "Where?"))
    asked = case.question(today=TODAY, tenant="t")
    assert (asked.id, asked.tenant, asked.channel, asked.text, asked.today) == ("a", "t", "eval", "And there?", TODAY)
    assert (asked.reader.member, asked.reader.groups) == (True, frozenset({"hr"}))
    assert [turn.standalone for turn in asked.history] == ["How long?", "Where?"]
    assert asked.asked_at.tzinfo is not None


def test_guests_and_the_day_asked() -> None:
    asked = Case(qid="a", q="?", expect="", guest=True, at=date(2024, 3, 1)).question(today=TODAY)
    assert not asked.reader.member
    assert asked.today == asked.asked_at.date() == date(2024, 3, 1)


def test_two_cases_never_share_a_conversation() -> None:
    one, two = (Case(qid=qid, q="?", expect="").question(today=TODAY) for qid in "ab")
    assert one.conversation != two.conversation


def test_the_cases_of_the_demo_handbook() -> None:
    found = load(HANDBOOK)
    assert len(found) == 60
    assert sum(case.reason is None for case in found) == 34
    assert all(case.expect and case.gold for case in found if case.reason is None)
