"""The day that a question wants the rules of: "in 2023", "last year", "from January", "on 3 May 2024"."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

from bot.text.quantities import Kind, quantities

_MONTHS = {name.casefold(): i for i, name in enumerate(calendar.month_name) if name} | {
    name.casefold(): i for i, name in enumerate(calendar.month_abbr) if name
}
_MONTHS["sept"] = 9
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_BEFORE = r"(?:back )?(?:in|during|for|of|as of|as at|by|on|from|until|before|at the (?:start|end|beginning) of)"
_YEAR = r"((?:19|20)\d\d)"

_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_DOTTED = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)\b")  # day first wherever dots are written
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\.?,? {_YEAR}\b", re.IGNORECASE)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\.?,? {_YEAR}\b", re.IGNORECASE)
_QUARTER = re.compile(rf"\bQ([1-4])[ /-]?{_YEAR}\b", re.IGNORECASE)
_IN_YEAR = re.compile(
    rf"\b({_BEFORE})\s+(?:the )?(?:(?:(?:fiscal|financial|calendar) )?year |FY ?|end of |start of )?{_YEAR}\b"
    r"(?![-/.]\d)",
    re.IGNORECASE,
)
# The edition meant: "the 2023 handbook", "the 2024 meal allowance", "handbook 2023".
_EDITION = (
    r"(?:handbook|polic(?:y|ies)|rules?|guide(?:line)?s?|edition|version|price list|prices?|rates?|allowances?|limits?"
    r"|terms)"
)
_OF_YEAR = re.compile(
    rf"\b(?:the )?{_YEAR}(?:'s)? (?:[a-z]+ ){{0,2}}?{_EDITION}\b"
    rf"|\b(?:handbook|edition|price list) {_YEAR}\b(?![-/.]\d)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:(last|previous|next|this|the following) (?:(?:fiscal|financial|calendar) )?(year|month|week)"
    r"|(yesterday|tomorrow)|(\d{1,2}|a|one|two|three|four|five|six) (year|month|week|day)s? ago)\b",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LEADING_TO_MONTH = re.compile(rf"\b(?:{_BEFORE}|since)\s+$", re.IGNORECASE)
_BEFORE_IT = re.compile(r"\bbefore (?:the )?$", re.IGNORECASE)
_AT_START = re.compile(r"\b(?:start|beginning) of (?:the )?(?:year )?$", re.IGNORECASE)
# "Can I carry leave over to next year?", "May I claim an expense from last month?": the time of a thing, not of a rule.
_TIME_OF_A_THING = re.compile(r"\b(?:to|into|over|until|till)$", re.IGNORECASE)
_OF_NOW = re.compile(r"\b(?:can|may|could|do|does|am|is|are|must|should|will)\b", re.IGNORECASE)
_OF_THEN = re.compile(r"\b(?:was|were|did|had|used to|applied|in force|valid)\b", re.IGNORECASE)


def day_wanted(text: str, today: date) -> date | None:
    """The day named, or None where the text names none, or none that a calendar has.

    A month or a year counts as its last day, today at the latest where it is the present one: the version that was in
    force when it ended. "Before" a day, month or year is the day before it begins.
    """
    try:
        return _absolute(text, today) or _relative(text, today)
    except (ValueError, OverflowError):  # 31 February; the year after 9999
        return None


def _absolute(text: str, today: date) -> date | None:
    if match := _ISO.search(text):
        return _before(text, match, date(int(match[1]), int(match[2]), int(match[3])))
    if match := _DOTTED.search(text):
        return _before(text, match, date(int(match[3]), int(match[2]), int(match[1])))
    if match := _DAY_MONTH.search(text):
        return _before(text, match, date(int(match[3]), _MONTHS[match[2].casefold()], int(match[1])))
    if match := _MONTH_DAY.search(text):
        return _before(text, match, date(int(match[3]), _MONTHS[match[1].casefold()], int(match[2])))
    if match := next(filter(_is_month, _MONTH_YEAR.finditer(text)), None):
        return _in_period(text, match, date(int(match[2]), _MONTHS[match[1].casefold()], 1), 1, today)
    if match := _QUARTER.search(text):
        return _in_period(text, match, date(int(match[2]), 3 * int(match[1]) - 2, 1), 3, today)
    if match := next((found for found in _IN_YEAR.finditer(text) if _is_year(text, found.start(2))), None):
        first = date(int(match[2]), 1, 1)
        if match[1].casefold().endswith(("start of", "beginning of")):
            return first
        return first - timedelta(days=1) if match[1].casefold() == "before" else _last_day(first, 12, today)
    if (match := _OF_YEAR.search(text)) and _is_year(text, match.start(match.lastindex or 1)):
        return _last_day(date(int(match[1] or match[2]), 1, 1), 12, today)
    return None


def _is_month(match: re.Match[str]) -> bool:
    """A small `may` in front of a figure is rather a verb: "how many seats may 2000 users have"."""
    return match[1] != "may" or bool(_LEADING_TO_MONTH.search(match.string[: match.start()]))


def _is_year(text: str, at: int) -> bool:
    """`2000` in "for 2000 users", "for 2000 km" and "from 2000 to 3000 EUR" is none."""
    read = quantities(text)
    if any(q.start <= at < q.end and q.kind is not Kind.DATE and (q.unit or q.kind is not Kind.COUNT) for q in read):
        return False
    return not re.match(r"\d{4} (?:to|and|or|-|–) \d+ ?(?!\d{3}\b)[^\W\d]", text[at:])


def _before(text: str, match: re.Match[str], day: date) -> date:
    return day - timedelta(days=1) if _BEFORE_IT.search(text[: match.start()]) else day


def _in_period(text: str, match: re.Match[str], first: date, months: int, today: date) -> date:
    said = text[: match.start()]
    if _BEFORE_IT.search(said):
        return first - timedelta(days=1)
    return first if _AT_START.search(said) else _last_day(first, months, today)


def _relative(text: str, today: date) -> date | None:
    match = next((found for found in _RELATIVE.finditer(text) if not _of_a_thing(text, found)), None)
    if match is None:
        return None
    which, unit, day, ago, past_unit = (part and part.casefold() for part in match.groups())
    if day:
        return today + timedelta(days=1 if day == "tomorrow" else -1)
    unit = unit or past_unit
    step = -(_COUNTS.get(ago) or int(ago)) if ago else {"last": -1, "previous": -1, "this": 0}.get(which or "", 1)
    if step == 0:
        return today
    if unit in ("week", "day"):
        return today + timedelta(days=step * (7 if unit == "week" else 1))
    if unit == "month":
        months = today.year * 12 + today.month - 1 + step
        return _in_period(text, match, date(months // 12, months % 12 + 1, 1), 1, today)
    return _in_period(text, match, date(today.year + step, 1, 1), 12, today)


def _of_a_thing(text: str, match: re.Match[str]) -> bool:
    """Whether a past or coming time belongs to what is asked about, while the rule wanted is that of today."""
    if _TIME_OF_A_THING.search(text[: match.start()].rstrip()):
        return True
    past = match.group().casefold().startswith(("last", "previous", "yesterday")) or match[4]
    return bool(past and _OF_NOW.search(text) and not _OF_THEN.search(text))


def without_days(text: str) -> str:
    """The text without the days it names, so that another can take their place."""
    for pattern in (_ISO, _DOTTED, _DAY_MONTH, _MONTH_DAY, _MONTH_YEAR, _QUARTER, _RELATIVE):
        text = re.sub(rf"(?:\b{_BEFORE}\s+)?{pattern.pattern}", "", text, flags=re.IGNORECASE)
    years = [found for found in _IN_YEAR.finditer(text) if _is_year(text, found.start(2))]
    for found in reversed(years):
        text = text[: found.start()] + text[found.end() :]
    return re.sub(r"\s+(?=[\s?.!,])", "", text).strip()


def _last_day(first: date, months: int, today: date) -> date:
    """The last day of the period of `months` that begins on `first`; today where it lies in it."""
    year, month = divmod(first.year * 12 + first.month - 1 + months - 1, 12)
    last = date(year, month + 1, calendar.monthrange(year, month + 1)[1])
    return today if first <= today <= last else last
