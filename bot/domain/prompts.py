"""The prompt as sent and the draft as received."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.documents import Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    system: str  # the rules: the same for every question, so that a provider can cache them
    user: str  # <doc …> blocks, then the question
    question: str  # the standalone question alone
    passages: tuple[Passage, ...]  # in the order rendered, best last
    tokens: int  # estimated
    weights: tuple[tuple[str, float], ...] = ()  # of the question's terms over the whole ranking; for offline models

    @property
    def text(self) -> str:
        return f"{self.system}\n\n{self.user}"


class StopReason(StrEnum):
    END = "end_turn"
    STOP_SEQUENCE = "stop_sequence"
    MAX_TOKENS = "max_tokens"
    REFUSAL = "refusal"
    CONTEXT_EXCEEDED = "model_context_window_exceeded"
    OTHER = "other"  # tool use, pauses and anything newer than this list


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = None  # None: no price known for the model


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A model's reply, word for word. Only END and STOP_SEQUENCE are complete."""

    text: str
    model: str
    stop: StopReason
    usage: Usage = Usage()
    request_id: str | None = None
    attempts: int = 1

    @property
    def complete(self) -> bool:
        return self.stop in (StopReason.END, StopReason.STOP_SEQUENCE)
