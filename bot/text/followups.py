"""Follow-ups: "and for Germany?", "what about contractors?", "does it carry over?" → a question that stands alone."""

from __future__ import annotations

import re
from datetime import date

from bot.text.cases import sets_of
from bot.text.days import day_wanted, without_days
from bot.text.quantities import quantities
from bot.text.terms import Term, terms
from bot.text.tokens import tokens

_OPENING = re.compile(
    r"^\W*(?:(?:ok|okay|and|but|so|or|also|then|thanks|thank you|great|cool)\W+)*"
    r"(?:(?:and|what about|how about|(?:the )?same (?:question )?for|what if|or|also|but)\b\W*)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|this|that|they|them|these|those|there|one|he|she|the same)\b", re.IGNORECASE)
_EXISTS = re.compile(r"\b(?:there (?:is|are)|(?:is|are) there)\b", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"^(?:in|for|on|with|at|to|from|as|by|of|under|during|if|i'm|they're|we're|a|an|the)\s+", re.IGNORECASE
)
_ASKS = re.compile(
    r"(?:who|what|when|where|which|why|how|do|does|did|is|are|can|could|may|must|should|will)\b", re.IGNORECASE
)
_FRAGMENT = re.compile(
    r"^\W*(?:in|for|as|at|on|with|during|by|from|under|if)\b(?!.*,\s*(?:how|what|who|is|are|do|can)\b)", re.IGNORECASE
)
_ANY_DAY = date(2000, 1, 1)
_OWN_SUBJECT = 4  # terms from which a text is taken to have a subject of its own


def continues(text: str) -> bool:
    """Whether a text leans on what was said before."""
    found = terms(text)
    own = [term for term in found if not term.general]
    if opening := _OPENING.match(text):
        rest = text[opening.end() :]
        return len(found) <= _OWN_SUBJECT and not (
            _ASKS.match(rest) and len(own) > 1 and not _PRONOUN.search(_EXISTS.sub("", rest))
        )
    if not own or all(term.country for term in own):
        return True
    if _FRAGMENT.match(text):
        return len(found) < _OWN_SUBJECT
    return len(found) < _OWN_SUBJECT and bool(_PRONOUN.search(_EXISTS.sub("", text)))


def asks(text: str) -> bool:
    """Whether a text is put as a question of its own, not as the reply to one."""
    return bool(_ASKS.match(text.lstrip(" \"'“¿"))) or text.rstrip().endswith("?")


def standalone(text: str, previous: str) -> str:
    """The follow-up with its subject from the question before. What it names anew replaces what it stands for."""
    opening = _OPENING.match(text)
    rest = text[opening.end() if opening else 0 :].strip(" ?.!,;")
    if not tokens(rest):
        return previous
    named = _PREPOSITION.sub("", rest)
    fragment = opening or _FRAGMENT.match(text) or (terms(text) and all(term.country for term in terms(text)))
    if not fragment or _ASKS.match(rest):
        subject = " ".join(term.text for term in terms(previous) if not term.general)
        return f"{rest} ({subject})?" if subject else f"{rest}?"
    base = previous.rstrip(" ?.!")
    if day_wanted(rest, _ANY_DAY):
        base = without_days(base)
    elif replaced := _replaced(named, base):
        start, end, by = replaced
        return f"{base[:start]}{by}{base[end:]}?"
    if opening and opening.group().casefold().rstrip().endswith("if"):
        return f"{base} if {rest}?"
    return f"{base} {rest if rest != named else f'for {named}'}?"


def _replaced(named: str, base: str) -> tuple[int, int, str] | None:
    """(start, end, new words): the part of the question before that what is named anew takes the place of."""
    for figure in quantities(named):
        alike = [q for q in quantities(base) if (q.kind, q.unit) == (figure.kind, figure.unit)]
        if alike:
            return alike[0].start, alike[0].end, figure.text
    earlier, added = terms(base), terms(named)
    for term in added:
        if kind := _same_kind(term, earlier):
            return _with_modifier(kind, earlier, base).start, kind.end, term.text
    if len(added) < 2 or added[-1].general:
        return None
    same = [term for term in earlier if _same_noun(term, added[-1])]  # sick *leave* for annual *leave*
    return (_with_modifier(same[-1], earlier, base).start, same[-1].end, named) if same else None


def _with_modifier(term: Term, earlier: tuple[Term, ...], base: str) -> Term:
    """The term right before, where it belongs to this one: `full-time` employees."""
    at = earlier.index(term)
    before = earlier[at - 1] if at else None
    joined = before and not before.general and not before.entity and not base[before.end : term.start].strip()
    return before if before and joined else term


def _same_noun(one: Term, other: Term) -> bool:
    return bool(set(one.stems) & set(other.stems) or one.concepts & other.concepts)


def _same_kind(term: Term, earlier: tuple[Term, ...]) -> Term | None:
    """The term of the earlier question whose place the new one takes: a country's a country, a case's a case."""
    kind = _kind(term)
    return next((t for t in reversed(earlier) if kind and _kind(t) == kind), None)


def _kind(term: Term) -> str | None:
    if term.country:
        return "country"
    if sets_of([term]) or "employee" in term.concepts:
        return "case"
    return "name" if term.entity else None
