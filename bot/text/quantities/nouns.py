"""What a number counts, and whether it counts at all or is part of a name: "ten user seats", "ISO 27001"."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.text.quantities import phrases
from bot.text.quantities.lexing import MARGIN, Lexeme, Shape
from bot.text.quantities.measures import unit_at
from bot.text.quantities.model import Kind
from bot.text.quantities.numerals import Figure
from bot.text.quantities.units import (
    ABBREVIATED_LABELS,
    FIELDS,
    IRREGULAR_PLURALS,
    LABELS,
    MONTHS,
    NOT_PLURALS,
    NUMBER_WORDS,
    PLAIN_ADJECTIVES,
    Unit,
)
from bot.text.tokens import STOP_WORDS, stem

_PEOPLE = frozenset("person people".split())
_NOT_BEFORE_ONE = frozenset("the this that these those any every each no which some another either neither".split())
_LIST_JOINTS = frozenset({",", "and", "or", "to", "-", "–", "&"})
_MAX_ADJECTIVES = 2
_NOT_COUNTED = frozenset({"off", "time", "way", "sided", "factor", "fold", "stop"})  # one-off, two-factor


def counted_at(pieces: Sequence[Lexeme], i: int, found: Figure, *, several: bool) -> tuple[Unit, int] | None:
    """What is counted, past adjectives. A length of time there makes a duration of it: "ten paid vacation days"."""
    hyphen = pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].glued
    if pieces[i].shape is not Shape.WORD and not hyphen:
        return None
    if pieces[i].glued and not hyphen:
        return (Unit(Kind.COUNT, stem("time" if pieces[i].norm == "x" else pieces[i].norm), Decimal(1)), i + 1)
    if hyphen or (found.values == (Decimal(1),) and not several):
        return _singular_noun(pieces, i + hyphen, pronoun=found.spelled and not hyphen, before=pieces[found.end - 2])
    return _plural_noun(pieces, i)


def _plural_noun(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
    skipped, plain = 0, True
    while skipped <= _MAX_ADJECTIVES and pieces[i].shape is Shape.WORD:
        word = pieces[i].norm
        unit = unit_at(pieces, i)
        if unit and (unit[0].kind is Kind.DURATION or plain):
            return unit
        if _plural(word):
            return Unit(Kind.COUNT, stem(word), Decimal(1)), i + 1
        if not _counted(word):
            return None
        plain = plain and word in PLAIN_ADJECTIVES
        skipped, i = skipped + 1, i + 1
        while pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].glued and pieces[i + 1].shape is Shape.WORD:
            i += 2
    return None


def _singular_noun(pieces: Sequence[Lexeme], i: int, *, pronoun: bool, before: Lexeme) -> tuple[Unit, int] | None:
    while pieces[i].norm in PLAIN_ADJECTIVES and pieces[i + 1].shape is Shape.WORD:
        i += 1
    word = pieces[i].norm
    if unit := unit_at(pieces, i):
        return unit
    if pieces[i].shape is not Shape.WORD or not _counted(word) or word in _NOT_COUNTED:
        return None
    verb = word.endswith(("ed", "ing", "ly")) or _plural(word)
    if pronoun and (verb or before.norm in _NOT_BEFORE_ONE):
        return None
    return Unit(Kind.COUNT, stem(word), Decimal(1)), i + 1


def _counted(word: str) -> bool:
    """Whether a word can belong to what is counted."""
    known = word in STOP_WORDS or word in NOT_PLURALS or word in NUMBER_WORDS or word in MONTHS
    return word in _PEOPLE or not known


def _plural(word: str) -> bool:
    if word in IRREGULAR_PLURALS:
        return True
    ends = word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
    return ends and len(word) > 2 and _counted(word)


def labelled(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether the word before makes an identifier of the number: section 3.2, levels 1 and 2, Form 12."""
    if _field(pieces, i):
        return True
    j = i - 1
    if pieces[j].norm == "." and pieces[j].glued and pieces[j - 1].norm in ABBREVIATED_LABELS:
        j -= 1
    while pieces[j].norm in _LIST_JOINTS and pieces[j - 1].shape in {Shape.NUMBER, Shape.OPAQUE} and i - j < MARGIN - 2:
        j -= 2
    listed = j < i - 1 and pieces[i - 1].norm in {",", "and"}
    return pieces[j].norm in LABELS and (not listed or pieces[j].norm.endswith("s"))


def _field(pieces: Sequence[Lexeme], i: int) -> bool:
    """ "Version: 2.1", version: "4"."""
    j = i - 1
    while pieces[j].norm in {'"', "'", ":", "="} and i - j < MARGIN:
        j -= 1
    return j < i - 1 and pieces[j].norm in FIELDS


def named(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether a capital before it makes it a name: ISO 27001, Windows 11."""
    before, earlier = pieces[i - 1], pieces[i - 2]
    if before.shape is not Shape.WORD or before.norm in STOP_WORDS or before.norm in MONTHS:
        return False
    capitals = len(before.raw) > 1 and before.raw.isupper()
    inside = earlier.shape is Shape.WORD or earlier.norm == ","
    inside = inside or "." in pieces[i].norm  # Loomboard 3.1
    return capitals or (before.raw[0].isupper() and inside and phrases.before(pieces, i - 1) is None)
