"""What the index found, and how it was ranked."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domain.documents import Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage as one search returned it. Ranks start at 1; None: that arm did not return it."""

    passage: Passage
    dense_rank: int | None = None
    similarity: float | None = None  # cosine of question and passage, −1 … 1
    keyword_rank: int | None = None
    keyword_score: float | None = None  # BM25 of the index; depends on the whole corpus, so it never decides


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One search: everything that its result depends on."""

    text: str
    tenant: str
    reader_tokens: tuple[str, ...] | None  # access tokens of the reader; None: the probe without permission filter
    exclude: frozenset[str] = frozenset()  # document ids left out: not in force on the day asked about
    limit: int = 60  # per arm
    keyword_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage in the fused ranking."""

    passage: Passage
    rank: int  # from 1
    score: float  # fused, 0 … 1
    dense_rank: int | None
    keyword_rank: int | None
    similarity: float | None
    coverage: float  # share of the question's term weight that the passage or its context holds, 0 … 1
    keyword_score: float | None = None  # BM25 of the index: recorded, never decides
    copies: tuple[str, ...] = ()  # ids of identical passages merged into this one


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    hits: tuple[Hit, ...]
    index_version: str
    settings: dict[str, object] = field(default_factory=dict)
    search_again: bool = False  # this is the one further search
