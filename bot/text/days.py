"""The day that a question wants the rules of: "in 2023", "last year", "from January", "on 3 May 2024"."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

_MONTHS = {name.casefold(): i for i, name in enumerate(calendar.month_name) if name} | {
    name.casefold(): i for i, name in enumerate(calendar.month_abbr) if name
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_BEFORE = r"(?:back )?(?:in|during|for|of|as of|as at|by|on|from|until|before|at the (?:start|end|beginning) of)"
_YEAR = r"((?:19|20)\d\d)"

_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\.?,? {_YEAR}\b", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\.?,? {_YEAR}\b", re.IGNORECASE)
_IN_YEAR = re.compile(
    rf"\b({_BEFORE})\s+(?:the (?:year|end of|start of) )?{_YEAR}\b(?![-/.]\d|\s*(?:eur|usd|€|\$))", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?:(last|previous|next|this|the following) (year|month|week)|(yesterday|tomorrow)"
    r"|(\d{1,2}|a|one|two|three|four|five) years? ago)\b",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def day_wanted(text: str, today: date) -> date | None:
    """The day named, or None where the text names none. A month or a year counts as its last day, today at the latest
    where it is the present one: the version that was in force when it ended."""
    if match := _ISO.search(text):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    if match := _DAY_MONTH.search(text):
        return _date(int(match[3]), _MONTHS[match[2].casefold()], int(match[1]))
    if match := _MONTH_DAY.search(text):
        return _date(int(match[3]), _MONTHS[match[1].casefold()], int(match[2]))
    if match := _MONTH_YEAR.search(text):
        return _end_of_month(int(match[2]), _MONTHS[match[1].casefold()], today)
    if match := _IN_YEAR.search(text):
        year = int(match[2])
        return date(year - 1, 12, 31) if match[1].casefold() == "before" else _end_of_year(year, today)
    return _relative(text, today)


def _relative(text: str, today: date) -> date | None:
    match = _RELATIVE.search(text)
    if match is None:
        return None
    which, unit, day, ago = (part and part.casefold() for part in match.groups())
    if day:
        return today + timedelta(days=1 if day == "tomorrow" else -1)
    if ago:
        return _end_of_year(today.year - (_COUNTS.get(ago) or int(ago)), today)
    step = {"last": -1, "previous": -1, "this": 0}.get(which or "", 1)
    if step == 0:
        return today
    if unit == "week":
        return today + timedelta(weeks=step)
    if unit == "month":
        months = today.year * 12 + today.month - 1 + step
        return _end_of_month(months // 12, months % 12 + 1, today)
    return _end_of_year(today.year + step, today)


def _end_of_year(year: int, today: date) -> date:
    return today if year == today.year else date(year, 12, 31)


def _end_of_month(year: int, month: int, today: date) -> date:
    if (year, month) == (today.year, today.month):
        return today
    return date(year, month, calendar.monthrange(year, month)[1])


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
