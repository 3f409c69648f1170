"""Whether two figures say the same, fit each other, or contradict. Values only, not their subjects."""

from __future__ import annotations

import re
from decimal import Decimal

from bot.text.quantities.model import Comparator, Kind, Quantity

_WRITTEN = re.compile(r"\d+(?:[.,'’/ -]\d+)*")
_CENT_CURRENCIES = frozenset({"XXX", "EUR", "USD", "AUD", "CAD", "NZD", "HKD", "SGD", "ZAR"})


def comparable(a: Quantity, b: Quantity) -> bool:
    """Same kind, units of one family, and the same rate (or one without)."""
    return a.kind is b.kind and _same_unit(a, b) and (a.per == b.per or a.per is None or b.per is None)


def same(a: Quantity, b: Quantity) -> bool:
    """Same values and same comparator: 120 months and ten years; not "over 5" and "at least 5"."""
    return (
        same_value(a, b)
        and a.comparator is b.comparator
        and (a.open_low, a.open_high) == (b.open_low, b.open_high)
        and (a.low is None) == (b.low is None)
    )


def same_value(a: Quantity, b: Quantity) -> bool:
    """Like `same`, whatever the comparator: tells a wrong figure from a wrong comparator."""
    if not comparable(a, b) or _ends(a) != _ends(b):
        return False
    if a.ambiguous or b.ambiguous or _like_versions(a, b):
        return _WRITTEN.findall(a.text) == _WRITTEN.findall(b.text)
    return True


def satisfies(value: Quantity, condition: Quantity) -> bool:
    """Whether everything `value` may be lies inside `condition`: "4 hours" in "over 2 hours up to 6 hours"."""
    return comparable(value, condition) and all(
        _inside(one, other) for one in _readings(value) for other in _readings(condition)
    )


def excludes(value: Quantity, condition: Quantity) -> bool:
    """Whether nothing that `value` may be lies inside `condition`: "4 hours" and "up to 2 hours"."""
    return comparable(value, condition) and all(
        _below(one, other) or _below(other, one) for one in _readings(value) for other in _readings(condition)
    )


def _same_unit(a: Quantity, b: Quantity) -> bool:
    if a.unit == b.unit:
        return True
    if a.kind is Kind.COUNT:  # a bare number may count anything: the cell of a table, say
        return not a.unit or not b.unit
    return "XXX" in (a.unit, b.unit) and {a.unit, b.unit} <= _CENT_CURRENCIES


def _like_versions(a: Quantity, b: Quantity) -> bool:
    """Bare numbers with a point may be versions, and 3.1 is not 3.10."""
    return a.unit == b.unit == "" and a.low is not None and a.low % 1 != 0


def _ends(quantity: Quantity) -> tuple[Decimal | None, Decimal | None]:
    low, high = quantity.low, quantity.high
    return (high if low is None else low), (low if high is None else high)


# Lower end, whether it is left out, upper end, whether it is left out.
_Interval = tuple[Decimal | None, bool, Decimal | None, bool]


def _readings(quantity: Quantity) -> list[_Interval]:
    """The intervals a writing may mean. An ambiguous range may mean anything, so that it fits and excludes nothing."""
    low, high = quantity.low, quantity.high
    intervals = [(low, quantity.open_low, high, quantity.open_high)]
    if quantity.ambiguous and quantity.comparator is Comparator.RANGE:
        return [*intervals, (None, False, None, False)]
    for value in quantity.ambiguous:
        shifted = None if low is None else value, None if high is None else value
        intervals.append((shifted[0], quantity.open_low, shifted[1], quantity.open_high))
    return intervals


def _inside(one: _Interval, other: _Interval) -> bool:
    low, low_open, high, high_open = one
    least, least_open, most, most_open = other
    above = least is None or (low is not None and (low > least or (low == least and (low_open or not least_open))))
    below = most is None or (high is not None and (high < most or (high == most and (high_open or not most_open))))
    return above and below


def _below(one: _Interval, other: _Interval) -> bool:
    high, high_open, least, least_open = one[2], one[3], other[0], other[1]
    return high is not None and least is not None and (high < least or (high == least and (high_open or least_open)))
