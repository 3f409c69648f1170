"""Probe: would a passage that must not be answered from have held the answer? Names a reason, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.documents import Passage
from bot.domain.retrieval import Candidate
from bot.stages.gate import best_fact
from bot.text.asked import Asked
from bot.text.match import Match, passage_bag, weigh

COVERAGE = 0.6
SIMILARITY = 0.6  # of question and passage: then it speaks of it in other words
GAP = 0.3  # of the question's weight that one term may leave uncovered
SHOWN = 3


def speaking(asked: Asked, candidates: Sequence[Candidate]) -> tuple[Passage, ...]:
    """The passages that would have answered, best first, one a document."""
    weighted = weigh(asked, [passage_bag(candidate.passage) for candidate in candidates])
    found: list[tuple[float, Passage]] = []
    for candidate in candidates:
        best = best_fact(asked, weighted, candidate.passage)  # no short cut: time must tell nothing of what is hidden
        if best and _would_answer(best.match, candidate.similarity or 0.0):
            found.append((best.match.coverage, candidate.passage))
    found.sort(key=lambda row: (-row[0], row[1].id))
    by_document: dict[str, Passage] = {}
    for _, passage in found:
        by_document.setdefault(passage.source.id, passage)
    return tuple(by_document.values())[:SHOWN]


def _would_answer(found: Match, similarity: float) -> bool:
    """It holds the kind of answer sought (see `best_fact`), and speaks of the question's subject and case."""
    on_subject = found.coverage >= COVERAGE or similarity >= SIMILARITY
    return on_subject and found.weakest <= GAP and not found.entity_missing and not found.contrasted
