"""From ranked facts to a reply in the answer contract: which facts to quote, and which form the reply has. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.asked import Asked, Sought
from bot.text.facts import facts
from bot.text.match import Weighted
from bot.text.ranking import WELL_COVERED, Ranked, answers_well, falls_short, is_rival
from bot.text.rivals import Comparison, Relation, Stated, compare, outranks
from bot.text.terms import Term

NOT_IN_CONTEXT = "NOT_IN_CONTEXT"

# Below this no fact is quoted. Low on purpose: whether to answer is the calibrator's to say.
MIN_MEANING = 0.3
MAX_QUOTED = 4


def compose(asked: Asked, weighted: Sequence[Weighted], ranked: Sequence[Ranked]) -> str:
    """`ranked`: every fact of the prompt, best first."""
    candidates = [one for one in ranked if _may_answer(one)]
    if not candidates:
        return NOT_IN_CONTEXT
    known = [w.term for w in weighted]
    best = candidates[0]
    compared = _compared(best, candidates, known)
    rule = next((rival for rival, how in compared if how.relation is Relation.BROADER), None)
    if rule is not None:  # the best fact is about a special case that nobody asked for
        best, compared = rule, _compared(rule, candidates, known)
    overruling = [rival for rival, how in compared if how.relation is Relation.CLASHES and _outranks(rival, best)]
    if overruling:
        best, compared = overruling[0], _compared(overruling[0], candidates, known)
    clashing = [
        one
        for one, how in compared
        if how.relation is Relation.CLASHES and not _outranks(best, one) and not falls_short(best, one)
    ]
    if clashing and answers_well(best):
        sides = {one.stated.passage.id: one.stated for one in reversed([best, *clashing])}
        return "\n".join(["CONFLICT", *map(_quote, list(sides.values())[::-1][:MAX_QUOTED])])
    others = [
        (rival.stated, how)
        for rival, how in compared
        if how.relation is Relation.OTHER_SCOPE and not falls_short(best, rival)
    ]
    if others and asked.sought is not Sought.OPEN and answers_well(best):
        return _ambiguous(best.stated, others)
    return "\n".join(_answer(asked, best.stated, candidates))


def _may_answer(one: Ranked) -> bool:
    found = one.stated.match
    meant = one.meaning >= MIN_MEANING or found.coverage >= WELL_COVERED
    return meant and found.fits and not found.broken and not found.entity_missing and not found.contrasted


def _compared(best: Ranked, candidates: Sequence[Ranked], known: Sequence[Term]) -> list[tuple[Ranked, Comparison]]:
    """How the other facts that answer the question as well stand to the best one."""
    return [(one, compare(best.stated, one.stated, known)) for one in candidates if is_rival(best, one)]


def _outranks(one: Ranked, other: Ranked) -> bool:
    return outranks(one.stated.passage.source, other.stated.passage.source)


def _ambiguous(best: Stated, others: Sequence[tuple[Stated, Comparison]]) -> str:
    readings: dict[str, str] = {}
    _, first = others[0]
    readings[first.scope[0]] = best.passage.id
    for rival, how in others:
        readings.setdefault(how.rival_scope[0], rival.passage.id)
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


def joined(replies: Sequence[tuple[str, str]]) -> str:
    """The replies to the parts of one question: what is answered, then what is missing. A question back comes alone."""
    if len(replies) == 1:
        return replies[0][1]
    if apart := next((reply for _, reply in replies if reply.startswith(("CONFLICT", "AMBIGUOUS"))), None):
        return apart
    answered = [reply for _, reply in replies if reply != NOT_IN_CONTEXT]
    lacking = [part.strip(" ?") for part, reply in replies if reply == NOT_IN_CONTEXT]
    if not answered:
        return NOT_IN_CONTEXT
    lines = dict.fromkeys(line for reply in answered for line in reply.splitlines())
    return "\n".join([*lines, *([f"MISSING: {'; '.join(lacking)}"] if lacking else [])])
