"""Two amounts as the ends of one range, each taking from the other the unit, year or half of the day it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bot.text.quantities import dates
from bot.text.quantities.amounts import Amount
from bot.text.quantities.lexing import Lexeme
from bot.text.quantities.model import Kind

_NOON, _DAY = Decimal(720), Decimal(1440)


def join(pieces: Sequence[Lexeme], i: int, left: Amount, right: Amount) -> Amount | None:
    """The range from `left` (which starts at piece `i`) to `right`; None when they don't belong together."""
    if right.kind is Kind.DATE or left.kind is Kind.DATE:
        return _dates(pieces, left, right)
    if right.kind is Kind.TIME:
        return _times(pieces, left, right)
    if left.bare and not right.bare:
        left = adopted(left, right)
    elif left.bare and dates.is_year(pieces, i) and dates.is_year(pieces, right.end - 1) and pieces[i + 2].glued:
        return _joined(_year(left), _year(right))
    elif right.bare and left.symbol_first:
        right = adopted(right, left)
    elif left.symbol_first:
        left = _magnified(left, right)
    alike = (left.kind, left.unit.name) == (right.kind, right.unit.name)
    return _joined(left, right) if alike else None


def _joined(left: Amount, right: Amount) -> Amount | None:
    low, high = left.spans[0][0], right.spans[0][1]
    return replace(right, spans=((low, high),)) if low <= high else None


def adopted(number: Amount, model: Amount) -> Amount:
    """A bare number in the unit of the other end."""
    scale = model.unit.scale
    spans = tuple((low * scale, high * scale) for low, high in number.spans)
    return _magnified(replace(number, unit=model.unit, spans=spans, bare=False), model)


def _magnified(number: Amount, model: Amount) -> Amount:
    """In the millions of the other end: $1–2 million."""
    if model.figure is None or number.figure is None or number.figure.scaled:
        return number
    factor = model.figure.factor
    if number.figure.values[0] * factor > model.figure.values[0]:
        return number
    return replace(number, spans=tuple((low * factor, high * factor) for low, high in number.spans))


def _year(number: Amount) -> Amount:
    span = dates.year_span(int(number.spans[0][0]))
    return replace(number, unit=dates.DAY_UNIT, spans=(span,))


def _dates(pieces: Sequence[Lexeme], left: Amount, right: Amount) -> Amount | None:
    if right.bare and left.kind is Kind.DATE and dates.is_year(pieces, right.end - 1):
        right = _year(right)
    if left.bare and right.kind is Kind.DATE:
        completed = _day_of(left.spans[0][0], right)
    elif left.unit.name == dates.MONTH_DAY and right.unit.name == dates.DAY:
        completed = _in_year(left, right)
    else:
        completed = left
    if completed is None or completed.unit != right.unit:
        return None
    return _joined(completed, right)


def _day_of(day: Decimal, right: Amount) -> Amount | None:
    """The first day of "1–3 April 2025"."""
    low, high = right.spans[0]
    if day % 1 or not 1 <= day <= 31 or low != high:
        return None
    last = low % 100 if right.unit.name == dates.MONTH_DAY else date.fromordinal(int(low)).day
    value = low - last + day
    return replace(right, spans=((value, value),))


def _in_year(left: Amount, right: Amount) -> Amount | None:
    """A day in the year of the other end, or the year before: 1 April to 31 March 2026."""
    month, day = divmod(int(left.spans[0][0]), 100)
    last = date.fromordinal(int(right.spans[0][1]))
    year = last.year if (month, day) <= (last.month, last.day) else last.year - 1
    try:
        value = Decimal(date(year, month, day).toordinal())
    except ValueError:
        return None
    return replace(left, unit=right.unit, spans=((value, value),))


def _times(pieces: Sequence[Lexeme], left: Amount, right: Amount) -> Amount | None:
    low, high = left.spans[0][0], right.spans[0][0]
    if left.bare:
        if low % 1 or not 0 <= low <= 24:
            return None
        low *= 60
        afternoon = "m" in pieces[right.end - 1].norm or pieces[right.end - 1].norm == "."
        low += _NOON if afternoon and high >= _NOON and low + _NOON <= high else 0
    elif left.kind is not Kind.TIME:
        return None
    return replace(right, spans=((low, high if low < high else high + _DAY),))
