"""Contest: every claim that would be asserted against the other current, permitted passages that were retrieved.

Differences are looked for between facts: the same subject and scope with another value or polarity. Between documents
of unequal standing the higher one settles it: a claim that it contradicts is overruled, one that it bears out is safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.domain.evidence import Claim, Relation
from bot.stages.align import align
from bot.text.match import Weighted
from bot.text.ranking import Ranked, falls_short, is_rival
from bot.text.rivals import Relation as Standing
from bot.text.rivals import Stated, compare, outranks


@dataclass(frozen=True, slots=True)
class Contested:
    conflict: tuple[Claim, ...] = ()  # both sides, the draft's first; empty: none
    overruled: tuple[Claim, ...] = ()  # claims that a document of higher standing contradicts


def contest(weighted: Sequence[Weighted], claims: Sequence[Claim], ranked: Sequence[Ranked]) -> Contested:
    """`ranked`: the facts of the passages of the ranking, those of the prompt among them."""
    sides: list[Claim] = []
    overruled: list[Claim] = []
    for claim in claims:
        for own, rival in _clashes(weighted, claim, ranked):
            if outranks(own.passage.source, rival.passage.source):
                continue
            if outranks(rival.passage.source, own.passage.source):
                overruled.append(claim)
                continue
            sides.extend([claim, _claim(rival)])
    return Contested(_unique(sides), _unique(overruled))


def _clashes(weighted: Sequence[Weighted], claim: Claim, ranked: Sequence[Ranked]) -> Iterator[tuple[Stated, Stated]]:
    known = [w.term for w in weighted]
    for own in asserted(claim, ranked):
        for rival in ranked:
            if not is_rival(own, rival) or falls_short(own, rival):
                continue
            if compare(own.stated, rival.stated, known).relation is Standing.CLASHES:
                yield own.stated, rival.stated


def asserted(claim: Claim, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The facts that a claim asserts: in each passage it cites, the one it says word for word, or is closest to."""
    said = claim.text.rstrip(" .")
    found = []
    for id_ in claim.passages:
        facts = [one for one in ranked if one.stated.passage.id == id_]
        exact = next((one for one in facts if one.stated.fact.text.rstrip(" .") == said), None)
        aligned = align(claim.text, facts[0].stated.passage) if facts and exact is None else ()
        near = next((one for a in aligned[:1] for one in facts if one.stated.fact.text == a.fact.text), None)
        if exact or near:
            found.append(exact or near)
    return [one for one in found if one is not None]


def _claim(stated: Stated) -> Claim:
    return Claim(text=stated.fact.text, passages=(stated.passage.id,), relation=Relation.DIRECT)


def _unique(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """One claim a statement, in order; at most four sides are shown."""
    seen: dict[str, Claim] = {}
    for claim in claims:
        seen.setdefault(claim.text.casefold().rstrip(" ."), claim)
    return tuple(seen.values())[:4]
