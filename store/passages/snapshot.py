"""The index as of one commit: a table that stays at it, and its documents read once.

Every question asks what the newest commit is (0.3 ms); only when it moved is anything read again. Both arms of one
search, and the metadata of what they find, so come from the same commit.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.domain.documents import Source
from bot.domain.errors import IndexUnavailable
from store.passages import filters, rows, sources
from store.passages.place import Build, Place, metadata

if TYPE_CHECKING:
    import pyarrow as pa

Digest = Callable[[Mapping[str, str]], str]  # document id → fingerprint, as one version: `index_version` of ingest


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What the index holds of one document beside its passages."""

    source: Source
    tokens: frozenset[str]  # access tokens, one of which a reader needs
    root: str
    fingerprint: str
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    commit: int
    table: Any  # a handle of its own that stays at the commit
    documents: Mapping[str, Mapping[str, Head]]  # tenant → document id → head
    version: str

    def of(self, tenant: str) -> Mapping[str, Head]:
        return self.documents.get(tenant, {})

    def permitted(self, tenant: str, tokens: tuple[str, ...]) -> list[Source]:
        return [head.source for head in self.of(tenant).values() if not head.tokens.isdisjoint(tokens)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What `saywhy index check` looks at."""

    version: str
    documents: int
    passages: int
    not_indexed: int  # passages outside the keyword index: found, but slowly, until the next ingest
    without_document: int  # passages whose document has no metadata: never answered from, none in a whole index
    documents_twice: int  # documents with more than one head row: none in a whole index
    differences: tuple[str, ...]  # embedding model, dimension, chunker or layout against what is configured

    @property
    def fine(self) -> bool:
        return not (self.not_indexed or self.without_document or self.documents_twice or self.differences)


class Snapshots:
    """Hands out the snapshot of the newest commit, or of a pinned one."""

    def __init__(self, place: Place, build: Build, digest: Digest, pinned: str | None = None) -> None:
        self._place, self._build, self.digest, self._pinned = place, build, digest, pinned
        self._newest: Any = None  # a handle that follows the newest commit
        self._current: Snapshot | None = None
        self._reading = asyncio.Lock()

    async def current(self) -> Snapshot:
        async with self._reading:
            if self._pinned is not None and self._current is not None:
                return self._current
            commit = await self._commit()
            if self._current is None or self._current.commit != commit:
                self._current = await self._read(commit)
            return self._current

    async def _commit(self) -> int:
        if self._newest is None:
            self._newest = await self._place.open()
        if self._pinned is None:
            return int(await self._newest.version())
        tag = (await self._newest.tags.list()).get(self._pinned)
        if tag is None:
            raise IndexUnavailable(f"no version is pinned as {self._pinned!r}", "run `saywhy index versions`")
        return int(tag["version"])

    async def _read(self, commit: int) -> Snapshot:
        table = await self._place.open()
        await table.checkout(commit)
        documents = await read_heads(table)
        self._build.check(await metadata(table), hint=self._hint(documents))
        version = whole_version(documents, self.digest)
        return Snapshot(commit=commit, table=table, documents=documents, version=version)

    def _hint(self, documents: Mapping[str, Mapping[str, Head]]) -> str:
        if self._pinned is not None:
            return "configure what it was built with, or pin a newer version"
        return rebuild_hint(documents)

    async def check(self) -> Check:
        table = await self._place.open()
        heads = await _head_rows(table)
        documents = _by_tenant(heads)
        names = Counter(zip(heads["tenant"].to_pylist(), heads["doc"].to_pylist(), strict=True))
        owners = await table.query().select(["tenant", "doc"]).to_arrow()
        pairs = list(zip(owners["tenant"].to_pylist(), owners["doc"].to_pylist(), strict=True))
        await _search_both_arms(table)
        return Check(
            version=whole_version(documents, self.digest),
            documents=len(names),
            passages=owners.num_rows,
            not_indexed=await not_indexed(table),
            without_document=sum(pair not in names for pair in pairs),
            documents_twice=sum(count > 1 for count in names.values()),
            differences=tuple(self._build.differences(await metadata(table))),
        )


async def _search_both_arms(table: Any) -> None:
    """Reads from every index and every file of rows, as a question would; raises what a question would meet."""
    from lancedb.query import MatchQuery

    for row in (await table.query().limit(1).to_arrow()).to_pylist():
        mine = filters.owned(row["tenant"], [row["doc"]])
        if row["acl"]:
            readable = filters.readable(tuple(row["acl"]))
            await table.query().where(mine).where(readable).limit(1).to_arrow()
        await table.query().where(filters.keyed(row[rows.KEY])).to_arrow()
        await table.query().nearest_to(row["vector"]).distance_type("cosine").limit(1).to_arrow()
        words = MatchQuery(" ".join(row["search_text"].split()[:8]), "search_text")  # type: ignore[call-arg]
        await table.query().nearest_to_text(words).limit(1).to_arrow()


async def read_heads(table: Any) -> dict[str, dict[str, Head]]:
    return _by_tenant(await _head_rows(table))


async def not_indexed(table: Any) -> int:
    """Passages that the keyword index does not cover."""
    for index in await table.list_indices():
        if index.columns == ["search_text"]:
            return int((await table.index_stats(index.name)).num_unindexed_rows)
    return int(await table.count_rows())


async def _head_rows(table: Any) -> pa.Table:
    return await table.query().where(filters.heads()).select(rows.HEAD_COLUMNS).to_arrow()


def whole_version(documents: Mapping[str, Mapping[str, Head]], digest: Digest) -> str:
    """Of one tenant what ingest calls its version; of several, a digest of theirs."""
    versions = {
        tenant: digest({id_: head.fingerprint for id_, head in heads.items()}) for tenant, heads in documents.items()
    }
    return next(iter(versions.values())) if len(versions) == 1 else digest(versions)


def rebuild_hint(documents: Mapping[str, Mapping[str, Head]]) -> str:
    roots = sorted({head.root for heads in documents.values() for head in heads.values()})
    return f"run `saywhy ingest --rebuild {' '.join(roots) or 'PATH'}`, which starts an empty index"


def _by_tenant(heads: pa.Table) -> dict[str, dict[str, Head]]:
    documents: dict[str, dict[str, Head]] = {}
    for row in heads.to_pylist():
        documents.setdefault(row["tenant"], {})[row["doc"]] = Head(
            source=sources.decode(row["source"]),
            tokens=frozenset(row["acl"]),
            root=row["root"],
            fingerprint=row["fingerprint"],
            notes=row["notes"],
        )
    return documents
