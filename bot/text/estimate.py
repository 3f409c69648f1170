"""How many tokens a model will count for a text, guessed without its tokenizer: for budgets, never for bills."""

from __future__ import annotations

import math
import re
from functools import lru_cache

_RUN = re.compile(r"[^\W\d_]+|\d|[^\w\s]|_|\n+")
_PER_LETTER = 0.25  # four Latin letters a token; a word begun is a token at least
_PER_ACCENTED = 1.5  # letters with marks break the word into pieces
_MARGIN = 1.15  # a budget is to be kept where the guess is low: names, other languages, newer vocabularies


@lru_cache(maxsize=4_096)
def estimate_tokens(text: str) -> int:
    """A careful guess, on the high side: about 3 characters of English prose a token. 0 for an empty text only.

    Letters count as above and are rounded up word by word; a digit, a mark, a run of line breaks and a letter of
    another script are one each. Never below characters / 4. The whole is never above the sum of its parts, so adding up
    passages one by one keeps a budget.
    """
    if not text:
        return 0
    pieces = sum(_cost(run) for run in _RUN.findall(text))
    return max(math.ceil(len(text) / 4), math.ceil(pieces * _MARGIN))


def _cost(run: str) -> int:
    if not run[0].isalnum() or run[0].isdecimal():
        return 1 if run.isascii() else 2
    if run.isascii():
        return math.ceil(len(run) * _PER_LETTER)
    return math.ceil(sum(_PER_LETTER if char.isascii() else _PER_ACCENTED if char < "\u0250" else 1 for char in run))
