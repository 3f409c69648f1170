"""Lines of versions, and the days on which each document is in force."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.documents import Catalogue, Source, Status
from bot.ingest.names import version_key, without_marks
from bot.ingest.versions import catalogue, cycles


def source(id_: str, **facts: object) -> Source:
    return replace(Source(id=id_, root="/r", title=id_, digest=id_), **facts)  # type: ignore[arg-type]


def day(year: int, month: int = 1, number: int = 1) -> date:
    return date(year, month, number)


def in_force(found: Catalogue, on: date) -> set[str]:
    return {id_ for id_ in found.sources if found.in_force(id_, on)}


OLD = source("old.md", declared_id="P-17", effective=day(2023))
NEW = source("new.md", declared_id="P-31", effective=day(2024, 9))
YEARS = [source(f"travel-{year}.md", title=f"Travel {year}", effective=day(year)) for year in (2022, 2023, 2024)]
AMENDED = source("hr/leave.md", title="Leave", declared_id="L", effective=day(2022))
AMENDMENT = source("hr/parents.md", effective=day(2023), amends=("L",))
REGIONS = [
    source("de.md", title="Leave", facets=(("region", "DE"),), effective=day(2023)),
    source("fr.md", title="Leave", facets=(("region", "FR"),), effective=day(2024)),
]
SECOND = source("hr/carers.md", effective=day(2024), amends=("leave",))


@pytest.mark.parametrize(
    ("sources", "on", "expected"),
    [
        ([OLD, NEW], day(2025), {"old.md", "new.md"}),  # unrelated: both speak
        ([OLD, replace(NEW, supersedes=("P-17",))], day(2025), {"new.md"}),
        ([OLD, replace(NEW, supersedes=("P-17",))], day(2024), {"old.md"}),
        ([OLD, replace(NEW, supersedes=("p-17",))], day(2024, 9), {"new.md"}),
        ([replace(OLD, superseded_by=("new",)), NEW], day(2025), {"new.md"}),
        ([replace(OLD, superseded_by=("new.md",), status=Status.SUPERSEDED), NEW], day(2024), {"old.md"}),
        ([replace(OLD, superseded_by=("P-99",)), NEW], day(2024), set()),  # hidden or lost: nobody knows since when
        ([replace(OLD, status=Status.SUPERSEDED)], day(2024), set()),
        ([replace(OLD, status=Status.SUPERSEDED, expires=day(2024, 6, 30))], day(2024), {"old.md"}),
        ([replace(OLD, supersedes=("P-31",)), NEW], day(2025), {"old.md"}),  # explicit beats dates
        ([OLD, replace(NEW, supersedes=("P-17",), status=Status.DRAFT)], day(2025), {"old.md"}),
        ([replace(OLD, authority=2), replace(NEW, supersedes=("P-17",))], day(2025), {"old.md", "new.md"}),
        ([replace(OLD, authority=2, superseded_by=("P-31",)), NEW], day(2025), {"new.md"}),  # it says so itself
        ([replace(OLD, expires=day(2023, 12, 31))], day(2023, 12, 31), {"old.md"}),
        ([replace(OLD, expires=day(2023, 12, 31))], day(2024), set()),
        ([source("far.md", effective=day(2031))], day(2026), set()),
        (YEARS, day(2021), set()),
        (YEARS, day(2022, 7), {"travel-2022.md"}),
        (YEARS, day(2023, 12, 31), {"travel-2023.md"}),
        (YEARS, day(2026), {"travel-2024.md"}),
        ([replace(year, effective=None) for year in YEARS], day(2023, 5), {"travel-2023.md"}),
        ([replace(year, effective=None) for year in YEARS], day(2026), {"travel-2024.md"}),
        ([AMENDED, AMENDMENT, SECOND], day(2022, 5), {"hr/leave.md"}),
        ([AMENDED, AMENDMENT, SECOND], day(2025), {"hr/leave.md", "hr/parents.md", "hr/carers.md"}),
        ([AMENDED, AMENDMENT, source("x.md", declared_id="L", effective=day(2025))], day(2025), {"x.md"}),
        ([source("a.md", title="Leave v1.9"), source("b.md", title="Leave v1.10")], day(2025), {"b.md"}),
        ([source("a.md", title="A", version="1.9"), source("b.md", title="A", version="1.10")], day(2025), {"b.md"}),
        ([source("x/a.md", title="Leave v1"), source("y/b.md", title="Leave v2")], day(2025), {"x/a.md", "y/b.md"}),
        (REGIONS, day(2025), {"de.md", "fr.md"}),
        ([OLD, replace(OLD, id="old (1).md")], day(2025), {"old.md", "old (1).md"}),  # copies: merged later
        ([source("a.md", title="Leave"), source("b.md", title="Leave")], day(2025), {"a.md", "b.md"}),
    ],
)  # fmt: skip
def test_in_force(sources: list[Source], on: date, expected: set[str]) -> None:
    assert in_force(catalogue(sources), on) == expected
    assert in_force(catalogue(reversed(sources)), on) == expected


def test_what_an_amendment_amends_is_resolved_to_ids() -> None:
    found = catalogue([AMENDED, AMENDMENT])
    assert found.sources["hr/parents.md"].amends == ("hr/leave.md",)
    assert {validity.line for validity in found.validity.values()} == {"hr/leave.md"}


def test_a_name_means_the_file_in_the_same_folder() -> None:
    twins = [source("de/leave.md"), source("fr/leave.md")]
    found = catalogue([*twins, source("fr/new.md", supersedes=("leave.md",), effective=day(2024))])
    assert in_force(found, day(2025)) == {"de/leave.md", "fr/new.md"}
    lost = catalogue([*twins, source("new.md", supersedes=("leave.md",), effective=day(2024))])
    assert in_force(lost, day(2025)) == {"de/leave.md", "fr/leave.md", "new.md"}
    assert in_force(catalogue([*twins, source("x/n.md", supersedes=("../fr/leave.md",))]), day(2025)) == {
        "de/leave.md",
        "x/n.md",
    }


def test_circles_are_found_and_their_links_ignored() -> None:
    ring = [
        source("a.md", superseded_by=("b.md",), effective=day(2023)),
        source("b.md", superseded_by=("c.md",), effective=day(2025)),
        source("c.md", superseded_by=("a.md",), effective=day(2024)),
        source("d.md", supersedes=("d.md",)),
        source("e.md", supersedes=("a.md",), status=Status.DRAFT),
    ]
    assert cycles(ring) == (("a.md", "b.md", "c.md"),)
    assert in_force(catalogue(ring), day(2026)) == {"b.md", "d.md"}
    two = [source("x.md", supersedes=("y.md",)), source("y.md", supersedes=("x.md",))]
    assert cycles(two) == (("x.md", "y.md"),)
    assert in_force(catalogue(two), day(2026)) == {"x.md", "y.md"}
    assert cycles([OLD, replace(NEW, supersedes=("P-17",))]) == ()


def test_what_a_reader_may_not_read_leaves_no_trace() -> None:
    hidden = source("secret.md", supersedes=("old.md",), effective=day(2020))
    assert catalogue([OLD]) == catalogue([source for source in (OLD, hidden) if source is not hidden])
    assert in_force(catalogue([OLD]), day(2025)) == {"old.md"}


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Travel policy 2023", "travel policy"),
        ("Travel Policy (FY2024)", "travel policy"),
        ("Travel policy 2023/24", "travel policy"),
        ("Travel policy v2.1", "travel policy"),
        ("Travel policy – version 3", "travel policy"),
        ("Copy of Travel policy", "travel policy"),
        ("Travel policy (1)", "travel policy"),
        ("Travel policy - Copy (2)", "travel policy"),
        ("Travel policy (final)", "travel policy"),
        ("travel-policy_2023_final.md", "travel policy"),
        ("Loomboard 3.1 release notes", "loomboard release notes"),
        ("Plan 2", "plan 2"),
        ("2023", ""),
    ],
)
def test_marks_are_taken_off(title: str, bare: str) -> None:
    assert without_marks(title) == bare


@pytest.mark.parametrize(
    ("lower", "higher"), [("1.9", "1.10"), ("v1", "2"), ("2.0", "2.0.1"), ("1.0-draft", "1.1"), ("9", "10"), ("a", "b")]
)
def test_versions_in_natural_order(lower: str, higher: str) -> None:
    keys = [version_key(source("a.md", version=version)) or () for version in (lower, higher)]
    assert keys[0] < keys[1]


def test_trailing_zeros_change_nothing() -> None:
    assert version_key(source("a.md", version="2.0")) == version_key(source("a.md", version="v2"))


_names = st.sampled_from(["a.md", "b.md", "c.md", "P-1", "P-2", "nowhere"])
_some = st.lists(_names, max_size=2).map(tuple)


@st.composite
def _sources(draw: st.DrawFn) -> list[Source]:
    days = st.one_of(st.none(), st.dates(day(2020), day(2026)))
    return [
        source(
            id_,
            title=draw(st.sampled_from(["Leave", "Leave v2", "Leave 2023", "Pay"])),
            declared_id=draw(st.sampled_from([None, "P-1", "P-2"])),
            effective=draw(days),
            status=draw(st.sampled_from(Status)),
            supersedes=draw(_some),
            superseded_by=draw(_some),
            amends=draw(_some),
            authority=draw(st.integers(1, 2)),
        )
        for id_ in draw(st.lists(st.sampled_from(["a.md", "b.md", "c.md", "d.md"]), unique=True))
    ]


@given(_sources(), st.dates(day(2019), day(2027)))
def test_any_documents_have_a_line_and_the_order_is_nothing(sources: list[Source], on: date) -> None:
    found = catalogue(sources)
    assert found == catalogue(sources[::-1])
    assert set(found.validity) == {source.id for source in sources}
    assert all(validity.line in found.sources for validity in found.validity.values())
    assert all(found.sources[id_].status is not Status.DRAFT for id_ in in_force(found, on))
