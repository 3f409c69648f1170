"""Exchanges for tests: one plain sample to vary, and a strategy that draws any that a database can hold as it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

from hypothesis import strategies as st

from bot.domain.decisions import CitedSource, DecidedBy, Decision, NextStep, Outcome, Reason
from bot.domain.documents import Passage, PassageKind, Reader, Source, Status
from bot.domain.evidence import Claim, Finding, FindingKind, Reading, Relation, Verdict
from bot.domain.exchanges import Exchange
from bot.domain.prompts import Draft, Prompt, StopReason, Usage
from bot.domain.questions import Framed, Intent, Mode, Question, Turn
from bot.domain.retrieval import Hit, Retrieval

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def question(**changes: object) -> Question:
    sample = Question(
        id="trace-1",
        tenant="local",
        channel="terminal",
        conversation="thread-1",
        asker="ada",
        reader=Reader(groups=frozenset({"hr", "all"})),
        text="How many days of leave do I get?",
        asked_at=NOON,
        today=NOON.date(),
    )
    return replace(sample, **changes)  # type: ignore[arg-type]


def passage(offset: int = 0, text: str = "Everyone gets 25 days of leave a year.") -> Passage:
    source = Source(
        id="hr/leave.md",
        root="handbook",
        title="Leave",
        effective=date(2024, 3, 1),
        audience=frozenset({"public", "hr"}),
        facets=(("country", "Germany"),),
        ingested_at=NOON,
    )
    return Passage(source=source, offset=offset, length=len(text), text=text, headings=("Leave", "Annual"))


def hit(of: Passage, rank: int) -> Hit:
    return Hit(passage=of, rank=rank, score=0.5, dense_rank=rank, keyword_rank=None, similarity=0.4, coverage=1.0)


def exchange(asked: Question | None = None, *, text: str = "25 days a year [1].") -> Exchange:
    """An answered question with two passages found, one of them kept."""
    asked = asked or question()
    first, second = hit(passage(), 1), hit(passage(40, "Leave is asked for a week ahead."), 2)
    claim = Claim(text="25 days a year.", passages=(first.passage.id,), relation=Relation.DIRECT)
    return Exchange(
        question=asked,
        framed=Framed(text=asked.text, about=asked.today, about_said=False),
        decision=Decision(
            outcome=Outcome.ANSWERED,
            reason=None,
            next_step=NextStep.NONE,
            decided_by=DecidedBy.THRESHOLD,
            text=text,
            claims=(claim,),
            sources=(CitedSource(passage=first.passage.id, source=first.passage.source, headings=("Leave",)),),
            probability=0.97,
            threshold=0.95,
        ),
        searches=(Retrieval(hits=(first, second), index_version="v1", settings={"limit": 60}),),
        kept=(first,),
        dropped=(second,),
        prompt=Prompt(system="Rules.", user="<doc …>", question=asked.text, passages=(first.passage,), tokens=90),
        draft=Draft(
            text="ANSWER 25 days a year [hr/leave.md#0].",
            model="extractive",
            stop=StopReason.END,
            usage=Usage(input_tokens=90, output_tokens=9, cost_usd=0.001),
        ),
        verdict=Verdict.ANSWER,
        features={"coverage": 1.0},
        config={"model": {"name": "extractive"}},
        config_hash="c0ffee",
        code_version="0.1.0",
        timings_ms={"retrieve": 8.0, "draft": 1.5},
    )


_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
_maybe = st.none() | _text
_texts = st.lists(_text, max_size=3).map(tuple)
_groups = st.frozensets(_text, max_size=3)
_instants = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
_days = st.dates(date(1990, 1, 1), date(2100, 1, 1))
_counts = st.integers(0, 2**31 - 1)
_numbers = st.floats(allow_nan=False)
_measures = st.dictionaries(_text, _numbers, max_size=3)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=5,
)
_objects = st.dictionaries(_text, _json, max_size=3)
_sources = st.builds(
    Source,
    id=_text,
    root=_text,
    title=_text,
    declared_id=_maybe,
    effective=st.none() | _days,
    status=st.sampled_from(Status),
    amends=_texts,
    audience=st.none() | _groups,
    authority=st.integers(),
    facets=st.lists(st.tuples(_text, _text), max_size=2).map(tuple),
    ingested_at=st.none() | _instants,
)
_passages = st.builds(
    Passage, source=_sources, offset=_counts, text=_text, headings=_texts, kind=st.sampled_from(PassageKind)
)
_hits = st.lists(
    st.builds(
        Hit,
        passage=_passages,
        score=_numbers,
        dense_rank=st.none() | _counts,
        similarity=st.none() | _numbers,
        coverage=_numbers,
        copies=_texts,
    ),
    max_size=2,
).map(tuple)
_claims = st.lists(
    st.builds(Claim, text=_text, passages=_texts, unknown=_texts, relation=st.sampled_from(Relation)), max_size=2
).map(tuple)
_findings = st.lists(st.builds(Finding, kind=st.sampled_from(FindingKind), detail=_text), max_size=2).map(tuple)
_turns = st.builds(Turn, exchange=_text, text=_text, standalone=_text, outcome=_text, options=_texts, at=_instants)
_questions = st.builds(
    Question,
    id=_text,
    tenant=_text,
    channel=_text,
    conversation=_text,
    asker=_text,
    reader=st.builds(Reader, member=st.booleans(), groups=_groups),
    text=_text,
    asked_at=_instants,
    today=_days,
    mode=st.sampled_from(Mode),
    history=st.lists(_turns, max_size=2).map(tuple),
)
_framed = st.builds(
    Framed,
    text=_text,
    about=_days,
    intent=st.sampled_from(Intent),
    parent=_maybe,
    round=st.integers(0, 3),
    chosen=_maybe,
    ends_chain=st.booleans(),
)
_decisions = st.builds(
    Decision,
    outcome=st.sampled_from(Outcome),
    reason=st.none() | st.sampled_from(Reason),
    text=_text,
    claims=_claims,
    sources=st.lists(st.builds(CitedSource, passage=_text, source=_sources, headings=_texts), max_size=2).map(tuple),
    findings=_findings,
    missing=_texts,
    readings=st.lists(st.builds(Reading, label=_text, passages=_texts), max_size=2).map(tuple),
    probability=st.none() | st.floats(0, 1),
    threshold=st.none() | st.floats(0, 1),
    mode=st.sampled_from(Mode),
)
_prompts = st.builds(
    Prompt, system=_text, user=_text, question=_text, passages=st.lists(_passages, max_size=2).map(tuple)
)
_usages = st.builds(Usage, input_tokens=_counts, output_tokens=_counts, cost_usd=st.none() | st.floats(0, 100))
_drafts = st.builds(Draft, text=_text, model=_text, stop=st.sampled_from(StopReason), usage=_usages, request_id=_maybe)

exchanges = st.builds(
    Exchange,
    question=_questions,
    framed=_framed,
    decision=_decisions,
    searches=st.lists(
        st.builds(Retrieval, hits=_hits, index_version=_text, settings=_objects, search_again=st.booleans()), max_size=2
    ).map(tuple),
    kept=_hits,
    dropped=_hits,
    prompt=st.none() | _prompts,
    draft=st.none() | _drafts,
    verdict=st.none() | st.sampled_from(Verdict),
    findings=_findings,
    features=_measures,
    config=_objects,
    config_hash=_text,
    code_version=_text,
    timings_ms=_measures,
    probe=_maybe,
    error=_maybe,
)
