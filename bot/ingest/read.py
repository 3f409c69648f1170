"""The bytes of one file → document and passages, or why not. Pure: the same bytes give the same result anywhere."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from bot.domain.documents import Document, Passage, Source
from bot.ingest import front_matter, metadata
from bot.ingest.blocks import Block, Extracted, Note, Rejected, Value
from bot.ingest.characters import clean, visible, without_controls
from bot.ingest.chunk import chunk
from bot.ingest.decode import decode
from bot.ingest.metadata import Facts
from bot.ingest.readers.html import read_html
from bot.ingest.readers.markdown import read_markdown
from bot.ingest.readers.pdf import read_pdf
from bot.ingest.readers.plain import read_plain
from bot.ingest.scrub import MASK, mask, scrub, scrub_block
from bot.ingest.sniff import MAX_BYTES, sniff

READER_VERSION = "2"  # raise it whenever the same bytes give another text or other metadata

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{3,40})", re.IGNORECASE)
_MOST_DETAILS = 5  # in one line of a report; more of them tell nobody more


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    document: Document
    passages: tuple[Passage, ...]
    notes: tuple[Note, ...]


def read(document_id: str, root: str, data: bytes, row: Mapping[str, Value]) -> Read | Rejected:
    """`row`: what a manifest says of the file. `Source.ingested_at` is left to the caller."""
    if len(data) > MAX_BYTES:
        return Rejected(reason="too_large", detail=f"{len(data)} bytes, of {MAX_BYTES} at most")
    extracted = extract(document_id, data)
    if isinstance(extracted, Rejected):
        return extracted
    written = (extracted.front, row, metadata.from_file(extracted.metadata))
    layers = [_inert(layer) for layer in written]
    facts = metadata.understand(*layers)
    if isinstance(facts, Rejected):
        return facts
    blocks, notes = _scrubbed(extracted)
    notes = (*metadata.unclear(facts), *_secrets(written), *notes)
    source = _source(document_id, root, extracted, facts)
    passages = chunk(source, blocks)
    if not passages:
        return Rejected(reason="empty", detail="nothing in it can be read" if data.strip() else "it has no text")
    return Read(
        document=Document(source=source, text=extracted.text),
        passages=passages,
        notes=_by_reason(tuple(dict.fromkeys(notes))),
    )


def extract(name: str, data: bytes) -> Extracted | Rejected:
    kind = sniff(name, data)
    if isinstance(kind, Rejected):
        return kind
    if kind == "pdf":
        return read_pdf(data)
    charset = _CHARSET.search(data[:4096]) if kind == "html" else None
    text = decode(data, charset[1].decode("ascii") if charset else None)
    if isinstance(text, Rejected):
        return text
    parted = front_matter.split(without_controls(text))
    if isinstance(parted, Rejected):
        return parted
    front, body = parted
    if kind == "html":
        page = read_html(body)
        return page if isinstance(page, Rejected) else replace(page, front=front)
    body, notes = clean(body)
    extracted = read_markdown(body) if kind == "markdown" else read_plain(body)
    return replace(extracted, front=front, notes=(*notes, *extracted.notes))


def _scrubbed(extracted: Extracted) -> tuple[list[Block], tuple[Note, ...]]:
    """Once more, block by block: what was written as entities or split by markup only shows now."""
    blocks: list[Block] = []
    notes = list(extracted.notes)
    for block in extracted.blocks:
        kept, found = scrub_block(_masked(block, extracted.text))
        notes += found
        blocks += [kept] if kept is not None else []
    return blocks, tuple(dict.fromkeys(notes))


def _masked(block: Block, text: str) -> Block:
    """What was overwritten in the document goes from its blocks too: a key may run through several of them."""
    there = text[block.start : block.end]
    if MASK not in there or len(there) != len(block.text) or block.rows:
        return block
    shown = "".join(MASK if over == MASK else here for here, over in zip(block.text, there, strict=True))
    return replace(block, text=shown)


def _secrets(layers: Iterable[Mapping[str, Value]]) -> list[Note]:
    values = [value for layer in layers for value in layer.values()]
    return [
        note
        for value in values
        for item in (value if isinstance(value, list) else [value])
        for note in mask(visible(item))[1]
    ]


def _inert(layer: Mapping[str, Value]) -> dict[str, Value]:
    """Metadata stand beside a passage wherever it is read: what speaks to an assistant goes from them too."""
    inert: dict[str, Value] = {}
    for key, value in layer.items():
        shown = " ".join(visible(key).split())
        if shown == _plain(key):  # written with characters that nobody sees, a key still means what it says
            name = key if shown in inert else shown
            inert[name] = [_plain(item) for item in value] if isinstance(value, list) else _plain(value)
    return inert


def _plain(text: str) -> str:
    return " ".join(scrub(visible(text))[0].split())


def _by_reason(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """One note a reason: a file is listed once for each."""
    details: dict[str, list[str]] = {}
    for note in notes:
        details.setdefault(note.reason, []).append(note.detail)
    return tuple(Note(reason, _listed(found)) for reason, found in details.items())


def _listed(details: list[str]) -> str:
    more = f"; and {len(details) - _MOST_DETAILS} more" if len(details) > _MOST_DETAILS else ""
    return "; ".join(details[:_MOST_DETAILS]) + more


def _source(document_id: str, root: str, extracted: Extracted, facts: Facts) -> Source:
    title = facts.title or _plain(extracted.title or "") or _plain(PurePosixPath(document_id).stem) or "Untitled"
    return Source(
        id=document_id,
        root=root,
        title=title[:300],
        format=extracted.format,
        declared_id=facts.declared_id,
        url=facts.url,
        effective=facts.effective,
        expires=facts.expires,
        status=facts.status,
        supersedes=facts.supersedes,
        superseded_by=facts.superseded_by,
        amends=facts.amends,
        audience=facts.audience,
        authority=facts.authority,
        owner=facts.owner,
        version=facts.version,
        facets=facts.facets,
        digest=hashlib.sha256(extracted.text.encode()).hexdigest(),
    )
