"""Decide: evidence, findings, probability and the channel's losses → outcome, reason, next step and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from bot.domain.decisions import DecidedBy, Decision, NextStep, Outcome, Policy, Reason
from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Conflicting, Evidence, Insufficient, Malformed, Supported
from bot.domain.questions import Framed, Mode
from bot.stages import replies, wording
from bot.stages.contest import Contested
from bot.stages.verify import Verified
from bot.text.rivals import outranks

UNCHECKED = Verified((), ())
UNCONTESTED = Contested()
MORE_LIKELY_WRONG = 0.5  # probability below which the draft counts as no answer at all


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything that a decision rests on."""

    framed: Framed
    subject: str  # what is asked about, in the asker's words
    evidence: Evidence | Malformed
    passages: tuple[Passage, ...]  # the ranking's, best first
    policy: Policy
    mode: Mode
    by: DecidedBy = DecidedBy.MODEL  # who came to the evidence: the gate, or a model
    verified: Verified = UNCHECKED
    contested: Contested = UNCONTESTED
    probability: float | None = None  # None: no calibrator fits the configuration
    # Only for insufficient evidence: what else was found to speak, by searches that the asker isn't told of.
    not_in_effect: tuple[Passage, ...] = ()
    hidden: bool = False


def decide(case: Case) -> Decision:
    evidence = case.evidence
    match evidence:
        case Supported():
            return _supported(case, evidence)
        case Insufficient():
            return _insufficient(case, evidence)
        case Conflicting():
            return _conflicting(case, evidence)
        case Ambiguous():
            return _ambiguous(case, evidence)
        case Malformed():
            return replies.unverified(case.passages, by=DecidedBy.MODEL)
        case _:
            assert_never(evidence)


def _supported(case: Case, evidence: Supported) -> Decision:
    checked, threshold = case.verified, case.policy.threshold()
    if checked.rejected:
        return replies.unverified(case.passages, by=DecidedBy.VERIFY, checked=checked)
    if case.contested.overruled:
        return replies.unverified(case.passages, by=DecidedBy.CONTEST, checked=checked)
    if case.contested.conflict and not _doubtful(case):
        return replies.conflict(case.contested.conflict, case.passages, by=DecidedBy.CONTEST)
    answered = replies.answered(
        checked, evidence.missing, case.passages, probability=case.probability, threshold=threshold, mode=case.mode
    )
    if _confirmed(case, threshold):
        return answered
    if case.mode is Mode.SUGGEST:
        return replies.as_suggestion(answered)
    if _doubtful(case):
        return _insufficient(case, Insufficient(missing=(case.subject,)), by=DecidedBy.THRESHOLD)
    return replies.unverified(
        case.passages, by=DecidedBy.THRESHOLD, checked=checked, probability=case.probability, threshold=threshold
    )


def _doubtful(case: Case) -> bool:
    """More likely wrong than right: no answer at all, and nothing that another passage could be in conflict with."""
    return case.probability is not None and case.probability < MORE_LIKELY_WRONG


def _confirmed(case: Case, threshold: float) -> bool:
    """Above the threshold; without a calibrator, free of findings and borne out word for word or figure for figure."""
    if case.probability is not None:
        return case.probability > threshold
    return not case.verified.findings


def _insufficient(case: Case, evidence: Insufficient, by: DecidedBy | None = None) -> Decision:
    by = by or case.by
    unsupported = case.verified.rejected and by is DecidedBy.MODEL  # a figure that the model brought itself
    missing = (case.subject,) if unsupported or not evidence.missing else evidence.missing
    if case.not_in_effect:
        return replies.not_in_effect(case.not_in_effect, case.framed.about, by=by)
    reason = Reason.NOT_PERMITTED if case.hidden else Reason.MISSING_EVIDENCE
    threshold = case.policy.threshold() if case.probability is not None else None
    return replies.missing(missing, reason, by=by, probability=case.probability, threshold=threshold)


def _conflicting(case: Case, evidence: Conflicting) -> Decision:
    by_id = {passage.id: passage for passage in case.passages}
    sides = [by_id[id_].source for claim in evidence.claims for id_ in claim.passages if id_ in by_id]
    if case.verified.rejected:
        return replies.unverified(case.passages, by=DecidedBy.VERIFY, checked=case.verified)
    if any(outranks(a, b) for a in sides for b in sides):
        return replies.unverified(case.passages, by=DecidedBy.CONTEST, checked=case.verified)
    return replies.conflict(case.verified.claims, case.passages, by=case.by)


def _ambiguous(case: Case, evidence: Ambiguous) -> Decision:
    if case.verified.rejected:
        return replies.unverified(case.passages, by=DecidedBy.VERIFY, checked=case.verified)
    if case.framed.round >= case.policy.clarify_rounds:
        return replies.still_ambiguous(by=case.by)
    return replies.clarify(evidence, by=case.by)


def out_of_readings() -> Decision:
    """The asker meant none of the readings offered."""
    return replies.none_meant()


def not_an_action(asked_too: Decision | None) -> Decision:
    """A request to do something, and the decision on the question that came with it."""
    answer = asked_too if asked_too and asked_too.outcome is Outcome.ANSWERED else None
    owners = [cited.source.owner for cited in answer.sources if cited.source.owner] if answer else []
    return replies.not_an_action(owners[0] if owners else None, answer)


def unavailable(reference: str) -> Decision:
    return Decision(
        outcome=Outcome.ABSTAINED,
        reason=Reason.MODEL_UNAVAILABLE,
        next_step=NextStep.ESCALATE,
        decided_by=DecidedBy.DEADLINE,
        text=wording.UNAVAILABLE.format(reference=reference),
    )
