"""From ranked facts to a reply in the answer contract: which facts to quote, and which form the reply has. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.domain.documents import Passage
from bot.text.asked import Asked, Sought
from bot.text.facts import facts
from bot.text.match import Match, Weighted
from bot.text.rivals import Comparison, Relation, Stated, compare

NOT_IN_CONTEXT = "NOT_IN_CONTEXT"

# Below these a fact isn't quoted at all. Chosen on generated companies (scripts/calibration), not on the handbook.
MIN_COVERAGE = 0.6
MAX_GAP = 0.3  # share of the question's weight that one term may leave uncovered
NEAR = 0.88  # a rival has at least this share of the best fact's coverage
MAX_QUOTED = 4


class Ranked(Protocol):
    @property
    def stated(self) -> Stated: ...
    @property
    def score(self) -> float: ...


def compose(asked: Asked, weighted: Sequence[Weighted], ranked: Sequence[Ranked]) -> str:
    candidates = [one for one in ranked if _may_answer(asked, one.stated.match)]
    if not candidates:
        return NOT_IN_CONTEXT
    best = candidates[0].stated
    rivals = [one.stated for one in candidates[1:] if _is_rival(best, one.stated)]
    known = [w.term for w in weighted]
    compared = [(rival, compare(best, rival, known)) for rival in rivals]
    best, compared = _prefer_the_rule(best, compared, known)
    clashing = _first_per_passage(rival for rival, how in compared if how.relation is Relation.CLASHES)
    if clashing:
        return "\n".join(["CONFLICT", *(_quote(stated) for stated in [best, *clashing][:MAX_QUOTED])])
    others = [(rival, how) for rival, how in compared if how.relation is Relation.OTHER_SCOPE]
    if others and asked.sought is not Sought.OPEN:
        return _ambiguous(best, others)
    return "\n".join(_answer(asked, best, candidates))


def _may_answer(asked: Asked, found: Match) -> bool:
    return (
        found.fits
        and not found.broken
        and found.coverage >= MIN_COVERAGE
        and found.weakest <= MAX_GAP
        and not found.entity_missing
    )


def _is_rival(best: Stated, other: Stated) -> bool:
    same_place = other.passage.id == best.passage.id and other.fact.start == best.fact.start
    return not same_place and other.match.coverage >= NEAR * best.match.coverage


def _prefer_the_rule(
    best: Stated, compared: list[tuple[Stated, Comparison]], known: Sequence[object]
) -> tuple[Stated, list[tuple[Stated, Comparison]]]:
    """Where the best fact is about a special case that nobody asked for, the general rule takes its place."""
    broader = [rival for rival, how in compared if how.relation is Relation.BROADER]
    if not broader:
        return best, compared
    rule = broader[0]
    rest = [rival for rival, _ in compared if rival is not rule]
    return rule, [(rival, compare(rule, rival, known)) for rival in rest]  # type: ignore[arg-type]


def _first_per_passage(stated: object) -> list[Stated]:
    seen: dict[str, Stated] = {}
    for one in stated:  # type: ignore[attr-defined]
        seen.setdefault(one.passage.id, one)
    return list(seen.values())


def _ambiguous(best: Stated, others: Sequence[tuple[Stated, Comparison]]) -> str:
    readings: dict[str, str] = {}
    _, first = others[0]
    readings[" ".join(first.scope)] = best.passage.id
    for rival, how in others:
        readings.setdefault(" ".join(how.rival_scope), rival.passage.id)
    lines = [f"{label} [{passage}]" for label, passage in readings.items() if label]
    return "\n".join(["AMBIGUOUS: Which one do you mean?", *lines])


def _answer(asked: Asked, best: Stated, candidates: Sequence[Ranked]) -> list[str]:
    quoted = [best, *_exceptions(best)]
    if asked.sought in (Sought.OPEN, Sought.METHOD):
        quoted.extend(_more(best, quoted, candidates))
    return [_quote(stated) for stated in quoted[:MAX_QUOTED]]


def _exceptions(best: Stated) -> list[Stated]:
    """Sentences that limit the rule travel along: those right after it that open as an exception does."""
    found: list[Stated] = []
    for fact in facts(best.passage):
        if fact.start > best.fact.start and fact.exception:
            found.append(Stated(best.passage, fact, best.match))
        elif fact.start > best.fact.start and not fact.exception and not fact.cell:
            break
    return found


def _more(best: Stated, quoted: Sequence[Stated], candidates: Sequence[Ranked]) -> list[Stated]:
    """For an open question, what else the same passage says to it."""
    taken = {stated.fact.start for stated in quoted}
    return [
        one.stated
        for one in candidates[1:]
        if one.stated.passage.id == best.passage.id and one.stated.fact.start not in taken and not one.stated.fact.cell
    ]


def _quote(stated: Stated) -> str:
    text = stated.fact.text.rstrip()
    closed = text if text.endswith((".", "!", "?", "…")) else f"{text}."
    return f"{closed} [{stated.passage.id}]"


def cited(passages: Sequence[Passage]) -> frozenset[str]:
    return frozenset(passage.id for passage in passages)
