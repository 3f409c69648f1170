"""The writing side of the index, as ingest needs it (`IngestStore`). Decides nothing about documents.

Every put and every removal is one commit of one table. Killed at any point, the index holds each document either as it
was or as it is to be, and ingest's next run finds out which by the records.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from bot.domain.documents import Document, Passage
from bot.domain.errors import IndexUnavailable
from bot.domain.ports import Embedder
from bot.text.passage_text import embedding_key
from store.passages import filters, indices, rows
from store.passages.lock import one_writer
from store.passages.place import Build, Place, metadata, reached
from store.passages.rows import RecordLike
from store.passages.snapshot import Digest, Head, not_indexed, read_heads, rebuild_hint

WRITES_PER_COMPACTION = 100  # each write leaves a small file, and with hundreds of them a merge takes twice as long
IDS_PER_DELETE = 500

R_co = TypeVar("R_co", covariant=True)
F_co = TypeVar("F_co", covariant=True)


class MakeRecord(Protocol[R_co]):
    def __call__(self, *, root: str, fingerprint: str, notes: str) -> R_co: ...


class MakeFinished(Protocol[F_co]):
    def __call__(self, *, version: str, passages: int) -> F_co: ...


class PassageWriter(Generic[R_co, F_co]):
    """`record`, `finished` and `digest` are ingest's `Record`, `Finished` and `index_version`.

    They are passed in because the store does not know ingest. `rebuild`: the first `writing` starts from an empty
    index, whatever built the old one; all tenants and roots are then to be ingested again, and pinned versions stay.
    """

    def __init__(
        self,
        uri: str | Path,
        embedder: Embedder,
        *,
        chunker: str,
        record: MakeRecord[R_co],
        finished: MakeFinished[F_co],
        digest: Digest,
        rebuild: bool = False,
        wait_s: float = 10.0,  # for another writer to end
        deadline_s: float = 600.0,  # of one call; building an index over a large table takes its time
    ) -> None:
        self._place = Place(uri)
        self._build = Build(model=embedder.name, dimension=embedder.dimension, chunker=chunker)
        self._record, self._finished, self._digest = record, finished, digest
        self._rebuild, self._wait_s, self._deadline_s = rebuild, wait_s, deadline_s
        self._open_table: Any = None
        self._writes = 0  # since the last compaction

    def writing(self, tenant: str) -> AbstractAsyncContextManager[None]:
        return self._locked()

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[None]:
        async with one_writer(self._place.local, self._wait_s):
            async with reached(self._deadline_s):
                self._open_table = await self._prepared()
            try:
                yield
            finally:
                self._open_table = None

    async def known(self, tenant: str) -> dict[str, R_co]:
        heads = await self._heads(tenant)
        return {
            id_: self._record(root=head.root, fingerprint=head.fingerprint, notes=head.notes)
            for id_, head in heads.items()
        }

    async def vectors(self, tenant: str, document_id: str) -> dict[str, list[float]]:
        head = (await self._heads(tenant)).get(document_id)
        if head is None:
            return {}
        async with reached(self._deadline_s):
            query = self._table.query().where(filters.owned(tenant, [document_id]))
            table = await query.select([*rows.PASSAGE_COLUMNS, "vector"]).to_arrow()
        found = table.drop_columns(["vector"]).to_pylist()
        return {
            embedding_key(rows.passage(row, head.source)): [float(x) for x in vector]
            for row, vector in zip(found, rows.vectors(table), strict=True)
        }

    async def put(
        self,
        tenant: str,
        document: Document,
        passages: Sequence[Passage],
        vectors: Sequence[Sequence[float]],
        record: RecordLike,
    ) -> None:
        """One merge: rows with the same keys are replaced, new ones added, the document's others deleted."""
        import pyarrow as pa

        values = rows.document_rows(tenant, document, passages, vectors, record)
        async with reached(self._deadline_s):
            batch = pa.Table.from_pylist(values, schema=await self._table.schema())
            merge = self._table.merge_insert([rows.KEY]).when_matched_update_all().when_not_matched_insert_all()
            gone = filters.owned(tenant, [document.source.id])
            await merge.when_not_matched_by_source_delete(gone).execute(batch)
            await self._wrote()

    async def remove(self, tenant: str, document_ids: Sequence[str]) -> None:
        """Deletes, then counts: a filter that matches nothing is no error to the library."""
        for start in range(0, len(document_ids), IDS_PER_DELETE):
            some = filters.owned(tenant, document_ids[start : start + IDS_PER_DELETE])
            async with reached(self._deadline_s):
                await self._table.delete(some)
                left = await self._table.query().where(some).select([rows.KEY]).to_arrow()
                await self._wrote()
            if left.num_rows:
                raise IndexUnavailable(f"{left.num_rows} passages could not be removed", "run `saywhy index check`")

    async def finish(self, tenant: str) -> F_co:
        async with reached(self._deadline_s):
            if self._writes or await not_indexed(self._table):
                await indices.cover(self._table)
                self._writes = 0
            passages = await self._table.query().where(filters.owned(tenant)).select([rows.KEY]).to_arrow()
        fingerprints = {id_: head.fingerprint for id_, head in (await self._heads(tenant)).items()}
        return self._finished(version=self._digest(fingerprints), passages=passages.num_rows)

    def close(self) -> None:
        self._place.close()

    @property
    def _table(self) -> Any:
        if self._open_table is None:
            raise AssertionError("called outside `writing`")  # a mistake of the caller, not of the world
        return self._open_table

    async def _heads(self, tenant: str) -> dict[str, Head]:
        async with reached(self._deadline_s):
            return (await read_heads(self._table)).get(tenant, {})

    async def _wrote(self) -> None:
        self._writes += 1
        if self._writes % WRITES_PER_COMPACTION == 0:
            await indices.compact(self._table)

    async def _prepared(self) -> Any:
        """The table as this build needs it, whatever an interrupted run left undone."""
        if self._rebuild:
            await self._place.discard_damaged()
        table = None if self._rebuild else await self._existing()
        if table is None:
            table = await self._place.create(self._build)
            self._rebuild = False
        await indices.prepare(table)
        return table

    async def _existing(self) -> Any:
        table = await self._place.find()
        if table is not None:
            self._build.check(await metadata(table), hint=rebuild_hint(await read_heads(table)))
        return table
