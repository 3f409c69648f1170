"""Port `Exchanges` on SQL. Translates between the value and its row; decides nothing.

What a report asks for has a column. What is large (searches, both halves of the ranking, the prompt, the
configuration) stands in its column only; `record` holds the rest, and together they are the Exchange again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, func, select

from bot.domain.documents import Reader
from bot.domain.exchanges import Exchange
from bot.domain.questions import Turn
from store.codec import Tree, clean, pack, unpack
from store.database import Database, insert_into
from store.tables import exchanges

_OWN = ("searches", "kept", "dropped", "findings", "features", "config", "timings_ms")  # columns taken out of `record`
_WHOLE = [exchanges.c[name] for name in ("record", "prompt_system", "prompt_user", *_OWN)]


class SqlExchanges:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, exchange: Exchange) -> None:
        """Repeatable: unique by (tenant, id of the question); the first one stays."""
        row = _row(exchange)
        async with self._database.write() as connection:
            new = insert_into(exchanges, connection).values(row)
            await connection.execute(new.on_conflict_do_nothing(index_elements=["tenant", "id"]))

    async def get(self, tenant: str, trace_id: str) -> Exchange | None:
        wanted = select(*_WHOLE).where(exchanges.c.tenant == clean(tenant), exchanges.c.id == clean(trace_id))
        rows = await self._rows(wanted)
        return _exchange(rows[0]) if rows else None

    async def history(self, tenant: str, conversation: str, *, limit: int = 6) -> tuple[Turn, ...]:
        wanted = _latest(tenant, limit).where(exchanges.c.conversation == clean(conversation))
        return tuple(_turn(row) for row in reversed(await self._rows(wanted)))

    async def find(self, tenant: str, part: str, *, limit: int = 10) -> tuple[str, ...]:
        """The trace ids that begin or end so, at most `limit`, newest first; where one is exactly that, it alone."""
        start = clean(part)
        # Not LIKE: it is blind to case on SQLite, and ids may hold % and _.
        id_ = exchanges.c.id
        begins = func.substr(id_, 1, len(start)) == start
        ends = func.substr(id_, func.length(id_) - len(start) + 1) == start
        rows = await self._rows(
            _latest(tenant, limit).where(begins | ends).order_by(None).order_by(*_found_first(start))
        )
        ids = tuple(row.id for row in rows)
        return ids[:1] if start in ids else ids

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        async with self._database.read() as connection:
            return list((await connection.execute(query)).all())


_NEWEST = (exchanges.c.asked_at.desc(), exchanges.c.seq.desc())


def _found_first(id_: str) -> tuple[Any, ...]:
    return ((exchanges.c.id == id_).desc(), *_NEWEST)


def _latest(tenant: str, limit: int) -> Select[Any]:
    return select(*_TURN).where(exchanges.c.tenant == clean(tenant)).order_by(*_NEWEST).limit(limit)


_TURN_COLUMNS = "id question standalone outcome readings round asked_at reader_member reader_groups".split()
_TURN = [exchanges.c[name] for name in _TURN_COLUMNS]


def _turn(row: Row[Any]) -> Turn:
    return Turn(
        exchange=row.id,
        text=row.question,
        standalone=row.standalone,
        outcome=row.outcome,
        options=tuple(reading["label"] for reading in row.readings),
        round=row.round,
        at=row.asked_at,
        reader=Reader(member=row.reader_member, groups=frozenset(row.reader_groups)),
    )


def _exchange(row: Row[Any]) -> Exchange:
    values = row._mapping
    tree: Tree = {**values["record"], **{name: values[name] for name in _OWN}}
    if tree["prompt"] is not None:
        tree["prompt"] |= {"system": values["prompt_system"], "user": values["prompt_user"]}
    return unpack(tree)


def _row(exchange: Exchange) -> Tree:
    tree = pack(exchange)
    row = _asked(tree, exchange) | _decided(tree) | _written(tree)
    row |= {name: tree.pop(name) for name in _OWN}
    row |= {name: tree[name] for name in ("config_hash", "code_version", "probe", "error", "verdict")}
    row["index_version"] = exchange.searches[-1].index_version if exchange.searches else None
    row["latency_ms"] = sum(exchange.timings_ms.values()) if exchange.timings_ms else None
    row["record"] = tree
    return row


def _asked(tree: Tree, exchange: Exchange) -> Tree:
    question, framed = tree["question"], tree["framed"]
    named = ("tenant", "id", "channel", "conversation", "asker", "mode")
    return {name: question[name] for name in named} | {
        "question": question["text"],
        "asked_at": exchange.question.asked_at,
        "reader_member": question["reader"]["member"],
        "reader_groups": sorted(question["reader"]["groups"]),
        "standalone": framed["text"],
        "about": exchange.framed.about,
        **{name: framed[name] for name in ("intent", "parent", "round", "chosen")},
    }


def _decided(tree: Tree) -> Tree:
    names = ("outcome", "reason", "next_step", "decided_by", "text", "probability", "threshold")
    lists = ("claims", "sources", "missing", "readings")
    return {name: tree["decision"][name] for name in (*names, *lists)}


def _written(tree: Tree) -> Tree:
    """The prompt's two texts leave the tree; a prompt that was never made leaves nulls."""
    prompt, draft = tree["prompt"], tree["draft"]
    row: Tree = {"prompt_system": None, "prompt_user": None}
    if prompt is not None:
        row = {"prompt_system": prompt.pop("system"), "prompt_user": prompt.pop("user")}
    if draft is not None:
        usage = draft["usage"]
        row |= {"raw": draft["text"], "model": draft["model"], "stop": draft["stop"], "cost_usd": usage["cost_usd"]}
        row |= {"tokens_in": usage["input_tokens"], "tokens_out": usage["output_tokens"]}
        row |= {"tokens_cached": usage["cached_tokens"]}
    return row
