"""Port `Index` over the documents that a `MemoryIngestStore` holds: what a test ingests there, it can ask for here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bot.domain.access import audience_tokens, reader_tokens
from bot.domain.documents import Catalogue, Passage, Reader, Source
from bot.domain.errors import IndexUnavailable
from bot.domain.ports import Embedder
from bot.domain.retrieval import Candidate, Search
from bot.ingest.ports import index_version
from bot.text.passage_text import search_text
from bot.text.tokens import index_terms
from tests.fakes.ingest_store import MemoryIngestStore, Stored

K1, B = 1.2, 0.75  # of BM25, as in the real index


@dataclass
class MemoryIndex:
    store: MemoryIngestStore
    embedder: Embedder
    resolve: Callable[[Iterable[Source]], Catalogue]
    searches: list[Search] = field(default_factory=list)  # all that were asked for
    down: bool = False  # every call fails

    async def version(self) -> str:
        self._reach()
        prints: dict[str, dict[str, str]] = {}
        for (tenant, id_), stored in self.store.stored.items():
            prints.setdefault(tenant, {})[id_] = stored.record.fingerprint
        versions = {tenant: index_version(mine) for tenant, mine in prints.items()}
        return next(iter(versions.values())) if len(versions) == 1 else index_version(versions)

    async def catalogue(self, tenant: str, reader: Reader) -> Catalogue:
        self._reach()
        return self.resolve(stored.document.source for stored in self._readable(tenant, reader_tokens(reader)))

    async def search(self, search: Search) -> tuple[Candidate, ...]:
        self._reach()
        self.searches.append(search)
        question = self.embedder.query(search.text)
        similarity: dict[str, float] = {}
        passages: dict[str, Passage] = {}
        for stored in self._readable(search.tenant, search.reader_tokens):
            if stored.document.source.id in search.exclude:
                continue
            for passage, vector in zip(stored.passages, stored.vectors, strict=True):
                passages[passage.id] = passage
                similarity[passage.id] = sum(a * b for a, b in zip(question, vector, strict=True))
        scores = self._scores(search.text, passages)
        dense = {} if search.keyword_only else _ranks(similarity, search.limit)
        keyword = _ranks(scores, search.limit)
        return tuple(
            Candidate(
                passage=passages[id_],
                dense_rank=dense.get(id_),
                similarity=similarity[id_],
                keyword_rank=keyword.get(id_),
                keyword_score=scores[id_] if id_ in keyword else None,
            )
            for id_ in {**dense, **keyword}
        )

    async def passage(self, tenant: str, reader: Reader, passage_id: str) -> Passage | None:
        self._reach()
        readable = self._readable(tenant, reader_tokens(reader))
        return next((p for stored in readable for p in stored.passages if p.id == passage_id), None)

    def _reach(self) -> None:
        if self.down or not self.store.writes:
            raise IndexUnavailable("there is no index yet", "run `saywhy ingest PATH`")

    def _readable(self, tenant: str, tokens: tuple[str, ...] | None) -> list[Stored]:
        return [
            stored
            for (owner, _), stored in self.store.stored.items()
            if owner == tenant
            and (tokens is None or not set(tokens).isdisjoint(audience_tokens(stored.document.source.audience)))
        ]

    def _scores(self, question: str, passages: dict[str, Passage]) -> dict[str, float]:
        """BM25 over all that the store holds, of those passages that share a term with the question."""
        everything = [p for stored in self.store.stored.values() for p in stored.passages]
        bags = [Counter(index_terms(search_text(p))) for p in everything]
        mean = sum(bag.total() for bag in bags) / max(len(bags), 1)
        weights = {}
        for term in set(index_terms(question)):
            holding = sum(term in bag for bag in bags)
            weights[term] = math.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
        scores = {}
        for id_, passage in passages.items():
            bag = Counter(index_terms(search_text(passage)))
            share = K1 * (1 - B + B * bag.total() / mean)
            score = sum(weight * bag[term] * (K1 + 1) / (bag[term] + share) for term, weight in weights.items())
            if score > 0:
                scores[id_] = score
        return scores


def _ranks(scores: dict[str, float], limit: int) -> dict[str, int]:
    best = sorted(scores, key=lambda id_: (-scores[id_], id_))[:limit]
    return {id_: rank for rank, id_ in enumerate(best, start=1)}
