"""Align: which facts of a passage a claim speaks of, and whether a figure stands in one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.documents import Passage
from bot.text.facts import Fact, facts
from bot.text.quantities import Comparator, Kind, Quantity, excludes, quantities, same, same_value, satisfies
from bot.text.terms import Bag, bag, terms
from bot.text.tokens import content

MIN_OVERLAP = 0.25  # below it a claim doesn't speak of a fact
CLOSER = 0.25  # share of a fact's words by which it is closer to a claim than one with as many of the claim's words

_A_PERIOD = re.compile(r"(?:a|an|each|every|per) \w+", re.IGNORECASE)


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
    facts_of = [a.fact for a in aligned]
    holders = [fact for fact in facts_of if any(equal(claimed, q, text, fact.text) for q in fact.quantities)]
    plain = [fact for fact in holders if not fact.labels]
    if plain and not _nearer(claimed, text, plain, facts_of):
        return True
    cells = [fact for fact in facts_of if fact.cell]
    if any(fact.cell and _right_cell(fact, cells, claimed, text) for fact in holders):
        return True
    if any(same(claimed, q) for q in framing(passage)) or _only_a_rate(claimed, facts_of):
        return True
    brought = any(same(claimed, q) for q in asked)
    return brought and any(satisfies(claimed, q) for fact in facts_of for q in fact.quantities)


def equal(claimed: Quantity, stated: Quantity, text: str, fact: str) -> bool:
    """The same, also where a noun stands for the comparator: "the limit is 45 EUR" for "up to 45 EUR"."""
    if same(claimed, stated):
        return True
    if not same_value(claimed, stated) or Comparator.EQ not in (claimed.comparator, stated.comparator):
        return False
    bound, words = (stated, text) if claimed.comparator is Comparator.EQ else (claimed, fact)
    noun = {Comparator.LE: "maximum", Comparator.GE: "minimum"}.get(bound.comparator)
    return noun in bag(_without(quantities(words), words)).concepts


def _only_a_rate(claimed: Quantity, facts_of: Sequence[Fact]) -> bool:
    """ "a year" that says what another figure is per: "25 days' annual holiday a year"."""
    if claimed.kind is not Kind.DURATION or not _A_PERIOD.fullmatch(claimed.text):
        return False
    period = claimed.text.split()[-1].casefold()
    return any(period in (q.per or "").split("+") for fact in facts_of for q in fact.quantities)


def _nearer(claimed: Quantity, text: str, holders: Sequence[Fact], facts_of: Sequence[Fact]) -> bool:
    """Whether a fact that the claim speaks of more closely than of any holder has other figures of the kind.

    "High tickets: 4 hours" bears nothing about critical ones where another sentence does.
    """
    said = quantities(text)
    best = max(_closeness(text, fact) for fact in holders)
    for fact in facts_of:
        rivals = [q for q in fact.quantities if q.kind is claimed.kind]
        if fact in holders or not rivals or any(same(q, own) for q in rivals for own in said):
            continue
        held, precise = _closeness(text, fact)
        if held > best[0] or (held == best[0] and precise > best[1] + CLOSER):
            return True
    return False


def _closeness(text: str, fact: Fact) -> tuple[float, float]:
    """Share of the claim's words that the fact has with what is near it; share of the fact's own that the claim has."""
    claim, own = _meant(text), _meant(fact.text)
    near = own | fact.near.stems | fact.near.concepts
    return len(claim & near) / (len(claim) or 1), len(claim & own) / (len(own) or 1)


@lru_cache(maxsize=8_192)
def _meant(text: str) -> frozenset[str]:
    """The words of a text that no figure is spelled with."""
    rest = _without(quantities(text), text)
    return _words(bag(rest), rest)


def _without(figures: Sequence[Quantity], text: str) -> str:
    return "".join(char for i, char in enumerate(text) if not any(q.start <= i < q.end for q in figures))


def _right_cell(fact: Fact, cells: Sequence[Fact], claimed: Quantity, text: str) -> bool:
    """The figure must stand in the row and the column that the claim names, where it names any."""
    words, said = bag(text), quantities(text)
    for place in (0, 1):  # the row's label, the column's
        named = {cell.labels[place] for cell in cells if _holds(words, said, cell.labels[place])}
        if named and fact.labels[place] not in named:
            return False
    others = [q for q in said if not same(q, claimed)]
    row = quantities(fact.labels[0])
    return not any(excludes(q, r) for q in others for r in row)


def _holds(words: Bag, said: Sequence[Quantity], label: str) -> bool:
    """Whether a claim names a label: all of its words, and its figures as they are."""
    figures = quantities(label)
    if not all(any(same(figure, q) for q in said) for figure in figures):
        return False
    found = terms(_without(figures, label))
    return bool(found or figures) and all(words.holds(term) >= 0.9 for term in found)


def framing(passage: Passage) -> tuple[Quantity, ...]:
    frame = [passage.source.title, *passage.headings, *(value for _, value in passage.source.facets)]
    return quantities("\n".join(frame))
