from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

from bot.clock import SystemClock, id_factory


class Stopped:
    def __init__(self, now: datetime) -> None:
        self.at = now

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return 0.0


def test_ids_are_version_7_uuids_and_sort_by_time() -> None:
    clock = Stopped(datetime(2026, 3, 2, tzinfo=UTC))
    new_id = id_factory(clock)
    made = []
    for _ in range(20):
        made.append(new_id())
        clock.at += timedelta(milliseconds=1)
    assert made == sorted(made)
    assert {uuid.UUID(id_).version for id_ in made} == {7}
    assert {uuid.UUID(id_).variant for id_ in made} == {uuid.RFC_4122}


def test_ids_of_one_millisecond_differ() -> None:
    new_id = id_factory(Stopped(datetime(2026, 3, 2, tzinfo=UTC)))
    assert len({new_id() for _ in range(1_000)}) == 1_000


def test_the_clock_is_aware_and_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta(0)
    assert SystemClock().monotonic() <= SystemClock().monotonic()
