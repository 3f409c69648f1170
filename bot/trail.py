"""The trail of one question: what is known of it so far, so that a failure halfway loses nothing of the record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.domain.evidence import Finding, Verdict
from bot.domain.ports import Clock
from bot.domain.prompts import Draft, Prompt
from bot.domain.questions import Framed
from bot.domain.retrieval import Hit, Retrieval


@dataclass(slots=True)
class Trail:
    """The one mutable value on the way; it becomes an `Exchange` at the end."""

    clock: Clock
    framed: Framed
    searches: list[Retrieval] = field(default_factory=list)
    kept: tuple[Hit, ...] = ()
    dropped: tuple[Hit, ...] = ()
    prompt: Prompt | None = None
    draft: Draft | None = None
    verdict: Verdict | None = None
    findings: tuple[Finding, ...] = ()
    features: dict[str, float] = field(default_factory=dict)
    probe: str | None = None
    error: str | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Adds the time spent inside to the step of that name."""
        started = self.clock.monotonic()
        try:
            yield
        finally:
            self.took(name, started)

    def took(self, name: str, started: float) -> None:
        """`started`: by the clock's `monotonic`, seconds."""
        spent = (self.clock.monotonic() - started) * 1_000
        self.timings_ms[name] = round(self.timings_ms.get(name, 0.0) + spent, 3)
