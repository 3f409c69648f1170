"""Every row of the table of outcomes, then what holds for all of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.decisions import DecidedBy, Decision, NextStep, Outcome, Policy, Reason
from bot.domain.documents import Status
from bot.domain.evidence import (
    Ambiguous,
    Conflicting,
    Finding,
    FindingKind,
    Insufficient,
    Malformed,
    Reading,
    Relation,
    Supported,
)
from bot.domain.questions import Intent, Mode
from bot.stages import replies, wording
from bot.stages.contest import Contested
from bot.stages.decide import Case, decide, not_an_action, out_of_readings, unavailable
from bot.stages.verify import Verified
from tests.stages.builders import case, claim, framed, passage

LEAVE = passage("Everyone gets 25 days of leave a year.", "hr/leave.md", effective=date(2024, 3, 1), owner="HR team")
OTHER = passage(
    "Everyone gets 30 days of leave a year.", "hr/other.md", effective=date(2025, 1, 1), owner="Works council"
)
CLAIM = replace(claim(LEAVE.text, LEAVE), relation=Relation.DIRECT)
RIVAL = replace(claim(OTHER.text, OTHER), relation=Relation.DIRECT)
SURE = Verified((CLAIM,), ())
WRONG = Verified((CLAIM,), (Finding(kind=FindingKind.VALUE, claim=0, detail="25"),))
DOUBT = Verified((CLAIM,), (Finding(kind=FindingKind.SCOPE, claim=0, detail="Germany"),))
READINGS = (Reading(label="Germany", passages=(LEAVE.id,)), Reading(label="Poland", passages=(OTHER.id,)))
UNCLEAR = Ambiguous(question="Which country do you mean?", readings=READINGS)
DISAGREE = Conflicting(claims=(CLAIM, RIVAL))


def supported(*missing: str, **changes: object) -> Case:
    found = Supported(claims=(CLAIM,), missing=missing)
    return case(found, LEAVE, OTHER, **({"verified": SURE, "probability": 0.99} | changes))


def way(decision: Decision) -> tuple[Outcome, Reason | None, NextStep, DecidedBy]:
    return decision.outcome, decision.reason, decision.next_step, decision.decided_by


ABSTAINED, ESCALATE = Outcome.ABSTAINED, NextStep.ESCALATE


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (supported(), (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.MODEL)),
        (supported("pay"), (Outcome.PARTIAL, Reason.MISSING_EVIDENCE, ESCALATE, DecidedBy.MODEL)),
        (case(Insufficient(missing=("pay",))), (ABSTAINED, Reason.MISSING_EVIDENCE, ESCALATE, DecidedBy.MODEL)),
        (case(Insufficient(), by=DecidedBy.GATE), (ABSTAINED, Reason.MISSING_EVIDENCE, ESCALATE, DecidedBy.GATE)),
        (case(Insufficient(), hidden=True), (ABSTAINED, Reason.NOT_PERMITTED, ESCALATE, DecidedBy.MODEL)),
        (case(Insufficient(), not_in_effect=(OTHER,)), (ABSTAINED, Reason.NOT_IN_EFFECT, ESCALATE, DecidedBy.MODEL)),
        (case(UNCLEAR), (Outcome.CLARIFY, Reason.AMBIGUITY, NextStep.CLARIFY, DecidedBy.MODEL)),
        (case(UNCLEAR, by=DecidedBy.GATE), (Outcome.CLARIFY, Reason.AMBIGUITY, NextStep.CLARIFY, DecidedBy.GATE)),
        (case(UNCLEAR, framed=framed(round=1)), (Outcome.CLARIFY, Reason.AMBIGUITY, NextStep.CLARIFY, DecidedBy.MODEL)),
        (case(UNCLEAR, framed=framed(round=2)), (ABSTAINED, Reason.AMBIGUITY, ESCALATE, DecidedBy.MODEL)),
        (case(UNCLEAR, verified=WRONG), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.VERIFY)),
        (case(DISAGREE, LEAVE, OTHER, verified=Verified((CLAIM, RIVAL), ())),
         (Outcome.CONFLICT, Reason.CONFLICT, NextStep.SHOW_CONFLICT, DecidedBy.MODEL)),
        (case(DISAGREE, LEAVE, OTHER, verified=WRONG), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.VERIFY)),
        (supported(contested=Contested(conflict=(CLAIM, RIVAL))),
         (Outcome.CONFLICT, Reason.CONFLICT, NextStep.SHOW_CONFLICT, DecidedBy.CONTEST)),
        (supported(contested=Contested(overruled=(CLAIM,))),
         (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.CONTEST)),
        (supported(verified=WRONG), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.VERIFY)),
        (supported(verified=WRONG, mode=Mode.SUGGEST), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.VERIFY)),
        (case(Malformed(why="prose")), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.MODEL)),
        (supported(probability=0.79), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.THRESHOLD)),
        (supported(probability=0.8), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.THRESHOLD)),  # strictly above
        (supported(probability=0.801), (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.MODEL)),
        (supported(probability=0.801, verified=DOUBT), (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.MODEL)),
        (supported(probability=0.2), (ABSTAINED, Reason.MISSING_EVIDENCE, ESCALATE, DecidedBy.THRESHOLD)),
        (supported(probability=0.2, hidden=True), (ABSTAINED, Reason.NOT_PERMITTED, ESCALATE, DecidedBy.THRESHOLD)),
        (supported(probability=None), (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.MODEL)),
        (supported(probability=None, verified=DOUBT), (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.THRESHOLD)),
        (supported(probability=0.6, mode=Mode.SUGGEST), (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.THRESHOLD)),
        (supported(probability=0.6, policy=Policy(loss_wrong=2.0)),
         (Outcome.ANSWERED, None, NextStep.NONE, DecidedBy.MODEL)),
        (out_of_readings(), (ABSTAINED, Reason.AMBIGUITY, ESCALATE, DecidedBy.FRAME)),
        (not_an_action(None), (ABSTAINED, Reason.NOT_AN_ACTION, ESCALATE, DecidedBy.FRAME)),
        (unavailable("t-1"), (ABSTAINED, Reason.MODEL_UNAVAILABLE, ESCALATE, DecidedBy.DEADLINE)),
        (replies.talk(Intent.GREETING), (Outcome.SMALLTALK, None, NextStep.NONE, DecidedBy.FRAME)),
    ],
)  # fmt: skip
def test_the_table_of_outcomes(
    given: Case | Decision, expected: tuple[Outcome, Reason | None, NextStep, DecidedBy]
) -> None:
    assert way(decide(given) if isinstance(given, Case) else given) == expected


@pytest.mark.parametrize(("wrong", "threshold"), [(20.0, 0.95), (2.0, 0.5), (100.0, 0.99)])
def test_the_threshold_is_that_of_the_losses(wrong: float, threshold: float) -> None:
    assert Policy(loss_wrong=wrong).threshold() == pytest.approx(threshold)
    assert decide(supported(policy=Policy(loss_wrong=wrong))).threshold == pytest.approx(threshold)


def test_a_suggestion_says_that_it_is_one_and_an_answer_does_not() -> None:
    for one in (supported(probability=0.6, mode=Mode.SUGGEST), supported(probability=0.3, mode=Mode.SUGGEST)):
        assert decide(one).text.startswith(wording.SUGGESTION)
        assert decide(one).mode is Mode.SUGGEST
    assert wording.SUGGESTION not in decide(supported(mode=Mode.SUGGEST)).text


def test_a_rejected_draft_is_never_shown() -> None:
    for one in (
        supported(verified=WRONG),
        supported(contested=Contested(overruled=(CLAIM,))),
        supported(probability=0.7),
    ):
        assert "25 days" not in decide(one).text


def test_what_is_missing_is_named_in_the_askers_words_where_the_model_brings_a_figure_of_its_own() -> None:
    own = case(Insufficient(missing=("the 500 EUR cap",)), verified=WRONG)
    assert decide(own).missing == ("days of leave",)
    assert "500" not in decide(own).text
    gate = case(Insufficient(missing=("POL-031",)), verified=WRONG, by=DecidedBy.GATE)  # these are the asker's
    assert decide(gate).missing == ("POL-031",)
    assert decide(case(Insufficient())).missing == ("days of leave",)


def test_a_conflict_between_unequal_sources_is_none() -> None:
    higher = passage(OTHER.text, "hr/other.md", authority=2)
    given = case(DISAGREE, LEAVE, higher, verified=Verified((CLAIM, RIVAL), ()))
    assert way(decide(given)) == (ABSTAINED, Reason.UNVERIFIED, ESCALATE, DecidedBy.CONTEST)


def test_an_action_with_its_answer() -> None:
    found = not_an_action(decide(supported()))
    assert found.text.startswith(wording.NOT_AN_ACTION.format(who="HR team"))
    assert LEAVE.text in found.text and found.sources and found.reason is Reason.NOT_AN_ACTION
    for other in (decide(case(Insufficient(), hidden=True)), decide(case(UNCLEAR)), None):
        alone = not_an_action(other)
        assert alone.text == wording.NOT_AN_ACTION.format(who=wording.SUPPORT_STAFF)
        assert not alone.sources and not alone.missing and not alone.readings


names = st.lists(st.text(max_size=20), max_size=3).map(tuple)


def shown(decision: Decision) -> tuple[object, ...]:
    """Everything that reaches the asker, and everything that a contract test can see but the reason."""
    return way(decision)[0], way(decision)[2:], replace(decision, reason=None)


@given(
    st.builds(Insufficient, missing=names) | st.builds(Supported, claims=st.just((CLAIM,)), missing=names),
    st.none() | st.floats(0, 1),
    st.sampled_from([DecidedBy.GATE, DecidedBy.MODEL]),
    st.sampled_from(Mode),
    st.sampled_from([(), (OTHER,)]),
    st.sampled_from([SURE, DOUBT, WRONG]),
)
def test_what_may_not_be_seen_looks_like_what_is_missing(
    evidence: Insufficient | Supported, probability: float | None, by: DecidedBy, mode: Mode,
    not_in_effect: tuple[object, ...], checked: Verified,
) -> None:  # fmt: skip
    given = case(
        evidence, LEAVE, probability=probability, by=by, mode=mode, not_in_effect=not_in_effect, verified=checked
    )
    seen, unseen = decide(replace(given, hidden=False)), decide(replace(given, hidden=True))
    assert shown(seen) == shown(unseen)
    assert seen.reason is not Reason.NOT_PERMITTED


@given(st.floats(0, 1), st.floats(1.01, 1000), st.booleans())
def test_verified_mode_never_answers_at_or_below_the_threshold(p: float, wrong: float, doubt: bool) -> None:
    policy = Policy(loss_wrong=wrong)
    found = decide(supported(probability=p, policy=policy, verified=DOUBT if doubt else SURE))
    assert (found.outcome is Outcome.ANSWERED) is (p > policy.threshold())


def test_superseded_text_is_named_with_its_dates() -> None:
    old = passage("Everyone got 20 days.", "hr/old.md", title="Leave 2023", effective=date(2023, 1, 1),
                  expires=date(2023, 12, 31), status=Status.SUPERSEDED)  # fmt: skip
    found = decide(case(Insufficient(), not_in_effect=(old,), framed=framed(about=date(2026, 11, 30))))
    for part in ("2026-11-30", "Leave 2023", "superseded", "2023-01-01", "2023-12-31", "[1]"):
        assert part in found.text
    assert "20 days" not in found.text
