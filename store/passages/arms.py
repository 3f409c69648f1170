"""Joins what the two arms of a search returned. Pure: tables in, candidates out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bot.domain.retrieval import Candidate
from store.passages import rows
from store.passages.snapshot import Head

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]


def candidates(
    by_meaning: pa.Table | None,
    by_words: pa.Table | None,
    question: Sequence[float],
    documents: Mapping[str, Head],
) -> tuple[Candidate, ...]:
    """The union by passage, with its rank in each arm and the exact cosine for all, also those found by words alone.

    Ranks are made here, not taken from the order of rows: by cosine or score, then by key, so that equal ones stand in
    the same order on every machine (and an approximate vector index changes who is found, not how they are ranked).
    """
    meaning = _ordered(by_meaning, question, "similarity")
    words = _ordered(by_words, question, "_score")
    dense = {row[rows.KEY]: rank for rank, row in enumerate(meaning, start=1)}
    keyword = {row[rows.KEY]: (rank, row["_score"]) for rank, row in enumerate(words, start=1)}
    found = {row[rows.KEY]: row for row in (*meaning, *words)}
    return tuple(
        Candidate(
            passage=rows.passage(row, documents[row["doc"]].source),
            dense_rank=dense.get(key),
            similarity=row["similarity"],
            keyword_rank=keyword[key][0] if key in keyword else None,
            keyword_score=keyword[key][1] if key in keyword else None,
        )
        for key, row in found.items()
    )


def _ordered(table: pa.Table | None, question: Sequence[float], by: str) -> list[Row]:
    if table is None or not table.num_rows:
        return []
    found: list[Row] = table.drop_columns(["vector"]).to_pylist()
    for row, similarity in zip(found, _cosines(table, question), strict=True):
        row["similarity"] = similarity
    return sorted(found, key=lambda row: (-row[by], row[rows.KEY]))


def _cosines(table: pa.Table, question: Sequence[float]) -> list[float]:
    """The vectors are of length one (port `Embedder`), so the product is the cosine; rounding may leave it past 1."""
    import numpy as np

    products = rows.vectors(table) @ np.asarray(question, dtype=np.float32)
    return [float(x) for x in np.clip(products, -1.0, 1.0)]
