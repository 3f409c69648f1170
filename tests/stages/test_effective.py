"""Which documents may speak, with the lines of versions that ingest builds."""

from __future__ import annotations

from datetime import date

import pytest

from bot.domain.documents import Source, Status
from bot.ingest.versions import catalogue
from bot.stages.effective import effective
from tests.stages.builders import DAY, source

YEARLY = [
    source(f"hr/handbook-{year}.md", title=f"Handbook {year}", effective=date(year, 1, 1))
    for year in (2023, 2024, 2026)
]
VERSIONS = [
    source(f"it/guide-{number}.md", title=f"Admin guide {number}", version=number, effective=date(year, 1, 1))
    for number, year in (("3.1", 2024), ("3.9", 2025), ("3.10", 2026))
]


def speaking(sources: list[Source], day: date = DAY, question: str = "What is the limit?") -> list[str]:
    return sorted(id_.rpartition("/")[2] for id_ in effective(catalogue(sources), day, question))


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2022, 6, 1), []),
        (date(2023, 1, 1), ["handbook-2023.md"]),
        (date(2023, 12, 31), ["handbook-2023.md"]),
        (date(2024, 1, 1), ["handbook-2024.md"]),
        (date(2025, 6, 1), ["handbook-2024.md"]),
        (DAY, ["handbook-2026.md"]),
    ],
)
def test_of_yearly_versions_the_one_in_force_speaks(day: date, expected: list[str]) -> None:
    assert speaking(YEARLY, day) == expected


def test_superseded_by_a_link() -> None:
    old = source("a/old.md", title="Travel", superseded_by=("new.md",))
    new = source("a/new.md", title="Trips", effective=date(2026, 3, 1))
    assert speaking([old, new]) == ["new.md"]
    assert speaking([old, new], date(2026, 2, 28)) == ["old.md"]


def test_superseded_by_title_and_date() -> None:
    old = source("a/travel-v1.md", title="Travel policy v1", effective=date(2024, 1, 1))
    new = source("a/travel-v2.md", title="Travel policy v2", effective=date(2026, 1, 1))
    assert speaking([old, new]) == ["travel-v2.md"]


def test_documents_that_only_share_a_subject_are_no_versions() -> None:
    one = source("a/travel.md", title="Travel", effective=date(2020, 1, 1))
    other = source("b/trips.md", title="Business trips", effective=date(2026, 1, 1))
    assert speaking([one, other]) == ["travel.md", "trips.md"]


@pytest.mark.parametrize(
    ("changes", "speaks"),
    [
        ({}, True),
        ({"effective": date(2026, 12, 1)}, False),  # not yet
        ({"effective": DAY}, True),
        ({"expires": date(2026, 11, 29)}, False),
        ({"expires": DAY}, True),  # its last day
        ({"status": Status.DRAFT}, False),
        ({"status": Status.SUPERSEDED}, False),
    ],
)
def test_one_document_alone(changes: dict[str, object], speaks: bool) -> None:
    assert bool(speaking([source("a.md", **changes)])) is speaks


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the limit?", "3.10"),
        ("What is the limit in version 3.1?", "3.1"),
        ("What is the limit in v3.9?", "3.9"),
        ("What does release 3.10 allow?", "3.10"),
        ("What is the limit in 3.1.", "3.1"),
        ("Is 3.1% the limit?", "3.10"),
        ("Does it cost 3.1 EUR?", "3.10"),
        ("Is it up within 3.1 hours?", "3.10"),
        ("What is the limit in version 3?", "3.10"),  # names none of them
        ("What is the limit in version 4.2?", "3.10"),
    ],
)
def test_a_named_version_counts_instead_of_the_one_in_force(question: str, expected: str) -> None:
    assert speaking(VERSIONS, question=question) == [f"guide-{expected}.md"]


def test_a_named_version_leaves_other_lines_alone_and_never_wakes_a_draft() -> None:
    other = source("hr/leave.md")
    draft = source("it/guide-4.0.md", title="Admin guide 4.0", version="4.0", status=Status.DRAFT)
    assert speaking([*VERSIONS, other, draft], question="In version 3.1?") == ["guide-3.1.md", "leave.md"]
    assert speaking([*VERSIONS, other, draft], question="In version 4.0?") == ["guide-3.10.md", "leave.md"]
