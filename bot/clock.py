"""The real clock, and ids that sort by it. Both are passed in: nothing else asks the time or draws at random."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from bot.domain.ports import Clock

Ids = Callable[[], str]


class SystemClock:
    """Fills the port Clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


def id_factory(clock: Clock, random_bits: Callable[[int], int] = secrets.randbits) -> Ids:
    """Makes 32 hex digits laid out as UUID version 7 (RFC 9562): milliseconds, then 74 random bits."""

    def new_id() -> str:
        millis = int(clock.now().timestamp() * 1_000) & (1 << 48) - 1
        version, variant = 0x7, 0b10
        value = millis << 80 | version << 76 | random_bits(12) << 64 | variant << 62 | random_bits(62)
        return f"{value:032x}"

    return new_id
