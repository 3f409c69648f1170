"""What ingest needs from the index it writes to. The real one is LanceDB; a fake one passes the same contract tests."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from bot.domain.documents import Document, Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the index remembers of one document, so that the next run can leave it alone."""

    root: str  # the root that owns it: `Document.source.root`, an absolute path
    fingerprint: str  # of file, metadata, reader, chunker and embedder; opaque, equal on every machine
    notes: str = ""  # what the next run has to know of it; opaque to the store, handed back word for word


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    version: str  # `index_version` over the tenant's records
    passages: int  # how many the tenant's index holds now


class IngestStore(Protocol):
    """The writing side of the index. Raises IndexUnavailable, IndexMismatch.

    Everything but `writing` is called between its enter and its exit.
    """

    def writing(self, tenant: str) -> AbstractAsyncContextManager[None]:
        """The one writer: holds across processes and machines. Waits a little, then raises IndexUnavailable."""
        ...

    async def known(self, tenant: str) -> dict[str, Record]:
        """Every document of the tenant, of all roots, by its id."""
        ...

    async def vectors(self, tenant: str, document_id: str) -> dict[str, list[float]]:
        """The document's vectors by `bot.text.passage_text.embedding_key` of their passages; {} where it is unknown.

        Only asked for when the record was made with the present embedder.
        """
        ...

    async def put(
        self,
        tenant: str,
        document: Document,
        passages: Sequence[Passage],
        vectors: Sequence[Sequence[float]],
        record: Record,
    ) -> None:
        """Replaces the document, its passages and its record in one atomic step: unique by (tenant, document id).

        `vectors` run parallel to `passages`, of which there is at least one. Readers see the old document or the new
        one, never neither and never a mix. Safe to repeat.
        """
        ...

    async def remove(self, tenant: str, document_ids: Sequence[str]) -> None:
        """When this returns, documents, passages and records are gone for every reader. Unknown ids are fine."""
        ...

    async def finish(self, tenant: str) -> Finished:
        """Optimises what was written since the last finish (nothing, where nothing was) and says what is there now."""
        ...


def index_version(fingerprints: Mapping[str, str]) -> str:
    """The version of an index: a digest of its document ids with their fingerprints, whatever the order."""
    digest = hashlib.sha256()
    for document_id in sorted(fingerprints):
        digest.update(f"{document_id}\0{fingerprints[document_id]}\n".encode())
    return digest.hexdigest()[:16]
