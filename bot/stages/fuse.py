"""Fuse: the candidates of both arms → one ranking, without what is not in force and with copies merged.

The keyword side of the score is computed here, over the candidates: the index's own BM25 counts documents that the
reader may not see, and a reply must not change when those are taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.domain.retrieval import Candidate, Hit
from bot.text.asked import Asked
from bot.text.match import Weighted, passage_bag, weigh

DENSE_SHARE = 0.5  # of the convex combination of similarity and coverage (Bruch et al., 2023)
BASE_SIMILARITY = 0.1  # cosine of unrelated texts


@dataclass(frozen=True, slots=True)
class Ranking:
    hits: tuple[Hit, ...]
    weighted: tuple[Weighted, ...]  # the question's terms with their weights over the candidates


def fuse(asked: Asked, candidates: Sequence[Candidate], allowed: frozenset[str]) -> Ranking:
    """`allowed`: the documents that may be answered from.

    Score = ½·(similarity − 0.1)/0.9 + ½·coverage; ties by id, so that a ranking never depends on the order given.
    """
    current = [c for c in candidates if c.passage.source.id in allowed]
    bags = [passage_bag(candidate.passage) for candidate in current]
    weighted = weigh(asked, bags)
    total = sum(w.weight for w in weighted) or 1.0
    scored = []
    for candidate, words in zip(current, bags, strict=True):
        coverage = sum(w.weight * words.holds(w.term) for w in weighted) / total
        scored.append((_score(candidate, coverage), coverage, candidate))
    scored.sort(key=lambda row: (-row[0], row[2].passage.source.id, row[2].passage.offset))
    return Ranking(_hits(scored), weighted)


def _score(candidate: Candidate, coverage: float) -> float:
    similarity = ((candidate.similarity or 0.0) - BASE_SIMILARITY) / (1 - BASE_SIMILARITY)
    return DENSE_SHARE * min(1.0, max(0.0, similarity)) + (1 - DENSE_SHARE) * coverage


def _hits(scored: Sequence[tuple[float, float, Candidate]]) -> tuple[Hit, ...]:
    """The ranking; of identical passages the one of the plainest path stays and names the others."""
    groups: dict[tuple[object, ...], list[tuple[float, float, Candidate]]] = {}
    for row in scored:
        groups.setdefault(_identity(row[2].passage), []).append(row)
    hits = []
    for rank, rows in enumerate(groups.values(), start=1):
        score, coverage, best = rows[0]  # a copy under a better title lifts them all
        kept = min((row[2] for row in rows), key=lambda c: (len(c.passage.source.id), c.passage.source.id))
        hits.append(
            Hit(
                passage=kept.passage, rank=rank, score=round(score, 6), coverage=round(coverage, 6),
                dense_rank=best.dense_rank, keyword_rank=best.keyword_rank,
                similarity=best.similarity, keyword_score=best.keyword_score,
                copies=tuple(sorted(row[2].passage.id for row in rows if row[2] is not kept)),
            )
        )  # fmt: skip
    return tuple(hits)


def _identity(passage: Passage) -> tuple[object, ...]:
    """Copies have the same words under the same headings and say the same of themselves where it bears on an answer."""
    source = passage.source
    return (" ".join(passage.text.split()), passage.headings, source.facets, source.authority)
