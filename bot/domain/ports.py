"""What the core needs from the outside. Each has a real adapter and a fake that pass the same contract tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from bot.domain.documents import Catalogue, Passage, Reader
from bot.domain.exchanges import Exchange
from bot.domain.prompts import Draft, Prompt
from bot.domain.questions import Turn
from bot.domain.retrieval import Candidate, Search


class Embedder(Protocol):
    """Text → unit vectors of `dimension` floats. `name` tells models apart; two with one name give equal vectors."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def passages(self, texts: Sequence[str]) -> list[list[float]]: ...

    def query(self, text: str) -> list[float]: ...


class Index(Protocol):
    """The passages that may be answered from. Raises IndexUnavailable, IndexMismatch."""

    async def version(self) -> str: ...

    async def catalogue(self, tenant: str, reader: Reader) -> Catalogue:
        """Every document of the tenant that the reader may read."""
        ...

    async def search(self, search: Search) -> tuple[Candidate, ...]:
        """The union of both arms, by passage id, in no promised order. The permission filter runs first."""
        ...

    async def passage(self, tenant: str, reader: Reader, passage_id: str) -> Passage | None:
        """One passage, or None where it does not exist or the reader may not read it: the two look alike."""
        ...


class Model(Protocol):
    """Writes a draft in the answer contract. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    async def draft(self, prompt: Prompt, *, deadline_s: float) -> Draft: ...


class Exchanges(Protocol):
    """The record of every exchange. Raises DatabaseUnavailable."""

    async def save(self, exchange: Exchange) -> None:
        """Repeatable: unique by the question's id; a second save of one id changes nothing."""
        ...

    async def get(self, tenant: str, trace_id: str) -> Exchange | None: ...

    async def history(self, tenant: str, conversation: str, *, limit: int = 6) -> tuple[Turn, ...]:
        """The conversation's last turns, oldest first."""
        ...


class Clock(Protocol):
    def now(self) -> datetime:
        """Aware, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds, for measuring and deadlines."""
        ...
