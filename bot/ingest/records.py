"""What a run leaves in the index for the next one: fingerprints, notes, and links that may run in a circle. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from bot.domain.documents import Source
from bot.domain.ports import Embedder
from bot.ingest.blocks import Note, Value
from bot.ingest.chunk import CHUNKER_VERSION
from bot.ingest.ports import Record
from bot.ingest.read import READER_VERSION
from bot.ingest.report import Reported
from bot.ingest.versions import cycles


def maker(embedder: Embedder) -> str:
    """The first part of a fingerprint: with what a document was read, cut and embedded."""
    parts = f"{READER_VERSION}\0{CHUNKER_VERSION}\0{embedder.name}\0{embedder.dimension}"
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def fingerprint(made_with: str, document_id: str, data: bytes, row: Mapping[str, Value]) -> str:
    """Equal for the same file, metadata and tools on every machine."""
    described = json.dumps([document_id, sorted(row.items()), len(data)], ensure_ascii=False)
    return f"{made_with}-{hashlib.sha256(described.encode() + data).hexdigest()}"


def made_with(record: Record) -> str:
    return record.fingerprint.partition("-")[0]


def remembered(source: Source, notes: Sequence[Note]) -> str:
    """`Record.notes`: what the next run has to know of a document that it won't read again."""
    facts = {
        "notes": [[note.reason, note.detail] for note in notes],
        "id": source.declared_id,
        "supersedes": source.supersedes,
        "superseded_by": source.superseded_by,
    }
    return json.dumps(facts, ensure_ascii=False)


def notes_of(document_id: str, record: Record) -> list[Reported]:
    return [Reported(document_id, reason, detail, indexed=True) for reason, detail in json.loads(record.notes)["notes"]]


def circles(known: Mapping[str, Record], roots: set[str]) -> list[Reported]:
    """Documents of these roots that replace each other in a circle: their links are ignored, their dates count."""
    sources = [_linked(document_id, json.loads(record.notes)) for document_id, record in known.items()]
    return [
        Reported(document_id, "supersede_cycle", " → ".join([*circle, circle[0]])[:300], indexed=True)
        for circle in cycles(sources)
        for document_id in circle
        if known[document_id].root in roots
    ]


def _linked(document_id: str, facts: Mapping[str, list[str]]) -> Source:
    """As much of a source as cycles are found by."""
    return Source(
        id=document_id,
        root="",
        title="",
        declared_id=str(facts["id"]) if facts["id"] else None,
        supersedes=tuple(facts["supersedes"]),
        superseded_by=tuple(facts["superseded_by"]),
    )
