"""Brings the index to what the named roots hold now: reads what changed, embeds it, swaps it in, removes what is gone.

Safe to repeat: a document is unique by (tenant, id) and left alone while its fingerprint stays. Everything that is
gone is removed before anything is embedded, and a document is replaced only once its new version is complete.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.domain.documents import Passage
from bot.domain.errors import UsageError
from bot.domain.ports import Clock, Embedder
from bot.ingest.blocks import Rejected, Value
from bot.ingest.manifest import row_for
from bot.ingest.ports import Finished, IngestStore, Record
from bot.ingest.read import Read, read
from bot.ingest.records import circles, fingerprint, made_with, maker, notes_of, remembered
from bot.ingest.report import IngestReport, Refused, Reported, Skipped
from bot.ingest.sniff import MAX_BYTES
from bot.ingest.walk import Found, Listing, walk
from bot.text.passage_text import embedding_key, embedding_text

BATCH = 8  # passages embedded in one call: more takes memory and no less time

Progress = Callable[[int, int, str], None]  # files done, files in all, the one at hand


async def sync(
    roots: Sequence[Path],
    store: IngestStore,
    embedder: Embedder,
    *,
    clock: Clock,
    tenant: str,
    allow_empty: bool = False,
    progress: Progress | None = None,
) -> IngestReport:
    """Raises UsageError where a root never existed, IndexUnavailable, IndexMismatch."""
    listings = await asyncio.to_thread(_listings, roots)
    async with store.writing(tenant):
        run = _Run(store, embedder, clock, tenant, await store.known(tenant))
        for listing in listings:
            if not listing.exists and not run.owned(listing):
                raise UsageError(f"there is no {listing.name}", "name a folder or a file that exists")
        for listing in listings:
            await run.remove_gone(listing, allow_empty=allow_empty)
        files = [(listing, found) for listing in listings for found in listing.files]
        for done, (listing, found) in enumerate(files):
            if progress is not None:
                progress(done, len(files), found.id)
            await run.file(listing, found)
        return run.report(listings, await store.finish(tenant))


def _listings(roots: Sequence[Path]) -> list[Listing]:
    return [walk(root) for root in dict.fromkeys(root.resolve() for root in roots)]


@dataclass
class _Run:
    """One run: what was known before it, and what became of each file."""

    store: IngestStore
    embedder: Embedder
    clock: Clock
    tenant: str
    known: dict[str, Record]
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    reported: list[Reported] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    seen: dict[Path, str] = field(default_factory=dict)  # files of this run; a root may lie inside another

    def owned(self, listing: Listing) -> set[str]:
        return {id_ for id_, record in self.known.items() if record.root == listing.name}

    async def remove_gone(self, listing: Listing, *, allow_empty: bool) -> None:
        there = {found.id for found in listing.files}
        gone = {id_ for id_ in self.owned(listing) - there if not _below(id_, listing.closed)}
        if gone and not there and not allow_empty:
            detail = f"nothing is left in it, and {len(gone)} documents are indexed: --allow-empty removes them"
            self.reported.append(Reported(listing.name, "emptied_root", detail, indexed=False))
            return
        await self._remove(sorted(gone))

    async def _remove(self, ids: list[str]) -> None:
        if ids:
            await self.store.remove(self.tenant, ids)
        for id_ in ids:
            del self.known[id_]
        self.removed += len(ids)

    async def file(self, listing: Listing, found: Found) -> None:
        """One file of a root, to its end: unchanged, put, or not indexed."""
        if self._taken(listing, found):
            return None
        row = row_for(found.id, listing.manifests)
        if isinstance(row, Rejected):
            return await self._reject(found.id, row)
        data = await asyncio.to_thread(_bytes, found.path)
        if isinstance(data, Rejected):
            return await self._reject(found.id, data)
        mark = fingerprint(maker(self.embedder), found.id, data, row)
        record = self.known.get(found.id)
        if record is not None and record.fingerprint == mark:
            self.unchanged += 1
            self.reported += notes_of(found.id, record)
            return None
        result = await asyncio.to_thread(_read_safely, found.id, listing.name, data, row)
        if isinstance(result, Rejected):
            return await self._reject(found.id, result)
        return await self._put(result, mark, record)

    def _taken(self, listing: Listing, found: Found) -> bool:
        """Whether this run has read the file under another root, or another root has its id."""
        alias = self.seen.setdefault(found.path, found.id)
        record = self.known.get(found.id)
        if alias != found.id:
            self.skipped.append(Skipped(found.id, f"alias of {alias}"))
        elif record is not None and record.root != listing.name:
            detail = f"{record.root} already has a document of this name"
            self.reported.append(Reported(found.id, "duplicate_id", detail, indexed=False))
        else:
            return False
        return True

    async def _reject(self, id_: str, why: Rejected) -> None:
        """The file is not indexed. What was indexed of it before is still served, unless the file may restrict it."""
        detail = why.detail
        if id_ in self.known and (why.withhold or why.refused):
            await self._remove([id_])
            detail = f"{detail}; the old version was withdrawn".lstrip("; ")
        elif id_ in self.known:
            detail = f"{detail}; old version still served".lstrip("; ")
        if why.refused:
            self.refused.append(Refused(id_, why.reason))
        else:
            self.reported.append(Reported(id_, why.reason, detail, indexed=False))

    async def _put(self, result: Read, mark: str, before: Record | None) -> None:
        source = replace(result.document.source, ingested_at=self.clock.now())
        document = replace(result.document, source=source)
        passages = [replace(passage, source=source) for passage in result.passages]
        reusable = before is not None and made_with(before) == maker(self.embedder)
        stored = await self.store.vectors(self.tenant, source.id) if reusable else {}
        vectors = await self._vectors(passages, stored)
        record = Record(root=source.root, fingerprint=mark, notes=remembered(source, result.notes))
        await self.store.put(self.tenant, document, passages, vectors, record)
        self.known[source.id] = record
        self.changed += before is not None
        self.added += before is None
        self.reported += notes_of(source.id, record)

    async def _vectors(self, passages: Sequence[Passage], stored: Mapping[str, list[float]]) -> list[list[float]]:
        """Parallel to the passages; only those whose text is new are embedded."""
        texts = {embedding_key(passage): embedding_text(passage) for passage in passages}
        known = dict(stored)
        wanted = [key for key in texts if key not in known]
        for start in range(0, len(wanted), BATCH):
            batch = wanted[start : start + BATCH]
            vectors = await asyncio.to_thread(self.embedder.passages, [texts[key] for key in batch])
            known.update(zip(batch, vectors, strict=True))
        return [known[embedding_key(passage)] for passage in passages]

    def report(self, listings: Sequence[Listing], finished: Finished) -> IngestReport:
        roots = {listing.name for listing in listings}
        reported = [entry for listing in listings for entry in listing.reported]
        return IngestReport(
            index_version=finished.version,
            added=self.added,
            changed=self.changed,
            unchanged=self.unchanged,
            removed=self.removed,
            skipped=(*(entry for listing in listings for entry in listing.skipped), *self.skipped),
            reported=(*reported, *self.reported, *circles(self.known, roots)),
            refused=(*(entry for listing in listings for entry in listing.refused), *self.refused),
            chunks=finished.passages,
        )


def _bytes(path: Path) -> bytes | Rejected:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return Rejected(reason="too_large", detail=f"{size} bytes, of {MAX_BYTES} at most")
        return path.read_bytes()
    except OSError as error:
        return Rejected(reason="unreadable_file", detail=str(error.strerror))


def _read_safely(id_: str, root: str, data: bytes, row: Mapping[str, Value]) -> Read | Rejected:
    """A reader that trips over one file must not end the run for the others."""
    try:
        return read(id_, root, data, row)
    except Exception as error:
        return Rejected(reason="corrupt", detail=f"it can't be read ({type(error).__name__})")


def _below(id_: str, folders: Sequence[str]) -> bool:
    return any(not folder or id_.startswith(f"{folder}/") for folder in folders)
