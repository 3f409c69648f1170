"""Figures read from a text: number, unit, rate and comparator put together.

An `Amount` is a number with its unit; a `Quantity` is one or two of them with what stands around. Reads from left to
right, never across a line or a table cell, and looks a bounded number of pieces ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from bot.text.quantities import phrases, rates
from bot.text.quantities.amounts import FIRST_WORDS, Amount, amount, money
from bot.text.quantities.joining import adopted, join
from bot.text.quantities.lexing import MARGIN, Lexeme, Shape, lexemes
from bot.text.quantities.model import Comparator, Kind, Quantity
from bot.text.quantities.units import CURRENCY_CODES, SYMBOLS
from bot.text.tokens import ZERO_WIDTH

_CACHED_LENGTH = 20_000  # characters; longer texts are not kept
_DASHES = frozenset({"–", "-", "−"})
_JOINTS = _DASHES | {"to"}
_JOINTS_AFTER_FROM = _JOINTS | {"until", "till", "through"}
_AND = frozenset({"and"})
_LIST_JOINTS = frozenset({",", "and", "or", "/", "&"})
_STARTS = FIRST_WORDS | phrases.FIRST_WORDS | {"between", "from", "-", "−"} | SYMBOLS
_UPPER = frozenset({Comparator.LE, Comparator.LT})
_LOWER = frozenset({Comparator.GE, Comparator.GT})
_MOMENTS = frozenset({Kind.DATE, Kind.TIME})


@dataclass(frozen=True, slots=True)
class _Reading:
    """A quantity before its text is cut out."""

    amount: Amount  # the one whose unit counts
    spans: tuple[tuple[Decimal, Decimal], ...]
    comparator: Comparator
    end: int
    open_low: bool = False
    open_high: bool = False
    per: str | None = None


def quantities(text: str) -> tuple[Quantity, ...]:
    """The figures of a text, in order, not overlapping. Offsets are those of the text given."""
    return _cached(text) if len(text) <= _CACHED_LENGTH else _read(text)


def _read(text: str) -> tuple[Quantity, ...]:
    plain = text.translate(ZERO_WIDTH)
    if len(plain) == len(text):
        return _parse(text)
    origin = [i for i, character in enumerate(text) if ord(character) not in ZERO_WIDTH]
    found = []
    for one in _parse(plain):
        start, end = origin[one.start], origin[one.end - 1] + 1
        found.append(replace(one, start=start, end=end, text=text[start:end]))
    return tuple(found)


_cached = lru_cache(maxsize=4_096)(_read)


def _parse(text: str) -> tuple[Quantity, ...]:
    pieces = lexemes(text)
    found: list[tuple[int, _Reading]] = []
    i = MARGIN
    while i < len(pieces) - MARGIN:
        reading = _reading(pieces, i) if _may_start(pieces[i]) else None
        if reading:
            found.append((i, reading))
        i = reading.end if reading else i + 1
    _share_units(pieces, found)
    return tuple(_quantity(text, pieces, start, reading) for start, reading in found)


def _may_start(piece: Lexeme) -> bool:
    """A cheap test that spares most words the expensive one."""
    if piece.shape is Shape.WORD or piece.shape is Shape.SIGN:
        return piece.norm in _STARTS or piece.raw in CURRENCY_CODES
    return piece.shape is not Shape.BREAK and piece.shape is not Shape.OPAQUE


def _share_units(pieces: Sequence[Lexeme], found: list[tuple[int, _Reading]]) -> None:
    """In a list only the last number has the unit: 10, 20 or 30 days."""
    for k in range(len(found) - 2, -1, -1):
        (start, one), (following, model) = found[k], found[k + 1]
        joints = pieces[one.end : following]
        listed = 0 < len(joints) <= 2 and all(piece.norm in _LIST_JOINTS for piece in joints)
        if listed and one.amount.bare and not model.amount.bare and model.amount.kind not in _MOMENTS:
            amount_ = adopted(one.amount, model.amount)
            found[k] = start, replace(one, amount=amount_, spans=amount_.spans, per=model.per)


def _quantity(text: str, pieces: Sequence[Lexeme], i: int, reading: _Reading) -> Quantity:
    start, end = pieces[i].start, pieces[reading.end - 1].end
    low, high = _bounds(reading)
    return Quantity(
        kind=reading.amount.kind,
        low=low,
        high=high,
        comparator=reading.comparator,
        unit=reading.amount.unit.name,
        per=reading.per,
        open_low=reading.open_low or reading.comparator is Comparator.GT,
        open_high=reading.open_high or reading.comparator is Comparator.LT,
        ambiguous=tuple(span[0] for span in reading.spans[1:]),
        text=text[start:end],
        start=start,
        end=end,
    )


def _bounds(reading: _Reading) -> tuple[Decimal | None, Decimal | None]:
    low, high = reading.spans[0]
    match reading.comparator:
        case Comparator.GT:
            return high, None
        case Comparator.GE:
            return low, None
        case Comparator.LT:
            return None, low
        case Comparator.LE:
            return None, high
    return low, high


def _reading(pieces: Sequence[Lexeme], i: int) -> _Reading | None:
    """The quantity that starts at a piece, comparator first."""
    if pieces[i].norm == "between":
        first = amount(pieces, i + 1, conjoined=False)
        return _span(pieces, i + 1, first, _AND) if first else None
    bound = phrases.before(pieces, i)
    start = bound.end if bound else i
    first = amount(pieces, start)
    if first is None:
        return None
    spanned = _span(pieces, start, first, _JOINTS_AFTER_FROM if pieces[i].norm == "from" else _JOINTS)
    if spanned:
        return _narrowed(spanned, bound.comparator) if bound else spanned
    found = _single(pieces, first, bound)
    return (_two_sided(pieces, found) if found and bound else None) or found


def _single(pieces: Sequence[Lexeme], found: Amount | None, bound: phrases.Bound | None) -> _Reading | None:
    """One amount with what stands before and after it."""
    if found is None or (bound and bound.moment and found.kind not in _MOMENTS):
        return None
    comparator = bound.comparator if bound else found.comparator or Comparator.EQ
    return _tailed(pieces, _Reading(found, found.spans, comparator, found.end))


def _tailed(pieces: Sequence[Lexeme], reading: _Reading) -> _Reading:
    """With the rate and the comparator that follow, in either order."""
    if reading.amount.kind in _MOMENTS:
        return _bounded_after(pieces, reading)
    reading = _rated(pieces, _bounded_after(pieces, _rated(pieces, reading)))
    later = None if reading.per else rates.later_rate(pieces, reading.end, reading.amount.kind)
    return replace(reading, per=later.per, end=later.end) if later else reading


def _rated(pieces: Sequence[Lexeme], reading: _Reading) -> _Reading:
    found = None if reading.per else rates.rate(pieces, reading.end, reading.amount.kind)
    return replace(reading, per=found.per, end=found.end) if found else reading


def _bounded_after(pieces: Sequence[Lexeme], reading: _Reading) -> _Reading:
    found = phrases.after(pieces, reading.end)
    if found is None or reading.comparator is Comparator.RANGE:
        return reading
    stated = reading.comparator not in {Comparator.EQ, Comparator.APPROX}
    return replace(reading, end=found.end, comparator=reading.comparator if stated else found.comparator)


def _span(pieces: Sequence[Lexeme], i: int, left: Amount, joints: frozenset[str]) -> _Reading | None:
    """`left`, which starts at piece `i`, and another amount, with a dash, "to" or "and" between them."""
    if pieces[left.end].norm not in joints:
        return None
    dash, start = pieces[left.end], left.end + 1
    if dash.norm == "-" and dash.glued and not pieces[start].glued:
        return None
    bound = phrases.before(pieces, start)
    if bound and bound.comparator in _UPPER and not bound.moment:
        start = bound.end
    right = money(pieces, start, left.unit) if left.symbol_first else None
    right = right or amount(pieces, start)
    joined = right and join(pieces, i, left, right)
    if right is None or joined is None:
        return None
    spans = (joined.spans[0], *left.spans[1:], *right.spans[1:])
    open_high = bound is not None and bound.comparator is Comparator.LT
    return _tailed(pieces, _Reading(joined, spans, Comparator.RANGE, right.end, open_high=open_high))


def _narrowed(reading: _Reading, comparator: Comparator) -> _Reading:
    """A range after a comparator: ">2–6 hours" leaves 2 out."""
    open_high = reading.open_high or comparator is Comparator.LT
    return replace(reading, open_low=comparator is Comparator.GT, open_high=open_high)


def _two_sided(pieces: Sequence[Lexeme], first: _Reading) -> _Reading | None:
    """With the other side after it: more than 2 hours up to 6 hours, at least 5 but fewer than 10."""
    sides = {Comparator.GE: _UPPER, Comparator.GT: _UPPER, Comparator.LE: _LOWER, Comparator.LT: _LOWER}
    j = first.end
    j += pieces[j].norm == ","
    j += pieces[j].norm in {"and", "but"}
    bound = phrases.before(pieces, j)
    if bound is None or bound.comparator not in sides.get(first.comparator, ()):
        return None
    second = _single(pieces, amount(pieces, bound.end), bound)
    if second is None or second.comparator is not bound.comparator:
        return None
    if first.amount.bare:
        first = replace(first, amount=adopted(first.amount, second.amount))
    low, high = (first, second) if first.comparator in _LOWER else (second, first)
    joined = join(pieces, j, low.amount, high.amount)
    if joined is None or joined.spans[0][0] == joined.spans[0][1]:
        return None
    return replace(
        second,
        amount=joined,
        spans=(joined.spans[0], *first.spans[1:], *second.spans[1:]),
        comparator=Comparator.RANGE,
        open_low=low.comparator is Comparator.GT,
        open_high=high.comparator is Comparator.LT,
        per=first.per or second.per,
    )
