"""What a question asks for: its terms, the kind of answer it expects, and the figures it sets as conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from bot.text.quantities import Quantity, quantities
from bot.text.terms import Term, bag, terms
from bot.text.tokens import stem, tokens


class Sought(StrEnum):
    """The kind of answer."""

    MONEY = "money"
    PERCENT = "percent"
    AMOUNT = "amount"  # money, a percentage or a number: "how much", "what limit"
    COUNT = "count"
    DURATION = "duration"
    TERM = "term"  # a length of time or a date: deadlines, periods, notice
    WHEN = "when"
    AGENT = "agent"
    PLACE = "place"
    NAME = "name"  # which company, which tool
    POLARITY = "polarity"  # yes or no
    METHOD = "method"
    REASON = "reason"
    OPEN = "open"


_TIME_UNIT = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)"
_TERM_NOUN = (
    r"(?:deadlines?|notice|(?:\w+ )?periods?|intervals?|lengths?|durations?|time limits?|(?:waiting|response) times?)"
)
_AMOUNT_NOUN = (
    r"(?:prices?|costs?|fees?|charges?|rates?|excess|amounts?|limits?|caps?|maximum|minimum|budgets?|allowances?|bonus"
    r"|sizes?|salary|wages?|salary range|liability|capacity|numbers?|shares?|deposits?|fines?|discounts?|rents?"
    r"|penalt(?:y|ies)|surcharges?)"
)
_ASKS = r"\b(?:who|whom|whose|what|which|when|where|why|how|can|could|may|do|does|is|are|must|should|will)\b"
# Without a word that asks, the noun tells: "deadline expense claims", "I'm looking for the price of guided tours".
_NOUNS: tuple[tuple[Sought, re.Pattern[str]], ...] = (
    (Sought.TERM, re.compile(rf"\b{_TERM_NOUN}\b", re.IGNORECASE)),
    (Sought.AMOUNT, re.compile(rf"\b{_AMOUNT_NOUN}\b", re.IGNORECASE)),
)
_PATTERNS: tuple[tuple[Sought, re.Pattern[str]], ...] = tuple(
    (sought, re.compile(pattern, re.IGNORECASE))
    for sought, pattern in (
        (Sought.PERCENT, r"\b(?:what|which|how many) (?:percent|per cent|percentage)\b|\bpercentage of\b"),
        (Sought.DURATION, rf"\bhow (?:many|much) (?:\w+[ -]){{0,2}}{_TIME_UNIT}\b"),
        (Sought.DURATION, r"\bhow (?:long|soon|quickly|fast|often|frequently)\b|\bhow much (?:notice|time)\b"),
        (Sought.MONEY, r"\bhow (?:much|many) (?:euros?|dollars?|pounds?|eur|usd|money)\b"),
        (Sought.AMOUNT, r"\bhow (?:much|big|large|high|far|old)\b|\bwhat(?:'s| is| are| was| were)? (?:the )?(?:\w+ )"
                        rf"{{0,4}}?{_AMOUNT_NOUN}\b"),
        (Sought.COUNT, r"\bhow many\b|\bnumber of\b"),
        (Sought.AMOUNT, r"\bwhat(?:'s| is)? the (?:most|least|highest|lowest)\b|"
                        r"\bwhat (?:\S+ ){0,6}(?:costs?|pay|paid|owed?|earns?|charged?|worth)\b"),
        (Sought.NAME, r"\b(?:which|what) (?:\w+ )?(?:company|companies|firm|vendor|supplier|provider|tool|app|"
                      r"software|bank|insurer|hotel|airline|platform|brand|agency|auditor|product)s?\b"),
        (Sought.AGENT, r"\b(?:(?-i:[Ww]ho)(?:'s)?|whom|whose)\b|\bwhich (?:team|person|department|manager|role)\b"),
        (Sought.WHEN, r"\bwhen\b|\bwhat (?:time|date|day)\b|\bby what date\b|\bhow late\b"),
        (Sought.TERM, rf"\b(?:what|which)(?:'s| is| are| was| were)? (?:the )?(?:\S+ ){{0,4}}?{_TERM_NOUN}\b"),
        (Sought.PLACE, r"\bwhere\b|\bwhich (?:city|office|country|location|region)\b"),
        (Sought.METHOD, r"\bhow (?:do|does|can|should|would|to|is|are)\b|\bwhat (?:steps|do i (?:do|need))\b"),
        (Sought.REASON, r"\bwhy\b|\bhow come\b|\bwhat(?:'s| is) the reason\b"),
        (Sought.POLARITY, r"^\W*(?:(?:so|and|but|hi|hello|hey|quick question|question)\W+)*"
                          r"(?:can|could|do|does|did|is|are|was|were|may|must|should|will|would|has|have|am|isn't|"
                          r"aren't|don't|doesn't|can't)\b"),
    )
)  # fmt: skip
# "how many days a week": a rate of what is asked for, no condition.
_ONLY_RATE = re.compile(r"(?:an?|per|each|every) [a-z]+(?: [a-z]+)?", re.IGNORECASE)
# "how long", "how soon": the second word asks too, and is no subject.
_HOW = re.compile(
    r"\bhow (?:long|soon|big|far|often|fast|quickly|frequently|old|high|large|late|early|long|heavy)\b", re.IGNORECASE
)
_ASKING_WORDS = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|and|but|please)\W+)*"
    r"(?:(?:how (?:much|many|long|soon|often|big|far|old|high|fast|quickly)|what|which|who|whom|whose|when|where|why"
    r"|how)(?:['’]s)?\s+)?(?:(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\s+)?"
    r"(?:(?:the|an?|there|i|we|you|they)\s+)*",
    re.IGNORECASE,
)
_ASKED_LAST = re.compile(
    r"\s+(?:do|does|did|can|may|must|should|will|would|have) (?:i|we|you|they)\b[^?]*$", re.IGNORECASE
)
_COUNTED = re.compile(r"\b(?:how many|number of)\s+((?:[\w'-]+\s*){1,3})", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|never|no longer|isn't|aren't|don't|doesn't|can't|cannot|without)\b", re.IGNORECASE)


FIGURES = frozenset({Sought.MONEY, Sought.PERCENT, Sought.AMOUNT, Sought.COUNT, Sought.DURATION, Sought.TERM})


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    terms: tuple[Term, ...]  # without those that only spell a figure
    sought: Sought
    counted: tuple[str, ...] = ()  # stems of the noun after "how many"
    conditions: tuple[Quantity, ...] = ()
    negated: bool = False

    @property
    def wants_figure(self) -> bool:
        return self.sought in FIGURES


@lru_cache(maxsize=4_096)
def read(question: str) -> Asked:
    names = {term.start for term in terms(question) if term.entity}
    conditions = tuple(q for q in quantities(question) if q.start not in names and not _ONLY_RATE.fullmatch(q.text))
    asking = [found.span() for found in _HOW.finditer(question)]
    kept = tuple(
        term
        for term in terms(question)
        if not any(_inside(term, q) for q in conditions) and not any(a <= term.start < b for a, b in asking)
    )
    counted = _COUNTED.search(question)
    return Asked(
        text=question,
        terms=_unique((*kept, *_numbered(question, conditions))),
        sought=_sought(question),
        counted=tuple(stem(word.casefold()) for word in counted[1].split()) if counted else (),
        conditions=conditions,
        negated=bool(_NEGATED.search(question)),
    )


def _sought(question: str) -> Sought:
    question = question.lower() if question.isupper() else question  # elsewhere WHO is an organisation
    found = next((sought for sought, pattern in _PATTERNS if pattern.search(question)), None)
    if found is None and not re.search(_ASKS, question, re.IGNORECASE):
        found = next((sought for sought, pattern in _NOUNS if pattern.search(question)), None)
    return found or Sought.OPEN


def _numbered(question: str, conditions: tuple[Quantity, ...]) -> tuple[Term, ...]:
    """Figures that count nothing but name one of many: `item 12`, `room 204`."""
    words = tokens(question)
    return tuple(
        Term(t.text, (t.stem,), frozenset(), entity=True, general=False, start=t.start, end=t.end)
        for before, t in pairwise(words)
        if t.norm.isdigit() and not before.is_stop and not any(q.start <= t.start < q.end for q in conditions)
    )


def _inside(term: Term, quantity: Quantity) -> bool:
    return quantity.start <= term.start and term.end <= quantity.end


def _unique(found: tuple[Term, ...]) -> tuple[Term, ...]:
    seen: dict[str, Term] = {}
    for term in found:
        seen.setdefault(term.key, term)
    return tuple(seen.values())


def counted_matches(asked: Asked, unit: str) -> bool:
    """Whether a figure's unit is the noun that the question counts: the same stem, or the same concept."""
    if not asked.counted or not unit:
        return False
    words = bag(unit)
    return unit in asked.counted or any(bag(noun).concepts & words.concepts for noun in asked.counted)


def subject(asked: Asked) -> str:
    """What is asked about, in the asker's words: the question without the words that ask."""
    rest = _ASKED_LAST.sub("", _ASKING_WORDS.sub("", asked.text.strip()).strip(" ?!.,;:"))
    return rest if terms(rest) else asked.text.strip(" ?!.")
