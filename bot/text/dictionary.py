"""Whether a word is an English word: then it is no slip of the pen, even where no document has it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker


def is_word(word: str) -> bool:
    """Case-folded words only. The first call loads the word list (about 0.2 s)."""
    return bool(_dictionary().known([word]))


@cache
def _dictionary() -> SpellChecker:
    from spellchecker import SpellChecker

    return SpellChecker(language="en")
