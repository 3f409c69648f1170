"""Probe: would a passage that must not be answered from have held the answer? Names a reason, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.documents import Passage
from bot.domain.retrieval import Candidate
from bot.stages.gate import best_fact
from bot.text.asked import Asked
from bot.text.match import passage_bag, weigh

COVERAGE = 0.75
GAP = 0.25  # of the question's weight that one term may leave uncovered
SHOWN = 3


def speaking(asked: Asked, candidates: Sequence[Candidate]) -> tuple[Passage, ...]:
    """The passages that hold the kind of answer sought and cover the question, best first, one a document."""
    weighted = weigh(asked, [passage_bag(candidate.passage) for candidate in candidates])
    found: list[tuple[float, Passage]] = []
    for candidate in candidates:
        best = best_fact(asked, weighted, candidate.passage)
        if best and best.match.coverage >= COVERAGE and best.match.weakest <= GAP and not best.match.entity_missing:
            found.append((best.match.coverage, candidate.passage))
    found.sort(key=lambda row: (-row[0], row[1].id))
    by_document = {passage.source.id: passage for _, passage in reversed(found)}
    return tuple(sorted(by_document.values(), key=lambda p: [row[1] for row in found].index(p)))[:SHOWN]
