"""`Exchanges` in memory. What a database cannot hold, it changes in the same way; `failure` makes it unreachable."""

from __future__ import annotations

import json

from bot.domain.errors import DatabaseUnavailable
from bot.domain.exchanges import Exchange
from bot.domain.questions import Turn
from store.codec import clean, pack, unpack


class FakeExchanges:
    def __init__(self) -> None:
        self.failure: DatabaseUnavailable | None = None
        self._saved: dict[tuple[str, str], str] = {}  # (tenant, id) → JSON, in order of arrival

    async def save(self, exchange: Exchange) -> None:
        self._fail()
        question = exchange.question
        if question.asked_at.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored")
        self._saved.setdefault((clean(question.tenant), clean(question.id)), json.dumps(pack(exchange)))

    async def get(self, tenant: str, trace_id: str) -> Exchange | None:
        self._fail()
        packed = self._saved.get((clean(tenant), clean(trace_id)))
        return unpack(json.loads(packed)) if packed is not None else None

    async def history(self, tenant: str, conversation: str, *, limit: int = 6) -> tuple[Turn, ...]:
        turns = [_turn(e) for e in self._newest(tenant) if e.question.conversation == clean(conversation)]
        return tuple(reversed(turns[:limit]))

    async def find(self, tenant: str, part: str, *, limit: int = 10) -> tuple[str, ...]:
        start = clean(part)
        ids = [
            e.question.id
            for e in self._newest(tenant)
            if e.question.id.startswith(start) or e.question.id.endswith(start)
        ]
        return (start,) if start in ids else tuple(ids[:limit])

    def _newest(self, tenant: str) -> list[Exchange]:
        self._fail()
        mine = [unpack(json.loads(packed)) for (whose, _), packed in self._saved.items() if whose == clean(tenant)]
        return sorted(mine, key=lambda exchange: exchange.question.asked_at)[::-1]

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure


def _turn(exchange: Exchange) -> Turn:
    return Turn(
        exchange=exchange.question.id,
        text=exchange.question.text,
        standalone=exchange.framed.text,
        outcome=exchange.decision.outcome,
        options=tuple(reading.label for reading in exchange.decision.readings),
        round=exchange.framed.round,
        at=exchange.question.asked_at,
        reader=exchange.question.reader,
    )
