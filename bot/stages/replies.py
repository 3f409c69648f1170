"""Replies: a decision in words, its sources numbered. Says nothing that `decide` didn't give it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from bot.domain.decisions import CitedSource, DecidedBy, Decision, NextStep, Outcome, Reason
from bot.domain.documents import Passage, Status
from bot.domain.evidence import Ambiguous, Claim
from bot.domain.questions import Intent, Mode
from bot.stages import wording
from bot.stages.verify import Verified

# Reasons after which it is looked into why nothing was found.
NOTHING_FOUND = (Reason.MISSING_EVIDENCE, Reason.NOT_PERMITTED)
SHOWN_UNCONFIRMED = 3  # passages offered where no answer could be confirmed


def talk(intent: Intent) -> Decision:
    text = {Intent.GREETING: wording.GREETING, Intent.THANKS: wording.THANKS}.get(intent, wording.HELP)
    return Decision(
        outcome=Outcome.SMALLTALK, reason=None, next_step=NextStep.NONE, decided_by=DecidedBy.FRAME, text=text
    )


def answered(
    checked: Verified, lacking: Sequence[str], passages: Sequence[Passage], *,
    probability: float | None, threshold: float, mode: Mode,
) -> Decision:  # fmt: skip
    """The whole answer, or the supported part and then what is missing, by name."""
    sources = _cited(checked.claims, passages)
    lines = [_numbered(claim, sources) for claim in checked.claims]
    if lacking:
        lines.append(wording.PARTLY.format(missing="”, “".join(lacking)))
    return Decision(
        outcome=Outcome.PARTIAL if lacking else Outcome.ANSWERED,
        reason=Reason.MISSING_EVIDENCE if lacking else None,
        next_step=NextStep.ESCALATE if lacking else NextStep.NONE,
        decided_by=DecidedBy.MODEL,
        text="\n".join(lines),
        claims=checked.claims,
        sources=sources,
        findings=checked.findings,
        missing=tuple(lacking),
        probability=probability,
        threshold=threshold,
        mode=mode,
    )


def as_suggestion(decision: Decision) -> Decision:
    return replace(
        decision, text=f"{wording.SUGGESTION}\n{decision.text}", decided_by=DecidedBy.THRESHOLD, mode=Mode.SUGGEST
    )


def missing(
    lacking: Sequence[str], reason: Reason, *, by: DecidedBy, probability: float | None, threshold: float | None
) -> Decision:
    """Word for word the same whether nothing was found or nothing may be shown."""
    return Decision(
        outcome=Outcome.ABSTAINED,
        reason=reason,
        next_step=NextStep.ESCALATE,
        decided_by=by,
        text=wording.MISSING.format(missing="”, “".join(lacking)),
        missing=tuple(lacking),
        probability=probability,
        threshold=threshold,
    )


def not_in_effect(passages: Sequence[Passage], day: date, *, by: DecidedBy) -> Decision:
    sources = tuple(_source(passage) for passage in passages)
    lines = [f"{source.source.title} [{n}]: {_when(source)}" for n, source in enumerate(sources, start=1)]
    return Decision(
        outcome=Outcome.ABSTAINED,
        reason=Reason.NOT_IN_EFFECT,
        next_step=NextStep.ESCALATE,
        decided_by=by,
        text="\n".join([wording.NOT_IN_EFFECT.format(day=day.isoformat()), *lines]),
        sources=sources,
    )


def _when(cited: CitedSource) -> str:
    source = cited.source
    said = [] if source.status is Status.CURRENT else [source.status.value]
    if source.effective:
        said.append(f"effective {source.effective.isoformat()}")
    if source.expires:
        said.append(f"expires {source.expires.isoformat()}")
    return ", ".join(said) or "no longer in force"


def conflict(sides: Sequence[Claim], passages: Sequence[Passage], *, by: DecidedBy) -> Decision:
    sources = _cited(sides, passages)
    owners = list(dict.fromkeys(cited.source.owner for cited in sources if cited.source.owner))
    lines = [f"• {_numbered(claim, sources)}{_dated(claim, sources)}" for claim in sides]
    ask = wording.ASK_OWNERS.format(owners=" or ".join(owners) or wording.THE_OWNERS)
    return Decision(
        outcome=Outcome.CONFLICT,
        reason=Reason.CONFLICT,
        next_step=NextStep.SHOW_CONFLICT,
        decided_by=by,
        text="\n".join([wording.CONFLICT, *lines, ask]),
        claims=tuple(sides),
        sources=sources,
    )


def _dated(claim: Claim, sources: Sequence[CitedSource]) -> str:
    first = next((cited for cited in sources if cited.passage in claim.passages), None)
    if first is None:
        return ""
    day = f", effective {first.source.effective.isoformat()}" if first.source.effective else ""
    owner = f", owner {first.source.owner}" if first.source.owner else ""
    return f" ({first.source.title}{day}{owner})"


def clarify(evidence: Ambiguous, *, by: DecidedBy) -> Decision:
    lines = [f"{n}. {reading.label}" for n, reading in enumerate(evidence.readings, start=1)]
    return Decision(
        outcome=Outcome.CLARIFY,
        reason=Reason.AMBIGUITY,
        next_step=NextStep.CLARIFY,
        decided_by=by,
        text="\n".join([evidence.question or wording.CHOOSE_PLAIN, *lines]),
        readings=evidence.readings,
    )


def still_ambiguous(*, by: DecidedBy) -> Decision:
    return _abstained(Reason.AMBIGUITY, wording.STILL_AMBIGUOUS, by)


def none_meant() -> Decision:
    return _abstained(Reason.AMBIGUITY, wording.NONE_MEANT, DecidedBy.FRAME)


def _abstained(reason: Reason, text: str, by: DecidedBy) -> Decision:
    return Decision(outcome=Outcome.ABSTAINED, reason=reason, next_step=NextStep.ESCALATE, decided_by=by, text=text)


def unverified(
    passages: Sequence[Passage], *, by: DecidedBy, checked: Verified | None = None,
    probability: float | None = None, threshold: float | None = None,
) -> Decision:  # fmt: skip
    """Links to the passages instead of the draft: nothing of what failed the checks is shown."""
    first = {passage.source.id: passage for passage in reversed(passages)}  # the best passage of each document
    best = sorted(first.values(), key=passages.index)[:SHOWN_UNCONFIRMED]
    sources = tuple(_source(passage) for passage in best)
    lines = [f"[{n}] {cited.source.title}" for n, cited in enumerate(sources, start=1)]
    return replace(
        _abstained(Reason.UNVERIFIED, "\n".join([wording.UNVERIFIED, *lines]), by),
        sources=sources,
        claims=checked.claims if checked else (),
        findings=checked.findings if checked else (),
        probability=probability,
        threshold=threshold,
    )


def not_an_action(owner: str | None, answer: Decision | None) -> Decision:
    """That it can't act, who can, and what the policy says where that was asked too."""
    refusal = wording.NOT_AN_ACTION.format(who=owner or wording.SUPPORT_STAFF)
    base = answer or Decision(
        outcome=Outcome.ABSTAINED, reason=None, next_step=NextStep.ESCALATE, decided_by=DecidedBy.FRAME, text=""
    )
    text = f"{refusal}\n{wording.POLICY_SAYS}\n{base.text}" if base.text else refusal
    return replace(
        base,
        outcome=Outcome.ABSTAINED,
        reason=Reason.NOT_AN_ACTION,
        next_step=NextStep.ESCALATE,
        decided_by=DecidedBy.FRAME,
        text=text,
        missing=(),
    )


def _cited(claims: Iterable[Claim], passages: Sequence[Passage]) -> tuple[CitedSource, ...]:
    """The passages under the claims, in the order in which they are first cited."""
    by_id = {passage.id: passage for passage in passages}
    ids = dict.fromkeys(id_ for claim in claims for id_ in claim.passages if id_ in by_id)
    return tuple(_source(by_id[id_]) for id_ in ids)


def _source(passage: Passage) -> CitedSource:
    return CitedSource(passage=passage.id, source=passage.source, headings=passage.headings)


def _numbered(claim: Claim, sources: Sequence[CitedSource]) -> str:
    marks = [f"[{n}]" for n, cited in enumerate(sources, start=1) if cited.passage in claim.passages]
    return f"{claim.text} {''.join(marks)}".rstrip()
