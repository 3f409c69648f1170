"""The unit that stands after a number: "%", "EUR", "working days", "-hour"."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.text.quantities import rates
from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.model import Kind
from bot.text.quantities.units import CURRENCY_CODES, CURRENCY_PAIRS, SYMBOL_PREFIXES, SYMBOLS, UNITS, WORKING, Unit

_GLUED_ONLY = frozenset("d y g p".split())


def unit_at(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
    """The unit that starts at a piece, also after a hyphen ("30-day"), and the piece after it."""
    if pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].glued:
        i += 1
    here, after = pieces[i], pieces[i + 1]
    if here.norm in SYMBOLS:
        return None if after.glued and after.shape is Shape.NUMBER else (UNITS[here.norm], i + 1)
    if here.norm == "%":
        return UNITS["%"], i + 1
    if here.shape is not Shape.WORD:
        return None
    return _percentage(here, after, i) or _currency(pieces, i) or _working(pieces, i) or _plain_unit(here, i)


def _percentage(here: Lexeme, after: Lexeme, i: int) -> tuple[Unit, int] | None:
    if here.norm == "per" and after.norm == "cent":
        return UNITS["percent"], i + 2
    points = after.norm in {"point", "points"}
    return (UNITS["pp"], i + 2) if points and here.norm in {"percentage", "percent"} else None


def _currency(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
    here, after = pieces[i], pieces[i + 1]
    if here.norm in SYMBOL_PREFIXES and after.norm == "$" and after.glued:
        return UNITS.get(f"{here.norm}$", UNITS["$"]), i + 2
    noun = after.norm.removesuffix("s")
    code = CURRENCY_PAIRS.get((here.norm, noun)) or CURRENCY_PAIRS.get((here.norm, after.norm))
    if code:
        return Unit(Kind.MONEY, code, Decimal("0.01") if noun == "cent" else Decimal(1)), i + 2
    return (CURRENCY_CODES[here.raw], i + 1) if here.raw in CURRENCY_CODES else None


def _working(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
    """Working days are their own unit: how many days they are, no document says."""
    if pieces[i].norm not in WORKING:
        return None
    j = i + 2 if pieces[i + 1].norm == "-" and pieces[i + 1].glued else i + 1
    base = UNITS.get(_singular(pieces[j].norm))
    if base is None or base.kind is not Kind.DURATION or pieces[j].shape is not Shape.WORD:
        return None
    return Unit(Kind.DURATION, f"working_{rates.period_name(base.name, base.scale)}", Decimal(1)), j + 1


def _plain_unit(here: Lexeme, i: int) -> tuple[Unit, int] | None:
    word = _singular(here.norm)
    unit = UNITS.get(word)
    if unit is None or (word in _GLUED_ONLY and not here.glued) or here.raw in {"Ms", "M"}:
        return None
    return unit, i + 1


def _singular(word: str) -> str:
    return word.removesuffix("'s")
