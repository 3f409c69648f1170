"""Cases: the kinds of people, places and things for which one policy commonly has different rules.

A line of `cases.txt` is a set of alternatives: a rule for interns says nothing about apprentices.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from bot.text.terms import Term
from bot.text.tokens import stem


@cache
def _lines() -> dict[str, frozenset[int]]:
    """Stem → numbers of the lines it stands in."""
    found: dict[str, set[int]] = {}
    text = files("bot.text").joinpath("cases.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines()):
        if line and not line.startswith("#"):
            for word in line.split(","):
                found.setdefault(stem(word.strip()), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def is_case(term: Term) -> bool:
    """Whether the term names a case, or is a name itself."""
    return term.entity or not _lines().keys().isdisjoint(term.stems)


def sets_of(terms: Iterable[Term]) -> frozenset[int]:
    """The sets of alternatives that the terms belong to."""
    lines = _lines()
    return frozenset(n for term in terms for word in term.stems if word in lines for n in lines[word])
