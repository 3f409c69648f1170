"""An index in memory. Refuses what the real one refuses: writing without the lock, vectors that don't match."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from bot.domain.documents import Document, Passage
from bot.domain.errors import IndexUnavailable
from bot.ingest.ports import Finished, Record, index_version
from bot.text.passage_text import embedding_key


@dataclass(frozen=True, slots=True)
class Stored:
    document: Document
    passages: tuple[Passage, ...]
    vectors: tuple[tuple[float, ...], ...]
    record: Record


@dataclass
class MemoryIngestStore:
    stored: dict[tuple[str, str], Stored] = field(default_factory=dict)  # by (tenant, document id)
    writes: int = 0  # puts and removals that changed something
    optimised: int = 0  # the value of `writes` at the last finish
    fail_on: frozenset[str] = frozenset()  # document ids whose put fails
    _writing: set[str] = field(default_factory=set)

    def writing(self, tenant: str) -> AbstractAsyncContextManager[None]:
        return self._lock(tenant)

    @asynccontextmanager
    async def _lock(self, tenant: str) -> AsyncIterator[None]:
        if tenant in self._writing:
            raise IndexUnavailable("another ingest is running", "wait for it to end")
        self._writing.add(tenant)
        try:
            yield
        finally:
            self._writing.discard(tenant)

    def _check(self, tenant: str) -> None:
        assert tenant in self._writing, "called outside `writing`"

    async def known(self, tenant: str) -> dict[str, Record]:
        self._check(tenant)
        return {id_: stored.record for (owner, id_), stored in self.stored.items() if owner == tenant}

    async def vectors(self, tenant: str, document_id: str) -> dict[str, list[float]]:
        self._check(tenant)
        stored = self.stored.get((tenant, document_id))
        if stored is None:
            return {}
        pairs = zip(stored.passages, stored.vectors, strict=True)
        return {embedding_key(passage): list(vector) for passage, vector in pairs}

    async def put(
        self,
        tenant: str,
        document: Document,
        passages: Sequence[Passage],
        vectors: Sequence[Sequence[float]],
        record: Record,
    ) -> None:
        self._check(tenant)
        assert passages, "a document without passages is never put"
        assert len(passages) == len(vectors)
        assert len({passage.id for passage in passages}) == len(passages), "passage ids repeat"
        assert record.root == document.source.root
        if document.source.id in self.fail_on:
            raise IndexUnavailable("the disk is full", "make room")
        stored = Stored(document, tuple(passages), tuple(tuple(vector) for vector in vectors), record)
        self.stored[tenant, document.source.id] = stored
        self.writes += 1

    async def remove(self, tenant: str, document_ids: Sequence[str]) -> None:
        self._check(tenant)
        for id_ in document_ids:
            self.writes += self.stored.pop((tenant, id_), None) is not None

    async def finish(self, tenant: str) -> Finished:
        self._check(tenant)
        self.optimised = self.writes
        mine = {id_: stored for (owner, id_), stored in self.stored.items() if owner == tenant}
        return Finished(
            version=index_version({id_: stored.record.fingerprint for id_, stored in mine.items()}),
            passages=sum(len(stored.passages) for stored in mine.values()),
        )
