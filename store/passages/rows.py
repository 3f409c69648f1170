"""The columns of the table `passages`, and how a document becomes rows and rows become passages. No input or output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from bot.domain.access import audience_tokens
from bot.domain.documents import Document, Passage, PassageKind, Source
from bot.text.passage_text import search_text
from bot.text.tokens import index_terms
from store.passages import sources

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

TABLE = "passages"
KEY = "key"
HEAD_COLUMNS = ["tenant", "doc", "acl", "source", "fingerprint", "root", "notes"]
PASSAGE_COLUMNS = ["key", "doc", "offset", "length", "text", "headings", "kind"]


class RecordLike(Protocol):
    """What ingest wants remembered of a document; `bot.ingest.ports.Record` is one."""

    @property
    def root(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def notes(self) -> str: ...


def schema(dimension: int, metadata: Mapping[str, str]) -> pa.Schema:
    import pyarrow as pa

    text = pa.string()
    return pa.schema(
        [
            pa.field(KEY, text, nullable=False),  # what a merge matches rows by: unique over all tenants
            pa.field("tenant", text, nullable=False),
            pa.field("doc", text, nullable=False),
            pa.field("acl", pa.list_(text)),  # access tokens: a reader needs one of them
            pa.field("search_text", text),  # terms parted by spaces: the keyword index only splits
            pa.field("vector", pa.list_(pa.float32(), dimension)),
            pa.field("text", text),
            pa.field("headings", pa.list_(text)),
            pa.field("kind", text),
            pa.field("offset", pa.int64()),
            pa.field("length", pa.int64()),
            # Of the document; in its head row only
            pa.field("source", text),
            pa.field("root", text),
            pa.field("fingerprint", text),
            pa.field("notes", text),
        ],
        metadata=dict(metadata),
    )


def key(tenant: str, passage_id: str) -> str:
    """The tenant's length first, so that no choice of tenant and document gives the key of another."""
    return f"{len(tenant)}:{tenant}:{passage_id}"


def terms(text: str) -> str:
    return " ".join(index_terms(text))


def question_terms(text: str) -> str:
    """Each term once: a word said twice is not asked for twice."""
    return " ".join(dict.fromkeys(index_terms(text)))


def document_rows(
    tenant: str,
    document: Document,
    passages: Sequence[Passage],
    vectors: Sequence[Sequence[float]],
    record: RecordLike,
) -> list[dict[str, Any]]:
    """A row a passage, the head row first. Raises ValueError for a document without passages or with wrong vectors."""
    if not passages:
        raise ValueError(f"{document.source.id} has no passages")
    acl = audience_tokens(document.source.audience)
    rows: list[dict[str, Any]] = [
        {
            KEY: key(tenant, passage.id),
            "tenant": tenant,
            "doc": document.source.id,
            "acl": acl,
            "search_text": terms(search_text(passage)),
            "vector": list(vector),
            "text": passage.text,
            "headings": list(passage.headings),
            "kind": passage.kind.value,
            "offset": passage.offset,
            "length": passage.length,
        }
        for passage, vector in zip(passages, vectors, strict=True)
    ]
    if len({row[KEY] for row in rows}) < len(rows):
        raise ValueError(f"{document.source.id} has two passages at one place")
    rows[0] |= {
        "source": sources.encode(document.source),
        "root": record.root,
        "fingerprint": record.fingerprint,
        "notes": record.notes,
    }
    return rows


def passage(row: Mapping[str, Any], source: Source) -> Passage:
    return Passage(
        source=source,
        offset=row["offset"],
        length=row["length"],
        text=row["text"],
        headings=tuple(row["headings"]),
        kind=PassageKind(row["kind"]),
    )


def vectors(table: pa.Table) -> np.ndarray[Any, Any]:
    """The column `vector` as rows of numbers, without making a Python object of each."""
    column = table["vector"].combine_chunks()
    width = column.type.list_size
    numbers: np.ndarray[Any, Any] = column.flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
    return numbers
