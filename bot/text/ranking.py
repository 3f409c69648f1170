"""Ranking facts: which of them answers a question best, by its words, its meaning and the kind of answer it holds.

Score = Σ weight·feature. The weights are fitted on generated companies (scripts/calibration) and passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.text.asked import Asked
from bot.text.facts import Fact, facts
from bot.text.match import Match, Weighted, match
from bot.text.rivals import Stated

COMPARED_BY_MEANING = 24  # facts embedded at the most: the best by words

WELL_COVERED = 0.75
WELL_MEANT = 0.6
RIVAL_WITHIN = 2.0  # points of score: 0.16 of cosine, or a third of coverage

# Cosine of a question and each of some texts.
Meanings = Callable[[str, Sequence[str]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Ranked:
    stated: Stated
    score: float
    meaning: float  # cosine of question and fact; 0 where it wasn't computed


def values(found: Match, fact: Fact) -> dict[str, float]:
    """The features of a fact, less its meaning."""
    return {
        "coverage": found.coverage,
        "own": found.own_coverage,
        "fits": float(found.fits),
        "met": float(found.met),
        "broken": float(found.broken),
        "open": float(found.open),
        "exception": float(fact.exception),
        "cell": float(fact.cell),
        "entity_missing": float(found.entity_missing),
    }


def rank(
    asked: Asked,
    weighted: Sequence[Weighted],
    passages: Sequence[Passage],
    weights: Mapping[str, float],
    meanings: Meanings,
) -> list[Ranked]:
    """Every fact of the passages, best first; an earlier passage wins a tie."""
    scored = []
    for passage in passages:
        for fact in facts(passage):
            found = match(asked, weighted, fact)
            points = sum(weights.get(name, 0.0) * value for name, value in values(found, fact).items())
            scored.append((points, Stated(passage, fact, found)))
    scored.sort(key=lambda row: -row[0])
    head, tail = scored[:COMPARED_BY_MEANING], scored[COMPARED_BY_MEANING:]
    near = meanings(asked.text, [in_context(stated) for _, stated in head])
    ranked = [
        Ranked(stated, points + weights.get("meaning", 0.0) * meaning, meaning)
        for (points, stated), meaning in zip(head, near, strict=True)
    ]
    ranked.sort(key=lambda one: -one.score)
    return [*ranked, *(Ranked(stated, points, 0.0) for points, stated in tail)]


def is_rival(best: Ranked, other: Ranked) -> bool:
    """Whether another fact answers the question about as well, so that it matters what it says."""
    mine, theirs = best.stated, other.stated
    same_place = theirs.passage.id == mine.passage.id and theirs.fact.start == mine.fact.start
    able = theirs.match.fits and not theirs.match.broken and not theirs.match.entity_missing
    able = able and not theirs.match.contrasted
    return able and not same_place and other.score >= best.score - RIVAL_WITHIN


def falls_short(best: Ranked, rival: Ranked) -> bool:
    """Whether the question says something that the best fact speaks of and the rival doesn't: then it isn't meant."""
    mine = {term.key for term in best.stated.match.uncovered}
    theirs = {term.key for term in rival.stated.match.uncovered}
    return mine < theirs


def answers_well(one: Ranked) -> bool:
    """Enough to bother the asker with what stands against it; a doubtful fact alone is for the calibrator to refuse."""
    return one.meaning >= WELL_MEANT or one.stated.match.coverage >= WELL_COVERED


def in_context(stated: Stated) -> str:
    """A fact with its heading: what it is compared by."""
    heading = stated.passage.headings[-1] if stated.passage.headings else stated.passage.source.title
    return f"{heading}\n{stated.fact.text}"
