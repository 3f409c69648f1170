"""What the pages need from the rest, handed in by the composition root."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

from bot.domain.documents import Reader
from bot.domain.exchanges import Exchange
from bot.domain.ports import Clock, Exchanges, Index
from bot.domain.questions import Question


class Assistant(Protocol):
    async def handle(self, question: Question) -> Exchange:
        """Answers and records; reads the thread's earlier turns itself."""
        ...


class Said(Protocol):
    """What one person said of one answer."""

    @property
    def person(self) -> str: ...

    @property
    def kind(self) -> str: ...  # right | wrong

    @property
    def note(self) -> str: ...


class Feedback(Protocol):
    """Raises DatabaseUnavailable."""

    async def record(self, tenant: str, exchange_id: str, person: str, kind: str, at: datetime, note: str) -> bool:
        """False where there is no such exchange. Repeatable: a person has one word on an exchange, the latest."""
        ...

    async def of(self, tenant: str, exchange_id: str) -> Sequence[Said]: ...


def _forget(error: BaseException) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class WebDeps:
    assistant: Assistant
    exchanges: Exchanges
    index: Index
    feedback: Feedback
    clock: Clock
    new_id: Callable[[], str]  # ids of questions and conversations: unguessable, 1 to 64 of A-Z a-z 0-9 _ -
    today: Callable[[], date]  # in the sense of the people who ask
    tenant: str
    reader: Reader = field(default_factory=Reader)  # nobody signs in: everyone at this page reads as this one
    hosts: frozenset[str] = field(default_factory=frozenset)  # names in a Host header, beside the loopback's own
    record_crash: Callable[[BaseException], object] = _forget  # where a fault of ours is written down for operators
