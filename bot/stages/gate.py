"""Gate: what can be told before any model is asked. Nothing found; a name that nothing covers; a slot left open.

Structural only: no floor on a score ever tells an answerable question from another (see docs/tracing-a-question.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Insufficient, Reading
from bot.domain.retrieval import Hit
from bot.stages.fuse import Ranking
from bot.text.asked import Asked, subject
from bot.text.cases import sets_of
from bot.text.facts import facts
from bot.text.match import Weighted, covers, match
from bot.text.quantities import comparable
from bot.text.rivals import Stated, agree
from bot.text.terms import bag, terms
from bot.text.tokens import tokens

CONTENDERS = 8  # ranks in which documents compete for a question
AS_GOOD = 0.9  # share of the best coverage from which a hit competes
NAMED = 0.9  # from which a text holds a name

# Slots whose values are names; a value that is an everyday word ("my team", "business customers") is meant only where
# it is written as a name or beside the slot ("team plan").
_NAMES_THINGS = frozenset("plan tier edition package product service module subscription licence license".split())

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


def gate(asked: Asked, ranking: Ranking, *, offered: Sequence[str] = ()) -> Gated:
    """`offered`: the readings that the asker was given to choose from, in whatever words a model put them."""
    if not ranking.hits or (not any(w.known for w in ranking.weighted) and not _close(ranking.hits)):
        return Gated(ranking.hits, Insufficient(missing=(subject(asked),)))
    keys = bag("\n".join([*offered, *(key.replace("_", " ") for hit in ranking.hits for key in _slots(hit))]))
    unknown = tuple(
        w.term.text for w in ranking.weighted if w.term.entity and not w.known and keys.holds(w.term) < NAMED
    )
    if unknown:
        return Gated(ranking.hits, Insufficient(missing=unknown))
    hits = _narrow(asked, ranking.hits)
    return Gated(hits, _open_slot(asked, ranking.weighted, hits))


def _close(hits: Sequence[Hit]) -> bool:
    """Some hit means the same in other words."""
    return any((hit.similarity or 0.0) >= 0.4 for hit in hits[:CONTENDERS])


def _slots(hit: Hit) -> dict[str, str]:
    return {key: value for key, value in hit.passage.source.facets if key.casefold() not in ADMINISTRATIVE}


def _names(asked: Asked, key: str, value: str) -> bool:
    """Whether the question names a facet's value: `Germany` also as "German", `10` seats by its figure."""
    label = key.replace("_", " ").casefold()
    beside = re.compile(
        rf"\b(?:{re.escape(label)} {re.escape(value)}|{re.escape(value)} {re.escape(label)})\b", re.IGNORECASE
    )
    if beside.search(asked.text):
        return True
    found = terms(value)
    if not found:
        figures = {token.stem for token in tokens(value)}
        return any(map(str.isdigit, value)) and figures <= {token.stem for token in tokens(asked.text)}
    words = bag(asked.text)
    if not all(words.holds(term) >= NAMED for term in found):
        return False
    everyday = label in _NAMES_THINGS and bool(sets_of(found))
    return not everyday or value in asked.text


def _narrow(asked: Asked, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Drops hits about another value of a slot that the question fills; ranks are counted anew."""
    filled: dict[str, set[str]] = {}
    for hit in hits:
        for key, value in _slots(hit).items():
            if _names(asked, key, value):
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
        if (
            len(by_value) < 2
            or key not in _slots(contenders[0])
            or any(_names(asked, key, value) for value in by_value)
        ):
            continue
        if _answers_differ(asked, weighted, list(by_value.values())):
            readings = tuple(Reading(label=v, passages=(by_value[v].passage.id,)) for v in sorted(by_value))
            return Ambiguous(question=f"Which {key.replace('_', ' ')} do you mean?", readings=readings)
    return None


def _answers_differ(asked: Asked, weighted: Sequence[Weighted], hits: Sequence[Hit]) -> bool:
    """Unless they are seen to agree: to ask once too often is cheaper than to answer for the wrong case."""
    stated = [best for hit in hits if (best := best_fact(asked, weighted, hit.passage))]
    return len(stated) > 1 and not all(_same_answer(stated[0], other) for other in stated[1:])


def _same_answer(one: Stated, other: Stated) -> bool:
    if one.fact.text == other.fact.text:
        return True
    pairs = ((a, b) for a in one.match.answers for b in other.match.answers)
    return any(comparable(a, b) and agree(a, b) for a, b in pairs)


def best_fact(asked: Asked, weighted: Sequence[Weighted], passage: Passage) -> Stated | None:
    """The passage's fact that answers best; None where none holds the kind of answer sought."""
    best_first = sorted(facts(passage), key=lambda fact: -(covers(weighted, fact) + 0.02 * fact.cell))
    matched = ((fact, match(asked, weighted, fact)) for fact in best_first)
    return next((Stated(passage, fact, found) for fact, found in matched if found.fits and not found.broken), None)
