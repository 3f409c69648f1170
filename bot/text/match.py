"""How well a fact answers a question: which of its terms it covers, which conditions it meets, and the kind of answer.

Weights come from the passages at hand, never from the whole corpus: a count over documents that the asker may not read
would let them shine through.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.text.asked import Asked, Sought, counted_matches
from bot.text.cases import is_case, sets_of
from bot.text.facts import Fact
from bot.text.quantities import Kind, Quantity, comparable, same_value, satisfies
from bot.text.terms import Bag, Term, bag, terms

MIN_WEIGHT = 0.7  # of a term that carries the subject: where there are few passages, all of them may hold it
GENERAL_WEIGHT = 0.3  # of a term too general to carry a subject, against one that does
LEVELS = (
    1.0,
    0.95,
    0.9,
    0.55,
)  # a term in the fact itself, beside it, in the title or headings, elsewhere in the passage

_AGENT = re.compile(
    r"\b(?:managers?|heads?|leads?|leaders?|directors?|officers?|teams?|departments?|hr|human resources|finance|legal"
    r"|it|support|owners?|ceo|cfo|cto|coo|ciso|dpo|committees?|boards?|engineers?|coordinators?|administrators?|admins?"
    r"|controllers?|supervisors?|partners?|desk|reception|security|payroll|council|dean|registrar|nurse|doctor|physician"
    r"|president|chair|secretary|clerk|agents?|specialists?|representatives?|commander|operator|employees?|staff"
    r"|customers?|everyone|anyone|nobody|office|steward|librarian|trainer|instructor|attorney|counsel|treasurer)\b",
    re.IGNORECASE,
)
_TEMPORAL = re.compile(
    r"\b(?:before|after|by the|until|from|on the|every|each|once|immediately|at the (?:end|start|beginning|latest)"
    r"|within|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|quarter|month|week|year|daily|weekly|monthly|annually|noon|midnight)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th)|last)\b",
    re.IGNORECASE,
)
# A sentence that says where it is said.
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:see (?:also )?(?:the|our|section|page|annex|appendix|below|above)|refer to|look up|please consult"
    r"|can be found (?:in|on|at)|published separately|everything (?:on|about)"
    r"|(?:is|are) (?:\w+ )?(?:shown|described|governed|explained|regulated|laid down|set out|listed|published"
    r"|documented) (?:in|by|on|at)|details (?:of|on|about) .{0,60}(?:are|is) (?:in|on|part of|available))\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\b(?:because|since|due to|reason|so that|in order to|therefore|as a result)\b", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:every|each|once|twice|daily|weekly|monthly|quarterly|yearly|annually|hourly|nightly"
    r"|per (?:day|week|month|year))\b",
    re.IGNORECASE,
)
_FIGURE_KINDS = {
    Sought.MONEY: {Kind.MONEY},
    Sought.PERCENT: {Kind.PERCENT},
    Sought.AMOUNT: {Kind.MONEY, Kind.PERCENT, Kind.COUNT, Kind.DATA, Kind.DISTANCE, Kind.DURATION},
    Sought.COUNT: {Kind.COUNT, Kind.DATA, Kind.DURATION},
    Sought.DURATION: {Kind.DURATION},
    Sought.TERM: {Kind.DURATION, Kind.DATE, Kind.TIME},
}


@dataclass(frozen=True, slots=True)
class Weighted:
    term: Term
    weight: float  # > 0
    known: bool  # some passage at hand holds it


@dataclass(frozen=True, slots=True)
class Match:
    coverage: float  # Σ weight·level / Σ weight, 0 … 1
    own_coverage: float  # the same, counting only the fact's own words and labels
    weakest: float  # largest share of weight that one term leaves uncovered, 0 … 1
    lacking: float  # the same among terms that some passage at hand does hold: it speaks of them, this fact doesn't
    uncovered: tuple[Term, ...]  # level below a half
    met: int  # conditions of the question that the fact's figures satisfy
    broken: int  # conditions that they exclude
    open: int  # conditions that nothing in the fact speaks to
    fits: bool  # it holds the kind of answer that is sought
    answers: tuple[Quantity, ...]  # the figures that would be the answer
    words: frozenset[str] = frozenset()  # the words that would be, where no figure is: ordinals, who does it

    contrasted: bool = False  # it speaks of an alternative to a case that the question names: interns, apprentices

    @property
    def entity_missing(self) -> bool:
        return any(term.entity for term in self.uncovered)


def passage_bag(passage: Passage) -> Bag:
    """Everything a passage can be found by: its text, title, headings and facets."""
    return bag(passage.text) | context_bag(passage)


def context_bag(passage: Passage) -> Bag:
    return bag("\n".join([passage.source.title, *passage.headings, *(v for _, v in passage.source.facets)]))


def weigh(asked: Asked, bags: Sequence[Bag]) -> tuple[Weighted, ...]:
    """Terms with their inverse document frequency over the bags: ln(1 + (N − n + ½)/(n + ½)), Spärck Jones."""
    found = []
    for term in asked.terms:
        count = sum(b.holds(term) >= 0.9 for b in bags)
        idf = math.log(1 + (len(bags) - count + 0.5) / (count + 0.5))
        general = term.general or _only_measures(asked, term)
        weight = GENERAL_WEIGHT * min(idf, 1.0) if general else max(idf, MIN_WEIGHT)
        found.append(Weighted(term, max(weight, 0.05), count > 0))
    return tuple(found)


def _only_measures(asked: Asked, term: Term) -> bool:
    """`days` in "how many days": it names the unit of the answer, not its subject."""
    return asked.wants_figure and set(term.stems) <= {*asked.counted} and bool(
        term.concepts & {"daily", "weekly", "monthly", "yearly", "hourly"}
    )  # fmt: skip


def covers(weighted: Sequence[Weighted], fact: Fact) -> float:
    """`coverage` of the match, to the bit, for a fraction of its cost."""
    total = sum(w.weight for w in weighted) or 1.0
    return 1.0 - sum([w.weight * (1 - _level(w.term, fact)) / total for w in weighted])


def match(asked: Asked, weighted: Sequence[Weighted], fact: Fact) -> Match:
    levels = [_level(w.term, fact) for w in weighted]
    own = [max(fact.own.holds(w.term), LEVELS[1] * fact.near.holds(w.term)) for w in weighted]
    total = sum(w.weight for w in weighted) or 1.0
    met, broken, open_ = _conditions(asked, fact)
    answers = _answers(asked, fact)
    gaps = [w.weight * (1 - level) / total for w, level in zip(weighted, levels, strict=True)]
    return Match(
        coverage=1.0 - sum(gaps),
        own_coverage=sum(w.weight * o for w, o in zip(weighted, own, strict=True)) / total,
        weakest=max(gaps, default=0.0),
        lacking=max((gap for w, gap in zip(weighted, gaps, strict=True) if w.known), default=0.0),
        uncovered=tuple(w.term for w, level in zip(weighted, levels, strict=True) if level < 0.5),
        met=met,
        broken=broken,
        open=open_,
        fits=_fits(asked, fact, answers),
        answers=answers,
        words=_answering_words(asked, fact),
        contrasted=_contrasted(asked, [w.term for w, level in zip(weighted, levels, strict=True) if level < 0.5], fact),
    )


def _contrasted(asked: Asked, uncovered: Sequence[Term], fact: Fact) -> bool:
    wanted = sets_of(uncovered)
    if not wanted:
        return False
    heard = bag(asked.text)
    return bool(wanted & sets_of(term for term in terms(fact.text) if heard.holds(term) < 0.9))


def _answering_words(asked: Asked, fact: Fact) -> frozenset[str]:
    if asked.wants_figure:
        return frozenset()
    if asked.sought is Sought.AGENT:
        found = (match.group().casefold() for match in _AGENT.finditer(fact.text))
        return frozenset(word for word in found if not _asked_about(asked, word))
    return frozenset(match.group().casefold() for match in _ORDINAL.finditer(fact.text))


def _level(term: Term, fact: Fact) -> float:
    best = 0.0
    # A name or a case must stand with the fact itself: what the passage says around it may be of another one.
    places = (fact.own, fact.near, fact.context) if is_case(term) else (fact.own, fact.near, fact.context, fact.around)
    for level, place in zip(LEVELS, places, strict=False):
        if best >= level:  # no place further away can better it
            break
        best = max(best, level * place.holds(term))
    return best


def _conditions(asked: Asked, fact: Fact) -> tuple[int, int, int]:
    met = broken = open_ = 0
    for condition in asked.conditions:
        rivals = [q for q in fact.quantities if comparable(condition, q)]
        if any(satisfies(condition, q) or same_value(condition, q) for q in rivals):
            met += 1
        elif rivals and asked.sought is not Sought.POLARITY:  # "may I … four days?" is answered by "three days"
            broken += 1
        else:
            open_ += 1
    return met, broken, open_


def _answers(asked: Asked, fact: Fact) -> tuple[Quantity, ...]:
    """The fact's figures of the kind sought, less those that only repeat or bound a condition of the question."""
    kinds = _FIGURE_KINDS.get(asked.sought)
    if kinds is None:
        return tuple(q for q in fact.quantities if not _is_condition(asked, q))
    fitting = [q for q in fact.quantities if q.kind in kinds and not _is_condition(asked, q)]
    if asked.sought is Sought.COUNT:
        counted = [q for q in fitting if q.kind is Kind.COUNT and counted_matches(asked, q.unit)]
        return tuple(counted or [q for q in fitting if q.kind is not Kind.COUNT or not q.unit])
    if asked.sought is Sought.AMOUNT and any(q.kind is not Kind.DURATION for q in fitting):
        return tuple(q for q in fitting if q.kind is not Kind.DURATION)  # "100 EUR after five years"
    named = [q for q in fitting if asked.counted and set(asked.counted) & bag(q.text).stems]
    return tuple(named or fitting)  # how many days: "25 days after five years"


def _is_condition(asked: Asked, quantity: Quantity) -> bool:
    return any(
        comparable(condition, quantity) and (same_value(condition, quantity) or satisfies(condition, quantity))
        for condition in asked.conditions
    )


def _asked_about(asked: Asked, word: str) -> bool:
    """Whether the question itself names it: then it is no answer."""
    words = bag(word)
    return any(words.holds(term) >= 0.9 for term in asked.terms)


def _fits(asked: Asked, fact: Fact, answers: tuple[Quantity, ...]) -> bool:
    if _POINTS_ELSEWHERE.search(fact.text) and asked.sought not in (Sought.PLACE, Sought.METHOD):
        return False
    if asked.wants_figure:
        often = asked.sought is Sought.DURATION and re.search(
            r"\bhow (?:often|frequently)\b", asked.text, re.IGNORECASE
        )
        return bool(answers) or bool(often and _OFTEN.search(fact.text))
    if asked.sought is Sought.WHEN:
        kinds = {Kind.DATE, Kind.TIME, Kind.DURATION}
        return any(q.kind in kinds for q in fact.quantities) or bool(_TEMPORAL.search(fact.text))
    if asked.sought is Sought.AGENT:
        return any(not _asked_about(asked, found.group()) for found in _AGENT.finditer(fact.text))
    if asked.sought is Sought.NAME:
        return any(term.entity and not _asked_about(asked, term.text) for term in terms(fact.text))
    if asked.sought is Sought.REASON:
        return bool(_CAUSE.search(fact.text))
    return True
