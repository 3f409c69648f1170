"""Exchanges as the assistant would record them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from bot.domain.decisions import CitedSource, DecidedBy, Decision, NextStep, Outcome, Reason
from bot.domain.documents import Passage, Reader, Source, Status
from bot.domain.evidence import Claim, Finding, FindingKind, Reading, Relation, Verdict
from bot.domain.exchanges import Exchange
from bot.domain.prompts import Draft, Prompt, StopReason, Usage
from bot.domain.questions import Framed, Question
from bot.domain.retrieval import Hit, Retrieval

DAY = date(2026, 3, 2)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
VACATION = Source(
    id="hr/vacation.md",
    root="/handbook",
    title="Vacation",
    effective=date(2024, 3, 1),
    version="1.10",
    ingested_at=NOON,
)
OLD = Source(id="hr/vacation-2020.md", root="/handbook", title="Vacation 2020", status=Status.SUPERSEDED)


def passage(source: Source = VACATION, offset: int = 40, text: str = "Everyone has 28 days of leave.") -> Passage:
    return Passage(source=source, offset=offset, length=len(text), text=text, headings=("Vacation", "Entitlement"))


def hit(found: Passage, rank: int = 1) -> Hit:
    return Hit(
        passage=found,
        rank=rank,
        score=1 / rank,
        dense_rank=rank,
        keyword_rank=None,
        similarity=0.5,
        coverage=0.75,
    )


def question(text: str = "How many days of leave?", **changes: object) -> Question:
    asked = Question(
        id="0190aaaa",
        tenant="default",
        channel="terminal",
        conversation="0190aaaa",
        asker="operator",
        reader=Reader(groups=frozenset({"hr", "board"})),
        text=text,
        asked_at=NOON,
        today=DAY,
    )
    return replace(asked, **changes)  # type: ignore[arg-type]


def answered(text: str = "You have 28 days of leave. [1]") -> Exchange:
    best, other = passage(), passage(OLD, 0, "Everyone has 25 days of leave.")
    claim = Claim(text="You have 28 days of leave.", passages=(best.id,), relation=Relation.DIRECT)
    decision = Decision(
        outcome=Outcome.ANSWERED,
        reason=None,
        next_step=NextStep.NONE,
        decided_by=DecidedBy.THRESHOLD,
        text=text,
        claims=(claim,),
        sources=(CitedSource(passage=best.id, source=VACATION, headings=best.headings),),
        probability=0.97,
        threshold=0.95,
    )
    user = '<doc id="hr/vacation.md#40">Everyone has 28 days of leave.</doc>'
    return Exchange(
        question=question(),
        framed=Framed(text="How many days of leave do employees have?", about=DAY, about_said=False),
        decision=decision,
        searches=(Retrieval(hits=(hit(best), hit(other, 2)), index_version="abc123"),),
        kept=(hit(best),),
        dropped=(hit(other, 2),),
        prompt=Prompt(system="Rules.", user=user, question="…", passages=(best,), tokens=60),
        draft=Draft(
            text="You have 28 days of leave. [hr/vacation.md#40]",
            model="extractive",
            stop=StopReason.END,
            usage=Usage(input_tokens=60, output_tokens=9, cost_usd=0.0),
        ),
        verdict=Verdict.ANSWER,
        features={"coverage": 0.75},
        config={"model": "extractive"},
        config_hash="c0ffee",
        code_version="0.1.0",
        timings_ms={"frame": 0.1, "retrieve": 8.0},
    )


def unverified() -> Exchange:
    """The draft said 25 where the passage says 28."""
    sent = answered()
    claim = replace(sent.decision.claims[0], text="You have 25 days of leave.")
    finding = Finding(kind=FindingKind.VALUE, claim=0, detail="25 days: the passage has 28 days")
    decision = replace(
        sent.decision,
        outcome=Outcome.ABSTAINED,
        reason=Reason.UNVERIFIED,
        next_step=NextStep.ESCALATE,
        decided_by=DecidedBy.VERIFY,
        text="I found passages, but could not confirm an answer.",
        claims=(claim,),
        findings=(finding,),
        probability=None,
    )
    return replace(sent, decision=decision, findings=(finding,))


def abstained(reason: Reason = Reason.MISSING_EVIDENCE) -> Exchange:
    decision = Decision(
        outcome=Outcome.ABSTAINED,
        reason=reason,
        next_step=NextStep.ESCALATE,
        decided_by=DecidedBy.MODEL,
        text="The documents don't say how many days contractors have.",
        missing=("days of leave of contractors",),
    )
    return replace(answered(), decision=decision, verdict=Verdict.NOT_IN_CONTEXT)


def clarify() -> Exchange:
    decision = Decision(
        outcome=Outcome.CLARIFY,
        reason=Reason.AMBIGUITY,
        next_step=NextStep.CLARIFY,
        decided_by=DecidedBy.GATE,
        text="Which country do you mean?\n1. Germany\n2. Spain",
        readings=(Reading(label="Germany"), Reading(label="Spain")),
    )
    return replace(answered(), decision=decision, prompt=None, draft=None, verdict=None)


def smalltalk() -> Exchange:
    decision = Decision(
        outcome=Outcome.SMALLTALK,
        reason=None,
        next_step=NextStep.NONE,
        decided_by=DecidedBy.FRAME,
        text="Hello! Ask me about our policies.",
    )
    framed = Framed(text="hi", about=DAY, about_said=False)
    return Exchange(question=question("hi"), framed=framed, decision=decision)
