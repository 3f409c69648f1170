from __future__ import annotations

import inspect
import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.decisions import DecidedBy, Decision, Reason
from bot.domain.evidence import Ambiguous, Reading
from bot.domain.questions import Intent, Mode
from bot.stages import replies, wording
from bot.stages.verify import Verified
from tests.stages.builders import claim, passage

ONE = passage("Everyone gets 25 days.", "hr/leave.md", title="Leave", owner="HR", effective=date(2024, 3, 1))
TWO = passage("Managers approve it.", "hr/approval.md", title="Approval", owner="Legal")


def answered(*claims: object, lacking: tuple[str, ...] = ()) -> Decision:
    checked = Verified(tuple(claims), ())  # type: ignore[arg-type]
    return replies.answered(checked, lacking, [ONE, TWO], probability=0.99, threshold=0.95, mode=Mode.VERIFIED)


def test_sources_are_numbered_in_the_order_of_their_first_citation() -> None:
    found = answered(claim(TWO.text, TWO), claim(ONE.text, ONE, TWO))
    assert [cited.passage for cited in found.sources] == [TWO.id, ONE.id]
    assert found.text == "Managers approve it. [1]\nEveryone gets 25 days. [1][2]"


def test_what_is_missing_follows_the_answer_by_name() -> None:
    found = answered(claim(ONE.text, ONE), lacking=("pay", "overtime"))
    first, second = found.text.splitlines()
    assert first == "Everyone gets 25 days. [1]"
    assert second == wording.PARTLY.format(missing="pay”, “overtime")
    assert found.missing == ("pay", "overtime") and found.reason is Reason.MISSING_EVIDENCE


def test_no_source_that_no_claim_cites() -> None:
    assert [cited.passage for cited in answered(claim(ONE.text, ONE)).sources] == [ONE.id]


def test_a_conflict_shows_statements_dates_and_owners() -> None:
    found = replies.conflict([claim(ONE.text, ONE), claim(TWO.text, TWO)], [ONE, TWO], by=DecidedBy.CONTEST)
    assert found.text.splitlines() == [
        wording.CONFLICT,
        "• Everyone gets 25 days. [1] (Leave, effective 2024-03-01, owner HR)",
        "• Managers approve it. [2] (Approval, owner Legal)",
        "Please ask HR or Legal which one holds.",
    ]


def test_readings_are_numbered_and_a_question_is_always_asked() -> None:
    readings = (Reading(label="Germany"), Reading(label="Poland"))
    asked = replies.clarify(Ambiguous(question="Which country?", readings=readings), by=DecidedBy.GATE)
    assert asked.text == "Which country?\n1. Germany\n2. Poland"
    assert asked.readings == readings
    assert replies.clarify(Ambiguous(question="", readings=readings), by=DecidedBy.GATE).text.startswith(
        wording.CHOOSE_PLAIN
    )


def test_unverified_links_to_at_most_three_passages_and_quotes_none() -> None:
    many = [passage(f"Rule {n}.", f"r{n}.md", title=f"Rule {n}") for n in range(5)]
    assert len(replies.unverified(many, by=DecidedBy.VERIFY).sources) == 3
    found = replies.unverified([ONE, TWO, ONE, TWO], by=DecidedBy.VERIFY)
    assert found.text.splitlines()[1:] == ["[1] Leave", "[2] Approval"]  # a document once
    assert ONE.text not in found.text


@pytest.mark.parametrize("intent", [Intent.GREETING, Intent.THANKS, Intent.HELP])
def test_talk_is_short_and_has_no_reason(intent: Intent) -> None:
    found = replies.talk(intent)
    assert found.reason is None and 0 < len(found.text) < 300


@given(st.lists(st.text(max_size=30), max_size=3), st.sampled_from([Reason.MISSING_EVIDENCE, Reason.NOT_PERMITTED]))
def test_missing_reads_the_same_whatever_the_reason(lacking: list[str], reason: Reason) -> None:
    found = replies.missing(lacking, reason, by=DecidedBy.MODEL, probability=None, threshold=None)
    plain = replies.missing(lacking, Reason.MISSING_EVIDENCE, by=DecidedBy.MODEL, probability=None, threshold=None)
    assert (found.text, found.missing, found.sources, found.readings) == (plain.text, plain.missing, (), ())


def test_own_words_hold_no_figure_and_say_nothing_of_what_may_not_be_read() -> None:
    said = {name: text for name, text in inspect.getmembers(wording) if name.isupper()}
    assert said
    for name, text in said.items():
        assert not re.search(r"\d|permi|allowed|access|restrict|hidden|confidential", text, re.IGNORECASE), name
