"""A figure of a text, read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"  # of day
    DATA = "data"
    DISTANCE = "distance"
    WEIGHT = "weight"
    COUNT = "count"


class Comparator(StrEnum):
    EQ = "eq"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    APPROX = "approx"
    RANGE = "range"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One figure with its comparator, unit and rate.

    `low` and `high` are the interval it denotes, in `unit`; None is an open end: "over 5" is low 5, high None.
    """

    kind: Kind
    low: Decimal | None
    high: Decimal | None
    comparator: Comparator
    # Money: ISO code, "XXX" for cents of an unnamed currency. Percent: percent, percentage_point. Duration: month
    # (year 12, quarter 3), second (week, day, hour, minute), working_day, working_hour. Else byte, metre, gram. Count:
    # stem of its noun, "" for a bare number. Date: day (proleptic ordinal; a month or a year is the range of its days),
    # or month_day without a year (100 * month + day). Time: minute since midnight, over 1440 past midnight.
    unit: str
    per: str | None = None  # rate denominator: "month", "user", sorted and joined: "employee+year"
    open_low: bool = False  # `low` itself is not meant
    open_high: bool = False
    ambiguous: tuple[Decimal, ...] = ()  # other values the same writing may mean: "5.000" is 5 or 5000
    text: str  # as written, with comparator, unit and rate
    start: int  # offsets in the text
    end: int
