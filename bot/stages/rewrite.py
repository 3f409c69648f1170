"""Rewrite: a question that found nothing → the words for one further search."""

from __future__ import annotations

from bot.text.asked import Asked
from bot.text.terms import other_words


def rewrite(asked: Asked) -> str:
    """The question's terms with every other word that the thesaurus has for them."""
    words = [word for term in asked.terms for word in (term.text, *other_words(term))]
    return " ".join(dict.fromkeys(words)) or asked.text
