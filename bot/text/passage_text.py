"""The texts by which a passage is embedded and found by words; people and models read `Passage.text`."""

from __future__ import annotations

import hashlib

from bot.domain.documents import Passage


def embedding_text(passage: Passage) -> str:
    """Title, heading path and text: what the vector of a passage is made from."""
    return "\n".join([*_context(passage), passage.text])


def search_text(passage: Passage) -> str:
    """What the keyword index sees: title, headings, the values of facets, text."""
    facets = [value for _, value in passage.source.facets]
    return "\n".join([*_context(passage), *facets, passage.text])


def embedding_key(passage: Passage) -> str:
    """Equal for two passages exactly when one vector serves both."""
    return hashlib.sha256(embedding_text(passage).encode()).hexdigest()


def _context(passage: Passage) -> list[str]:
    headings = [heading for heading in passage.headings if heading != passage.source.title]
    return [passage.source.title, *([" > ".join(headings)] if headings else [])]
