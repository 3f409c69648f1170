"""Whether a word is an English word: then it is no slip of the pen, even where no document has it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spellchecker import SpellChecker

# The word list is American.
_BRITISH = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"our(?=$|s|ed|ing|er|al|ite|able)", "or"), (r"is(?=e|ing|ation|able)", "iz"), (r"ys(?=e|ing)", "yz"),
        (r"tre(?=$|s)", "ter"), (r"ogue(?=$|s)", "og"), (r"ll(?=ed|ing|er)", "l"), (r"ence(?=$|s)", "ense"),
        (r"amme(?=$|s)", "am"), (r"ae|oe", "e"), (r"yre(?=$|s)", "ire"), (r"eque(?=$|s)", "eck"), (r"ment", "ement"),
    )
)  # fmt: skip
_BRITISH_ONLY = frozenset("storey storeys kerb kerbs pyjamas whilst amongst mould grey enrol fulfil instalment".split())


def is_word(word: str) -> bool:
    """Case-folded words only, in British or American spelling. The first call loads the word list (about 0.2 s)."""
    spellings = {word, *(pattern.sub(american, word) for pattern, american in _BRITISH)}
    return word in _BRITISH_ONLY or bool(_dictionary().known(spellings))


@cache
def _dictionary() -> SpellChecker:
    from spellchecker import SpellChecker

    return SpellChecker(language="en")
