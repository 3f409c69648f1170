"""Contest: every claim that would be asserted against the other current, permitted passages that were retrieved.

Differences are looked for between facts: the same subject and scope with another value or polarity. Between documents
of unequal standing the higher one settles it: a claim that it contradicts is overruled, one that it bears out is safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.domain.evidence import Claim, Relation
from bot.stages.align import align
from bot.text.asked import Asked
from bot.text.facts import facts
from bot.text.match import Weighted, match
from bot.text.rivals import Relation as Standing
from bot.text.rivals import Stated, compare, outranks

AS_GOOD = 0.88  # share of the claim's coverage of the question from which another fact answers it too


@dataclass(frozen=True, slots=True)
class Contested:
    conflict: tuple[Claim, ...] = ()  # both sides, the draft's first; empty: none
    overruled: tuple[Claim, ...] = ()  # claims that a document of higher standing contradicts


def contest(
    asked: Asked, weighted: Sequence[Weighted], claims: Sequence[Claim], passages: Sequence[Passage]
) -> Contested:
    """`passages`: every current, permitted passage of the ranking, those of the prompt among them."""
    sides: list[Claim] = []
    overruled: list[Claim] = []
    for claim in claims:
        for own, rival in _clashes(asked, weighted, claim, passages):
            if outranks(own.passage.source, rival.passage.source):
                continue
            if outranks(rival.passage.source, own.passage.source):
                overruled.append(claim)
                continue
            sides.extend([claim, _claim(rival)])
    return Contested(_unique(sides), _unique(overruled))


def _clashes(
    asked: Asked, weighted: Sequence[Weighted], claim: Claim, passages: Sequence[Passage]
) -> Iterator[tuple[Stated, Stated]]:
    known = [w.term for w in weighted]
    for own in _stated(asked, weighted, claim, passages):
        for passage in passages:
            for fact in facts(passage):
                rival = Stated(passage, fact, match(asked, weighted, fact))
                if _answers_too(own, rival) and compare(own, rival, known).relation is Standing.CLASHES:
                    yield own, rival


def _stated(asked: Asked, weighted: Sequence[Weighted], claim: Claim, passages: Sequence[Passage]) -> list[Stated]:
    """The facts that the claim asserts: in each passage it cites, the one it is closest to."""
    found = []
    for passage in passages:
        if passage.id in claim.passages and (aligned := align(claim.text, passage)):
            exact = [a for a in aligned if a.fact.text.rstrip(" .") == claim.text.rstrip(" .")]
            fact = (exact or aligned)[0].fact
            found.append(Stated(passage, fact, match(asked, weighted, fact)))
    return found


def _answers_too(own: Stated, rival: Stated) -> bool:
    same_place = own.passage.id == rival.passage.id and own.fact.start == rival.fact.start
    good = rival.match.fits and not rival.match.broken and not rival.match.entity_missing
    return not same_place and good and rival.match.coverage >= AS_GOOD * own.match.coverage


def _claim(stated: Stated) -> Claim:
    return Claim(text=stated.fact.text, passages=(stated.passage.id,), relation=Relation.DIRECT)


def _unique(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """One claim a statement, in order; at most four sides are shown."""
    seen: dict[str, Claim] = {}
    for claim in claims:
        seen.setdefault(claim.text.casefold().rstrip(" ."), claim)
    return tuple(seen.values())[:4]
