"""Gate: what can be told before any model is asked. Nothing found; a name that nothing covers; a slot left open.

Structural only: no floor on a score ever tells an answerable question from another (see docs/tracing-a-question.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Insufficient, Reading
from bot.domain.retrieval import Hit
from bot.stages.fuse import Ranking
from bot.text.asked import Asked, subject
from bot.text.facts import facts
from bot.text.match import Match, Weighted, match
from bot.text.rivals import Relation, Stated, compare
from bot.text.terms import bag, terms

CONTENDERS = 8  # ranks in which documents compete for a question
AS_GOOD = 0.9  # share of the best coverage from which a hit competes

# Facets that file a document rather than limit whom or what it is about.
ADMINISTRATIVE = frozenset(
    """
        author authors category categories classification confidential confidentiality created department
        division format keywords lang language last_reviewed modified next_review note notes review
        review_date reviewed reviewer source summary tag tags team topic topics type updated description
        subtitle contact restricted layout slug
    """.split()
)


@dataclass(frozen=True, slots=True)
class Gated:
    hits: tuple[Hit, ...]  # without those whose facets the question rules out
    evidence: Insufficient | Ambiguous | None = None  # set: decided here, no model is asked


def gate(asked: Asked, ranking: Ranking) -> Gated:
    if not ranking.hits or (not any(w.known for w in ranking.weighted) and not _close(ranking.hits)):
        return Gated(ranking.hits, Insufficient(missing=(subject(asked),)))
    unknown = tuple(w.term.text for w in ranking.weighted if w.term.entity and not w.known)
    if unknown:
        return Gated(ranking.hits, Insufficient(missing=unknown))
    hits = _narrow(asked, ranking.hits)
    return Gated(hits, _open_slot(asked, ranking.weighted, hits))


def _close(hits: Sequence[Hit]) -> bool:
    """Some hit means the same in other words."""
    return any((hit.similarity or 0.0) >= 0.4 for hit in hits[:CONTENDERS])


def _slots(hit: Hit) -> dict[str, str]:
    return {key: value for key, value in hit.passage.source.facets if key.casefold() not in ADMINISTRATIVE}


def _names(asked: Asked, value: str) -> bool:
    """Whether the question names a facet's value: `Germany` also as "German"."""
    words = bag(asked.text)
    found = terms(value)
    return bool(found) and all(words.holds(term) >= 0.9 for term in found)


def _narrow(asked: Asked, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Drops hits about another value of a slot that the question fills; ranks are counted anew."""
    filled: dict[str, set[str]] = {}
    for hit in hits:
        for key, value in _slots(hit).items():
            if _names(asked, value):
                filled.setdefault(key, set()).add(value.casefold())
    kept = [hit for hit in hits if _admitted(hit, filled)]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(kept or hits, start=1))


def _admitted(hit: Hit, filled: dict[str, set[str]]) -> bool:
    slots = _slots(hit)
    return all(slots[key].casefold() in values for key, values in filled.items() if key in slots)


def _open_slot(asked: Asked, weighted: Sequence[Weighted], hits: Sequence[Hit]) -> Ambiguous | None:
    """A slot in which the best candidates differ, that the question leaves open, and on which the answer depends."""
    best = max((hit.coverage for hit in hits[:CONTENDERS]), default=0.0)
    contenders = [hit for hit in hits[:CONTENDERS] if hit.coverage >= AS_GOOD * best]
    for key in dict.fromkeys(key for hit in contenders for key in _slots(hit)):
        by_value: dict[str, Hit] = {}
        for hit in contenders:
            if value := _slots(hit).get(key):
                by_value.setdefault(value, hit)
        if len(by_value) < 2 or key not in _slots(contenders[0]) or any(_names(asked, value) for value in by_value):
            continue
        if _answers_differ(asked, weighted, list(by_value.values())):
            readings = tuple(Reading(label=v, passages=(by_value[v].passage.id,)) for v in sorted(by_value))
            return Ambiguous(question=f"Which {key.replace('_', ' ')} do you mean?", readings=readings)
    return None


def _answers_differ(asked: Asked, weighted: Sequence[Weighted], hits: Sequence[Hit]) -> bool:
    stated = [best for hit in hits if (best := best_fact(asked, weighted, hit.passage))]
    known = [w.term for w in weighted]
    return len(stated) > 1 and any(
        compare(stated[0], other, known).relation is not Relation.AGREES for other in stated[1:]
    )


def best_fact(asked: Asked, weighted: Sequence[Weighted], passage: Passage) -> Stated | None:
    """The passage's fact that answers best; None where none holds the kind of answer sought."""
    scored: list[tuple[float, Stated]] = []
    for fact in facts(passage):
        found: Match = match(asked, weighted, fact)
        if found.fits and not found.broken:
            scored.append((found.coverage + 0.02 * fact.cell, Stated(passage, fact, found)))
    return max(scored, key=lambda row: row[0])[1] if scored else None
