"""The JSON of an exchange, field by field as the contract has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.channels.payload import exchange_to_json, trace_to_json
from bot.domain.decisions import Reason
from bot.domain.exchanges import Exchange
from tests.cli import samples

FIELDS = {
    "trace_id", "outcome", "reason", "text", "raw", "verdict", "decided_by", "claims", "sources", "missing", "options",
    "next_step", "probability", "threshold", "index_version", "retrieved", "dropped",
}  # fmt: skip
ALL = [samples.answered(), samples.unverified(), samples.abstained(), samples.clarify(), samples.smalltalk()]


def as_read(value: dict[str, object]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(value))
    return read


@pytest.mark.parametrize("exchange", ALL)
def test_the_fields_are_those_of_the_contract(exchange: Exchange) -> None:
    assert set(as_read(exchange_to_json(exchange))) == FIELDS


def test_an_answer() -> None:
    assert as_read(exchange_to_json(samples.answered())) == {
        "trace_id": "0190aaaa",
        "outcome": "answered",
        "reason": None,
        "text": "You have 28 days of leave. [1]",
        "raw": "You have 28 days of leave. [hr/vacation.md#40]",
        "verdict": "ANSWER",
        "decided_by": "threshold",
        "claims": [
            {
                "text": "You have 28 days of leave.",
                "sources": ["hr/vacation.md#40"],
                "relation": "direct",
                "supported": True,
            }
        ],
        "sources": [
            {
                "id": "hr/vacation.md#40",
                "path": "hr/vacation.md",
                "title": "Vacation",
                "url": None,
                "effective": "2024-03-01",
                "status": "current",
                "version": "1.10",
                "ingested_at": "2026-03-02T12:00:00+00:00",
            }
        ],
        "missing": [],
        "options": [],
        "next_step": "none",
        "probability": 0.97,
        "threshold": 0.95,
        "index_version": "abc123",
        "retrieved": ["hr/vacation.md#40", "hr/vacation-2020.md#0"],
        "dropped": ["hr/vacation-2020.md#0"],
    }


def test_a_claim_that_failed_its_check_is_not_supported() -> None:
    assert as_read(exchange_to_json(samples.unverified()))["claims"][0]["supported"] is False


def test_before_a_model_was_asked_nothing_is_made_up() -> None:
    found = as_read(exchange_to_json(samples.clarify()))
    assert (found["raw"], found["verdict"], found["probability"]) == (None, None, None)
    assert found["options"] == ["Germany", "Spain"]
    assert as_read(exchange_to_json(samples.smalltalk()))["retrieved"] == []


def test_not_permitted_differs_from_missing_evidence_in_its_reason_only() -> None:
    one = as_read(exchange_to_json(samples.abstained(Reason.MISSING_EVIDENCE)))
    other = as_read(exchange_to_json(samples.abstained(Reason.NOT_PERMITTED)))
    assert {key for key in one if one[key] != other[key]} == {"reason"}


@pytest.mark.parametrize("exchange", ALL)
def test_a_trace_holds_all_of_an_exchange(exchange: Exchange) -> None:
    trace, short = as_read(trace_to_json(exchange)), as_read(exchange_to_json(exchange))
    assert set(trace) > FIELDS
    assert {key: trace[key] for key in FIELDS - {"claims"}} == {key: short[key] for key in FIELDS - {"claims"}}
    assert [{key: claim[key] for key in short["claims"][0]} for claim in trace["claims"]] == short["claims"]
    assert trace["ticket"] is None
    assert trace["feedback"] == []


def test_a_trace_shows_the_way() -> None:
    trace = as_read(trace_to_json(samples.unverified()))
    assert trace["question"]["reader"] == {"member": True, "groups": ["board", "hr"]}
    assert trace["question"]["today"] == "2026-03-02"
    assert trace["framed"]["text"] == "How many days of leave do employees have?"
    hits = trace["searches"][0]["hits"]
    assert [(hit["rank"], hit["kept"], hit["cited"]) for hit in hits] == [(1, True, True), (2, False, False)]
    assert trace["prompt"]["system"] == "Rules."
    assert trace["claims"][0]["findings"][0]["kind"] == "value"
    assert trace["tokens"]["input_tokens"] == 60
    assert trace["cost"] == 0.0
    assert trace["timings_ms"] == {"frame": 0.1, "retrieve": 8.0}
    assert (trace["config_hash"], trace["code_version"]) == ("c0ffee", "0.1.0")
