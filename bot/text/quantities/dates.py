"""Dates and times of day as spans of days and minutes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.model import Kind
from bot.text.quantities.units import MERIDIEMS, MONTHS, ORDINAL_SUFFIXES, Unit
from bot.text.tokens import STOP_WORDS

DAY, MONTH_DAY, MINUTE = "day", "month_day", "minute"
DAY_UNIT = Unit(Kind.DATE, DAY, Decimal(1))
Span = tuple[Decimal, Decimal]

_HALF_DAY = re.compile(r"(\d{1,2})(?:\.([0-5]\d))?", re.ASCII)
_MINUTES = re.compile(r"[0-5]\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_AFTER = frozenset(
    """
        in since of from until till year years fy by before after during for through between to and early
        late mid end pre post spring summer autumn winter calendar fiscal
    """.split()
)
_FIRM_YEAR_AFTER = frozenset(
    ["in", "since", "until", "till", "year", "fy", "during", "through", "early", "late", "mid"]
)
_PREPOSITIONS = frozenset(
    ["on", "by", "from", "until", "till", "before", "after", "since", "to", "and", "between", "through", "of"]
)
_NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0}
_CLOCK_AFTER = frozenset(["at", "until", "till", "before", "from", "between"])
_JOINTS = frozenset({"to", "and", "until", "through", "-", "–"})
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "third": 3, "fourth": 4}
_PARTS = {"q": 4, "h": 2}  # quarters, halves of a year
FIRST_WORDS = frozenset({*_NAMED_TIMES, *_PARTS, *_ORDINALS, "fy"})


@dataclass(frozen=True, slots=True)
class Moment:
    kind: Kind  # DATE or TIME
    unit: str
    spans: tuple[Span, ...]  # what it may mean, the likeliest first
    end: int  # the piece after it


def moment(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """The date or time of day that starts at a piece."""
    return _date(pieces, i) or _time(pieces, i)


def year_span(year: int) -> Span:
    return _months(year, 1, 12)


def _date(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    here = pieces[i]
    if here.shape is Shape.DATE:
        spans = _in_figures(here.norm)
        return Moment(Kind.DATE, DAY, spans, i + 1) if spans else None
    if here.shape is Shape.NUMBER:
        return _day_first(pieces, i) or _part_after_year(pieces, i)
    if here.shape is not Shape.WORD:
        return None
    if here.norm in MONTHS:
        return _month_first(pieces, i)
    if here.norm in _PARTS or here.norm == "fy":
        return _part_of_year(pieces, i)
    return _spelled_part(pieces, i) if here.norm in _ORDINALS else None


def _in_figures(writing: str) -> tuple[Span, ...]:
    """2025-04-03, 03.04.2025, 03/04/25: both orders of day and month where both are days."""
    one, two, three = (int(part) for part in re.split(r"[./-]", writing.partition("t")[0]))
    if one > 999:
        orders = [(one, two, three)]
    else:
        year = three if three > 99 else 2000 + three
        orders = [(year, two, one), (year, one, two)]
    days = dict.fromkeys(_day(*order) for order in orders)
    return tuple((day, day) for day in days if day is not None)


def _day_first(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """3 April 2025, 3rd of April, 03-Apr-2025."""
    j = i + 1
    if pieces[j].norm in ORDINAL_SUFFIXES and pieces[j].glued:
        j += 1
    if pieces[j].norm in {"of", "."} or (pieces[j].norm == "-" and pieces[j].glued):
        j += 1
    if pieces[j].norm not in MONTHS or pieces[j].raw.islower() or len(pieces[i].norm) > 2:
        return None
    return _on_day(pieces, MONTHS[pieces[j].norm], int(pieces[i].norm), j + 1)


def _month_first(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """April 3rd, 2025; April 2025."""
    if pieces[i].raw.islower():
        return None
    j = i + 2 if pieces[i + 1].norm == "." and pieces[i + 1].glued else i + 1
    number, month = pieces[j], MONTHS[pieces[i].norm]
    if number.norm in {",", "of", "-"} and is_year(pieces, j + 1):
        number, j = pieces[j + 1], j + 1
    if number.shape is not Shape.NUMBER:
        return _first_of_two(pieces, i)
    if is_year(pieces, j):
        year = int(number.norm)
        return Moment(Kind.DATE, DAY, (_months(year, month, month),), j + 1)
    if len(number.norm) > 2:
        return None
    end = j + 2 if pieces[j + 1].norm in ORDINAL_SUFFIXES and pieces[j + 1].glued else j + 1
    found = _on_day(pieces, month, int(number.norm), end)
    modal = pieces[i].norm in {"may", "march"} and pieces[i - 1].norm not in _PREPOSITIONS
    return None if found and found.unit == MONTH_DAY and modal else found


def _first_of_two(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """January in "January to March 2025", which has the year only once."""
    joint, second = pieces[i + 1], MONTHS.get(pieces[i + 2].norm)
    if joint.norm not in _JOINTS or second is None or not is_year(pieces, i + 3):
        return None
    month, year = MONTHS[pieces[i].norm], int(pieces[i + 3].norm)
    year -= month > second
    return Moment(Kind.DATE, DAY, (_months(year, month, month),), i + 1)


def _on_day(pieces: Sequence[Lexeme], month: int, day: int, end: int) -> Moment | None:
    """With the year after it, if there is one."""
    for j in (end, end + 1):
        if is_year(pieces, j) and (j == end or pieces[end].norm in {",", ".", "-", "of"}):
            ordinal = _day(int(pieces[j].norm), month, day)
            return Moment(Kind.DATE, DAY, ((ordinal, ordinal),), j + 1) if ordinal else None
    if _day(2000, month, day) is None:
        return None
    value = Decimal(100 * month + day)
    return Moment(Kind.DATE, MONTH_DAY, ((value, value),), end)


def _part_of_year(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """Q2 2025, H1 of 2025, FY2025, FY 25."""
    name, number = pieces[i].norm, pieces[i + 1]
    if number.shape is not Shape.NUMBER:
        return None
    if name == "fy":
        year = int(number.norm) if is_year(pieces, i + 1) else 0
        if len(number.norm) == 2 and number.norm.isdigit():
            year = 2000 + int(number.norm)
        return Moment(Kind.DATE, DAY, (year_span(year),), i + 2) if year else None
    j = i + 3 if pieces[i + 2].norm in {"of", "/", "-"} else i + 2
    if not number.glued or not is_year(pieces, j):
        return None
    return _nth_part(name, number.norm, int(pieces[j].norm), j + 1)


def _spelled_part(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """First quarter of 2024."""
    name, j = pieces[i + 1].norm[:1], i + 3 if pieces[i + 2].norm == "of" else i + 2
    if pieces[i + 1].norm not in {"quarter", "half"} or not is_year(pieces, j):
        return None
    return _nth_part(name, str(_ORDINALS[pieces[i].norm]), int(pieces[j].norm), j + 1)


def _part_after_year(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """2025 Q2, 2025-Q2."""
    j = i + 2 if pieces[i + 1].norm in {"-", "/"} else i + 1
    if not is_year(pieces, i) or pieces[j].norm not in _PARTS or not pieces[j + 1].glued:
        return None
    return _nth_part(pieces[j].norm, pieces[j + 1].norm, int(pieces[i].norm), j + 2)


def _nth_part(name: str, number: str, year: int, end: int) -> Moment | None:
    parts = _PARTS[name]
    if not number.isdigit() or not 1 <= int(number) <= parts:
        return None
    months = 12 // parts
    last = int(number) * months
    return Moment(Kind.DATE, DAY, (_months(year, last - months + 1, last),), end)


def bare_year(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """A year that its context shows to be one; whether a unit follows is the caller's to see."""
    before = pieces[i - 2] if pieces[i - 1].norm == "-" and pieces[i].glued else pieces[i - 1]
    if not is_year(pieces, i) or not (before.norm in _YEAR_AFTER or _ends_title(pieces, i)):
        return None
    return Moment(Kind.DATE, DAY, (year_span(int(pieces[i].norm)),), i + 1)


def _ends_title(pieces: Sequence[Lexeme], i: int) -> bool:
    """Travel and expenses 2026; Price list (2026)."""
    before, after = pieces[i - 1], pieces[i + 1]
    if before.norm == "(":
        return after.norm == ")"
    return after.shape is Shape.BREAK and before.shape is Shape.WORD and before.norm not in STOP_WORDS


def firm_year(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether a year stands here even though a plural follows: "in 2023 sales rose"."""
    return pieces[i - 1].norm in _FIRM_YEAR_AFTER


def is_year(pieces: Sequence[Lexeme], i: int) -> bool:
    return pieces[i].shape is Shape.NUMBER and _YEAR.fullmatch(pieces[i].norm) is not None


def _time(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    here = pieces[i]
    if here.norm in _NAMED_TIMES:
        return _at(_NAMED_TIMES[here.norm], i + 1)
    if here.shape is Shape.TIME:
        hour, minute = map(int, here.norm.split(":")[:2])
        return _clock(hour, minute, pieces, i + 1)
    if here.shape is not Shape.NUMBER:
        return None
    if here.norm == "12" and pieces[i + 1].norm in _NAMED_TIMES:
        return _at(_NAMED_TIMES[pieces[i + 1].norm], i + 2)
    return _half_day(pieces, i) if _meridiem(pieces, i + 1)[0] else _hour_letter(pieces, i)


def _half_day(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """9 am, 10.30 p.m."""
    parts = _HALF_DAY.fullmatch(pieces[i].norm)
    return _clock(int(parts[1]), int(parts[2] or 0), pieces, i + 1) if parts else None


def _hour_letter(pieces: Sequence[Lexeme], i: int) -> Moment | None:
    """17h30, and 17h where a time of day is expected: elsewhere it is a number of hours."""
    here, letter, minutes, unit = pieces[i : i + 4]
    if letter.norm != "h" or not letter.glued or not here.norm.isdigit() or int(here.norm[:3]) > 24:
        return None
    if minutes.shape is Shape.NUMBER and minutes.glued and _MINUTES.fullmatch(minutes.norm):
        return None if unit.glued and unit.norm[0] == "m" else _at(int(here.norm) * 60 + int(minutes.norm), i + 3)
    return _at(int(here.norm) * 60, i + 2) if pieces[i - 1].norm in _CLOCK_AFTER else None


def _clock(hour: int, minute: int, pieces: Sequence[Lexeme], i: int) -> Moment | None:
    half, end = _meridiem(pieces, i)
    if half and not 1 <= hour <= 12:
        half, end = ("", i) if hour <= 24 else (half, end)
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return _at(60 * hour + minute, end) if 60 * hour + minute <= 1440 else None


def _meridiem(pieces: Sequence[Lexeme], i: int) -> tuple[str, int]:
    """ "am", "a.m." at a piece, and the piece after it."""
    here = pieces[i]
    if here.norm in MERIDIEMS:
        return here.norm, i + 1
    if here.norm in {"a", "p"} and pieces[i + 1].norm == "." and pieces[i + 2].norm == "m" and pieces[i + 2].glued:
        return here.norm + "m", i + 4 if pieces[i + 3].norm == "." and pieces[i + 3].glued else i + 3
    return "", i


def _at(minute: int, end: int) -> Moment:
    value = Decimal(minute)
    return Moment(Kind.TIME, MINUTE, ((value, value),), end)


def _day(year: int, month: int, day: int) -> Decimal | None:
    try:
        return Decimal(date(year, month, day).toordinal())
    except ValueError:
        return None


def _months(year: int, first: int, last: int) -> Span:
    following = date(year + last // 12, last % 12 + 1, 1)
    return _days(date(year, first, 1), following - timedelta(days=1))


def _days(first: date, last: date) -> Span:
    return Decimal(first.toordinal()), Decimal(last.toordinal())
