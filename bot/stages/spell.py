"""Spell: slips of the pen in a question, mended towards the words of the passages that were found."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.domain.documents import Passage
from bot.text.dictionary import is_word
from bot.text.terms import Term, terms, variants
from bot.text.tokens import STOP_WORDS, tokens

SHORTEST = 5  # letters of a word that may be mended
TWO_SLIPS = 9  # letters from which a word may have two


def spell(text: str, passages: Sequence[Passage]) -> str:
    """The text with every word that is neither in a passage nor in the dictionary replaced by the nearest one at hand.

    Names, identifiers and everything that has no near word stay as they are.
    """
    doubtful = [term for term in terms(text) if _may_be_slip(term) and not is_word(term.text.casefold())]
    if not doubtful:
        return text
    words = _vocabulary(passages)
    for term in reversed([term for term in doubtful if term.text.casefold() not in words]):
        text = text[: term.start] + _nearest(term, words) + text[term.end :]
    return text


def _may_be_slip(term: Term) -> bool:
    word = term.text
    return not term.concepts and len(word) >= SHORTEST and word.isalpha() and not word.isupper()


def _vocabulary(passages: Sequence[Passage]) -> list[str]:
    """No names: the near twin of a name is another name, and no slip."""
    texts = [text for p in passages for text in (p.text, p.source.title, *p.headings)]
    names = {token.norm for text in texts for term in terms(text) if term.entity for token in tokens(term.text)}
    found = {token.norm for text in texts for token in tokens(text)} - names
    return sorted(word for word in found | variants() | STOP_WORDS if len(word) > 3)


def _nearest(term: Term, words: Sequence[str]) -> str:
    word = term.text.casefold()
    slips = 2 if len(word) >= TWO_SLIPS and not term.entity else 1
    near = [w for w in words if w[0] == word[0] and abs(len(w) - len(word)) <= slips]
    best = process.extractOne(word, near, scorer=OSA.distance, score_cutoff=slips)
    if best is None:
        return term.text
    return best[0].capitalize() if term.text[0].isupper() else str(best[0])
