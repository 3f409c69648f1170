"""The parts of a question that asks for several things: "How many seats …, and what do charities pay for it?"."""

from __future__ import annotations

import re

from bot.text.followups import standalone
from bot.text.terms import terms

_ASKING = r"(?:who|whom|whose|what|which|when|where|why|how|do|does|is|are|can|may|must|should)\b"
_SPLIT = re.compile(rf"(?:\?\s+(?=\S)|[,;]?\s+and\s+(?:also\s+)?(?={_ASKING})|[,;]\s+(?={_ASKING}))", re.IGNORECASE)
_ASKS = re.compile(rf"(?:and\s+)?{_ASKING}", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|this|that|they|them|these|those)\b", re.IGNORECASE)


def parts(question: str) -> tuple[str, ...]:
    """The question itself where it has one part. A later part that says "it" gets the subject of the first."""
    found = [part.strip(" ?") for part in _SPLIT.split(question)]
    asking = [part for part in found if _ASKS.match(part) and terms(part)]
    if len(asking) < 2 or len(asking) != len(found):
        return (question,)
    first, *later = asking
    return (f"{first}?", *(standalone(part, first) if _PRONOUN.search(part) else f"{part}?" for part in later))
