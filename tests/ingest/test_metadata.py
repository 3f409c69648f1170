"""Metadata as people write them → facts; what could be misread is reported instead."""

from __future__ import annotations

from datetime import date

import pytest

from bot.domain.documents import Status
from bot.ingest.blocks import Rejected, Value
from bot.ingest.metadata import Facts, from_file, parse_date, unclear, understand
from bot.ingest.names import _SCOPES
from bot.ingest.spellings import SPELLINGS, canonical


@pytest.mark.parametrize(
    ("metadata", "facts"),
    [
        ({}, Facts()),
        ({"effective_date": "2024-03-01"}, Facts(effective=date(2024, 3, 1))),
        ({"Effective-Date": "1 March 2024"}, Facts(effective=date(2024, 3, 1))),
        ({"validFrom": "2024-03-01T00:00:00Z"}, Facts(effective=date(2024, 3, 1))),
        ({"from": "March 1, 2024", "to": "2024-12-31"}, Facts(effective=date(2024, 3, 1), expires=date(2024, 12, 31))),
        ({"from": "the HR team"}, Facts(facets=(("from", "the HR team"),))),
        ({"state": "California"}, Facts(facets=(("state", "California"),))),
        ({"state": "Draft"}, Facts(status=Status.DRAFT)),
        ({"status": "In force"}, Facts()),
        ({"status": "obsolete"}, Facts(status=Status.SUPERSEDED)),
        ({"draft": "yes"}, Facts(status=Status.DRAFT)),
        ({"draft": "false"}, Facts(facets=(("draft", "false"),))),
        ({"published": "no"}, Facts(status=Status.DRAFT)),
        ({"published": "2024-01-01"}, Facts(facets=(("published", "2024-01-01"),))),
        ({"version": "1.10"}, Facts(version="1.10")),
        ({"acl": "hr-private"}, Facts(audience=frozenset({"hr-private"}))),
        ({"roles": ["hr", "legal"]}, Facts(audience=frozenset({"hr", "legal"}))),
        ({"audience": "hr; legal, finance"}, Facts(audience=frozenset({"hr", "legal", "finance"}))),
        ({"audience": "Public"}, Facts(audience=frozenset({"public"}))),
        ({"replaces": "A-1, old.md"}, Facts(supersedes=("A-1", "old.md"))),
        ({"replaced_by": ["[[New policy]]"]}, Facts(superseded_by=("New policy",))),
        ({"amends": "A-1"}, Facts(amends=("A-1",))),
        ({"authority": "3"}, Facts(authority=3)),
        ({"url": "https://wiki.example.test/a"}, Facts(url="https://wiki.example.test/a")),
        ({"url": "javascript:alert(1)"}, Facts(facets=(("url", "javascript:alert(1)"),))),
        ({"tags": ["a", "b"], "plan": "Team"}, Facts(facets=(("plan", "Team"), ("tags", "a, b")))),
        ({"restricted": "no", "1": "x"}, Facts(facets=(("1", "x"), ("restricted", "no")))),
        ({"effective": "", "owner": ""}, Facts()),
    ],
)  # fmt: skip
def test_facts(metadata: dict[str, Value], facts: Facts) -> None:
    assert understand(metadata) == facts


@pytest.mark.parametrize(
    ("metadata", "withhold"),
    [
        ({"effective": "2024-04-31"}, False),
        ({"effective": "01/02/2025"}, False),
        ({"effective": "2024"}, False),
        ({"expires": "soon"}, True),
        ({"effective": "2024-03-01", "expires": "2024-02-01"}, True),
        ({"status": "kind of ok"}, True),
        ({"draft": "maybe"}, True),
        ({"audience": ""}, True),
        ({"audience": []}, True),
        ({"audience": "{hr: yes}"}, True),
        ({"audience": "hr", "acl": "public"}, True),
        ({"authority": "high"}, False),
        ({"title": ["a", "b"]}, False),
        ({"audience.group": "hr-private"}, True),
        ({"audience.hr-private": "true"}, True),
        ({"audience.groups": ["hr"]}, True),
        ({"access.audience": "hr"}, True),
        ({"access.groups": "hr"}, True),
        ({"meta.audience": "hr"}, True),
        ({"meta.a.Visible-To": "hr"}, True),
        ({"meta.audiance": "hr"}, True),
        ({"audiance": "hr"}, True),
        ({"aduience": "hr"}, True),
        ({"Audiense": ""}, True),
        ({"aud\u200bience": "hr"}, True),
        ({"acls": "hr"}, True),
        ({"goups": "hr"}, True),
        ({"visiblity": "hr"}, True),
        ({"expires.date": "2020-01-01"}, True),
        ({"owner.name": "HR"}, False),
    ],
)
def test_what_cannot_be_understood_is_reported(metadata: dict[str, Value], withhold: bool) -> None:
    facts = understand(metadata)
    assert isinstance(facts, Rejected)
    assert (facts.reason, facts.withhold) == ("unreadable_metadata", withhold)


@pytest.mark.parametrize("key", [*sorted(_SCOPES), "rules", "sales", "notes", "tags", "scope.region", "state.name"])
def test_ordinary_facets_are_no_slips(key: str) -> None:
    assert understand({key: "elsewhere"}) == Facts(facets=((key, "elsewhere"),))


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"restricted": "true"}, 1),
        ({"Confidential": "yes"}, 1),
        ({"internal": "true"}, 1),
        ({"meta.restricted": "HR only"}, 1),
        ({"classification": "Strictly confidential"}, 1),
        ({"classification": "internal"}, 1),
        ({"classification": "secret", "restricted": "yes"}, 2),
        ({"restricted": "no"}, 0),
        ({"classification": "public"}, 0),
        ({"classification": "non-confidential"}, 0),
        ({"classification": "restricted", "audience": "hr"}, 0),
        ({"confidential": "yes", "acl": "public"}, 0),
    ],
)
def test_marks_without_an_audience_are_unclear(metadata: dict[str, Value], said: int) -> None:
    facts = understand(metadata)
    assert isinstance(facts, Facts)
    notes = unclear(facts)
    assert [note.reason for note in notes] == ["unclear_audience"] * said
    assert all(note.detail.endswith("every member can read it") for note in notes)


def test_a_page_restricts_like_a_file() -> None:
    page: dict[str, Value] = {"viewport": "x", "audiance": "hr", "DC.audience": "hr", "classification": "secret"}
    assert list(from_file(page)) == ["audiance", "DC.audience", "classification"]


def test_an_earlier_layer_wins_key_by_key() -> None:
    front: dict[str, Value] = {"valid_from": "2024-03-01", "plan": "Team"}
    row: dict[str, Value] = {"effective": "2020-01-01", "owner": "hr", "plan": "Free", "region": "EU"}
    page: dict[str, Value] = {"owner": "web", "status": "draft"}
    assert understand(front, row, page) == Facts(
        effective=date(2024, 3, 1), owner="hr", status=Status.DRAFT, facets=(("plan", "Team"), ("region", "EU"))
    )


def test_of_a_page_only_known_keys_count() -> None:
    page: dict[str, Value] = {
        "viewport": "width",
        "from": "2020-01-01",
        "valid_until": "2030-01-01",
        "description": "x",
    }
    assert from_file(page) == {"valid_until": "2030-01-01"}


@pytest.mark.parametrize(
    "text", ["1.3.2024", "3/1/24", "2024-3-1", "2024-13-01", "March 2024", "31 April 2024", "0000-01-01", ""]
)
def test_ambiguous_or_impossible_days(text: str) -> None:
    assert parse_date(text) is None


def test_every_spelling_has_one_meaning() -> None:
    spellings = [spelling for group in SPELLINGS.values() for spelling in group]
    assert len(spellings) == len(set(spellings))
    assert all(canonical(spelling) == key for key, group in SPELLINGS.items() for spelling in group)
    assert {canonical("Valid From"), canonical("valid-from"), canonical("validFrom")} == {"effective"}
