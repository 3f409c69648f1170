"""What is done with a question, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.documents import Source
from bot.domain.evidence import Claim, Finding, Reading
from bot.domain.questions import Mode


class Outcome(StrEnum):
    ANSWERED = "answered"
    PARTIAL = "partial"
    CLARIFY = "clarify"
    CONFLICT = "conflict"
    ABSTAINED = "abstained"
    SMALLTALK = "smalltalk"


class Reason(StrEnum):
    MISSING_EVIDENCE = "missing_evidence"
    CONFLICT = "conflict"
    AMBIGUITY = "ambiguity"
    NOT_PERMITTED = "not_permitted"
    NOT_IN_EFFECT = "not_in_effect"
    NOT_AN_ACTION = "not_an_action"
    UNVERIFIED = "unverified"
    MODEL_UNAVAILABLE = "model_unavailable"


class NextStep(StrEnum):
    NONE = "none"
    CLARIFY = "clarify"
    ESCALATE = "escalate"
    SHOW_CONFLICT = "show_conflict"
    STOP = "stop"


class DecidedBy(StrEnum):
    FRAME = "frame"
    GATE = "gate"
    MODEL = "model"
    VERIFY = "verify"
    CONTEST = "contest"
    THRESHOLD = "threshold"
    DEADLINE = "deadline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers a product owner tunes, per channel."""

    loss_wrong: float = 5.0  # what a wrong answer costs, in abstentions
    loss_abstain: float = 1.0
    clarify_rounds: int = 2
    token_budget: int = 3_000  # for passages in the prompt
    max_passages: int = 12

    def threshold(self) -> float:
        """The probability above which answering has the smaller expected loss: 1 − abstain/wrong (Chow, 1970)."""
        return 1.0 - self.loss_abstain / self.loss_wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The verdict on one question. `text` is what the asker sees; `sources` are numbered in it from 1."""

    outcome: Outcome
    reason: Reason | None
    next_step: NextStep
    decided_by: DecidedBy
    text: str
    claims: tuple[Claim, ...] = ()
    sources: tuple[CitedSource, ...] = ()
    findings: tuple[Finding, ...] = ()
    missing: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    probability: float | None = None
    threshold: float | None = None
    mode: Mode = Mode.VERIFIED


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSource:
    """A passage under a reply."""

    passage: str  # its id
    source: Source
    headings: tuple[str, ...] = ()
