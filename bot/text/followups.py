"""Follow-ups: "and for Germany?", "what about contractors?", "does it carry over?" → a question that stands alone."""

from __future__ import annotations

import re

from bot.text.rivals import case_words
from bot.text.terms import Term, terms
from bot.text.tokens import tokens

_OPENING = re.compile(
    r"^\W*(?:(?:ok|okay|and|but|so|or|also|then|thanks|thank you|great|cool)\W+)*"
    r"(?:(?:and|what about|how about|same (?:question )?for|what if|or|also)\b\W*)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|this|that|they|them|these|those|there|one|he|she|the same)\b", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"^(?:in|for|on|with|at|to|from|as|by|of|under|during|if|i'm|they're|we're|a|an|the)\s+", re.IGNORECASE
)
_ASKS = re.compile(
    r"(?:who|what|when|where|which|why|how|do|does|did|is|are|can|could|may|must|should|will)\b", re.IGNORECASE
)
_OWN_SUBJECT = 4  # terms from which a text is taken to have a subject of its own


def continues(text: str) -> bool:
    """Whether a text leans on what was said before."""
    count = len(terms(text))
    if opening := _OPENING.match(text):
        rest = text[opening.end() :]
        own = [term for term in terms(rest) if not term.general]
        return count <= _OWN_SUBJECT and not (_ASKS.match(rest) and len(own) > 1)
    if count == 0:
        return True
    return count < _OWN_SUBJECT and bool(_PRONOUN.search(text))


def asks(text: str) -> bool:
    """Whether a text is put as a question of its own, not as the reply to one."""
    return bool(_ASKS.match(text.lstrip(" \"'“¿"))) or text.rstrip().endswith("?")


def standalone(text: str, previous: str) -> str:
    """The follow-up with its subject from the question before. What it names anew replaces what it stands for."""
    opening = _OPENING.match(text)
    if opening is None:
        subject = " ".join(term.text for term in terms(previous) if not term.general)
        return f"{text.rstrip(' ?')} ({subject})?"
    rest = text[opening.end() :].strip(" ?.!")
    named = _PREPOSITION.sub("", rest)
    added = terms(named)
    base = previous.rstrip(" ?.!")
    for term in added:
        if replaced := _same_kind(term, terms(base)):
            base = base[: replaced.start] + term.text + base[replaced.end :]
            return f"{base}?"
    if rest == named:
        rest = f"for {named}"
    return f"{base} {rest}?" if rest and tokens(rest) else previous


def _same_kind(term: Term, earlier: tuple[Term, ...]) -> Term | None:
    """The term of the earlier question whose place the new one takes: a country's a country, a case's a case."""
    kind = _kind(term)
    return next((t for t in reversed(earlier) if kind and _kind(t) == kind), None)


def _kind(term: Term) -> str | None:
    if term.country:
        return "country"
    if set(term.stems) & case_words() or "employee" in term.concepts:
        return "case"
    return "name" if term.entity else None
