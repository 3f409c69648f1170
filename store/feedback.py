"""What people said of an answer: one row a person and exchange, the latest word counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from store.codec import clean
from store.database import Database, insert_into
from store.tables import feedback


class Kind(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    id: str  # of the platform's event
    tenant: str
    exchange: str  # trace id of the answer it is about
    person: str
    kind: Kind
    at: datetime  # when it was said, not when it arrived
    note: str = ""


class SqlFeedback:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, signal: Signal) -> bool:
        """False where there is no such exchange (any more).

        Repeatable and in any order: unique by (tenant, exchange, person); of two signals the one said later stays.
        """
        try:
            await self._upsert(signal)
        except IntegrityError:  # the foreign key: the only constraint that is not the upsert's own
            return False
        return True

    async def of(self, tenant: str, trace_id: str) -> tuple[Signal, ...]:
        """What stands about one exchange, in the order it was said."""
        query = (
            select(feedback)
            .where(feedback.c.tenant == clean(tenant), feedback.c.exchange == clean(trace_id))
            .order_by(feedback.c.at, feedback.c.person)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return tuple(Signal(**{**row, "kind": Kind(row["kind"])}) for row in rows)

    async def _upsert(self, signal: Signal) -> None:
        row = {
            "tenant": clean(signal.tenant),
            "exchange": clean(signal.exchange),
            "person": clean(signal.person),
            "id": clean(signal.id),
            "kind": signal.kind.value,
            "at": signal.at,
            "note": clean(signal.note),
        }
        async with self._database.write() as connection:
            new = insert_into(feedback, connection).values(row)
            said = {name: new.excluded[name] for name in ("id", "kind", "at", "note")}
            later = feedback.c.at < new.excluded.at
            await connection.execute(
                new.on_conflict_do_update(index_elements=feedback.primary_key, set_=said, where=later)
            )
