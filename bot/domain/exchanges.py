"""Everything about one question, replayable: the database row, the eval sample and the trace are this value."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domain.decisions import Decision
from bot.domain.evidence import Finding, Verdict
from bot.domain.prompts import Draft, Prompt
from bot.domain.questions import Framed, Question
from bot.domain.retrieval import Hit, Retrieval


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    question: Question
    framed: Framed
    decision: Decision
    searches: tuple[Retrieval, ...] = ()  # one, or two where it searched again
    kept: tuple[Hit, ...] = ()  # what the clamp kept, best first
    dropped: tuple[Hit, ...] = ()  # the rest of the ranking: a suffix
    prompt: Prompt | None = None
    draft: Draft | None = None
    verdict: Verdict | None = None
    findings: tuple[Finding, ...] = ()
    features: dict[str, float] = field(default_factory=dict)  # what the calibrator saw
    config: dict[str, object] = field(default_factory=dict)  # everything that shapes an answer
    config_hash: str = ""
    code_version: str = ""
    timings_ms: dict[str, float] = field(default_factory=dict)  # by step
    probe: str | None = None  # staff only: what the search without permission filter found
    error: str | None = None  # kind of the outside failure, where the model or index was unreachable
