"""Align: which facts of a passage a claim speaks of, and whether a figure stands in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.text.facts import Fact, facts
from bot.text.quantities import Quantity, excludes, quantities, same, satisfies
from bot.text.terms import Bag, bag, terms
from bot.text.tokens import content

MIN_OVERLAP = 0.25  # below it a claim doesn't speak of a fact


@dataclass(frozen=True, slots=True)
class Aligned:
    fact: Fact
    overlap: float  # of the words of claim and fact, over the smaller of the two, 0 … 1


def align(text: str, passage: Passage) -> tuple[Aligned, ...]:
    """The passage's facts that the claim speaks of, closest first."""
    claim = _words(bag(text), text)
    found = []
    for fact in facts(passage):
        own = _words(fact.own, fact.text)
        shared = len(claim & (own | fact.near.stems | fact.near.concepts))
        smaller = min(len(claim), len(own)) or 1
        overlap = min(1.0, shared / smaller)
        if overlap >= MIN_OVERLAP:
            found.append(Aligned(fact, overlap))
    return tuple(sorted(found, key=lambda aligned: -aligned.overlap))


def _words(words: Bag, text: str) -> frozenset[str]:
    """Stems of the words that mean something, a thesaurus group standing for all of its words."""
    by_concept = {s: min(term.concepts) for term in terms(text) for s in term.stems if term.concepts}
    stems = {token.stem for token in content(text) if not token.is_figure}
    return frozenset({by_concept.get(s, s) for s in stems & words.stems})


def bears(
    claimed: Quantity, text: str, passage: Passage, aligned: Sequence[Aligned], asked: Sequence[Quantity] = ()
) -> bool:
    """Whether the figure stands in a fact that the claim speaks of, or in what frames the passage.

    A figure that the asker brought ("for a four-hour outage") need not stand there word for word: it is enough that it
    lies in a range that does ("2 to 6 hours").
    """
    holders = [a.fact for a in aligned if any(same(claimed, q) for q in a.fact.quantities)]
    if any(not fact.labels for fact in holders):
        return True
    cells = [a.fact for a in aligned if a.fact.cell]
    if any(fact.cell and _right_cell(fact, cells, claimed, text) for fact in holders):
        return True
    if any(same(claimed, q) for q in _framing(passage)):
        return True
    brought = any(same(claimed, q) for q in asked)
    return brought and any(satisfies(claimed, q) for a in aligned for q in a.fact.quantities)


def _right_cell(fact: Fact, cells: Sequence[Fact], claimed: Quantity, text: str) -> bool:
    """The figure must stand in the row and the column that the claim names, where it names any."""
    words = bag(text)
    for place in (0, 1):  # the row's label, the column's
        named = {cell.labels[place] for cell in cells if _holds(words, cell.labels[place])}
        if named and fact.labels[place] not in named:
            return False
    others = [q for q in quantities(text) if not same(q, claimed)]
    row = quantities(fact.labels[0])
    return not any(excludes(q, r) for q in others for r in row)


def _holds(words: Bag, label: str) -> bool:
    found = terms(label)
    return bool(found) and all(words.holds(term) >= 0.9 for term in found)


def _framing(passage: Passage) -> tuple[Quantity, ...]:
    frame = [passage.source.title, *passage.headings, *(value for _, value in passage.source.facets)]
    return quantities("\n".join(frame))
