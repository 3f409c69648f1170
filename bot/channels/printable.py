"""Words of documents, models and people, made safe to print in a terminal."""

from __future__ import annotations

import unicodedata

_LAYOUT = "\n\t"
# Marks that turn the direction of what follows, so that a line can read other than it is.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(text: str) -> str:
    """The text without control characters, terminal escapes and marks that reorder it."""
    return "".join(
        char for char in text if char in _LAYOUT or not (char in _TURNING or unicodedata.category(char) in ("Cc", "Cs"))
    )
