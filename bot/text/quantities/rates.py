"""What a figure is per: "a month", "per user per month", "/km", "annually"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.model import Kind
from bot.text.quantities.numerals import figure
from bot.text.quantities.units import NUMBER_WORDS, PLAIN_ADJECTIVES, UNITS, WORKING
from bot.text.tokens import STOP_WORDS, stem

_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "fortnightly": "fortnight",
    "monthly": "month",
    "quarterly": "quarter",
    "annually": "year",
    "yearly": "year",
}
_LATIN = {"annum": "year", "diem": "day", "head": "person", "capita": "person", "person": "person", "people": "person"}
# Nouns that money may be for with a mere article: "€5 a seat".
_PRICED = frozenset(
    """
    user seat person head employee night piece mile km kilometre trip meal ticket licence license
""".split()
)
_NAMES = {
    ("month", Decimal(1)): "month",
    ("month", Decimal(3)): "quarter",
    ("month", Decimal(12)): "year",
    ("month", Decimal(120)): "decade",
    ("second", Decimal("0.001")): "millisecond",
    ("second", Decimal(1)): "second",
    ("second", Decimal(60)): "minute",
    ("second", Decimal(3600)): "hour",
    ("second", Decimal(86400)): "day",
    ("second", Decimal(604800)): "week",
    ("second", Decimal(1209600)): "fortnight",
    ("working_day", Decimal(1)): "working_day",
}
_MAX_GAP = 4
# Words that end the phrase a figure stands in, so that a period after them is not its rate.
_GAP_ENDS = frozenset(
    """
        is are was were be been must may can will shall should has have had if when where whichever unless
        within before after during until till by over under above below than from between or and but since
        as at
    """.split()
)


@dataclass(frozen=True, slots=True)
class Rate:
    names: tuple[str, ...]
    end: int  # the piece after it

    @property
    def per(self) -> str:
        return "+".join(sorted(set(self.names)))


def rate(pieces: Sequence[Lexeme], i: int, kind: Kind) -> Rate | None:
    """The rate that starts at a piece: all its denominators."""
    names: list[str] = []
    end = i
    while len(names) < 3:
        one = _one(pieces, end, kind, bool(names))
        if one is None:
            break
        names.extend(one.names)
        end = one.end
    return Rate(tuple(names), end) if names else None


def later_rate(pieces: Sequence[Lexeme], i: int, kind: Kind) -> Rate | None:
    """A rate per time a few words on: 25 days *of annual leave* per year."""
    for j in range(i, i + _MAX_GAP + 1):
        if j > i and pieces[j].norm in {"per", "a", "each", "every", "annually", "monthly", "yearly"}:
            return rate(pieces, j, kind) if _timed(pieces, j) else None
        word = pieces[j].norm
        if pieces[j].shape is not Shape.WORD or word in _GAP_ENDS or word in NUMBER_WORDS:
            return None
    return None


def period_name(unit: str, size: Decimal) -> str:
    """Canonical name of a period: ("month", 12) is "year"; others are written out, "2 month"."""
    return _NAMES.get((unit, size)) or f"{size.normalize():f} {unit}"


def _timed(pieces: Sequence[Lexeme], i: int) -> bool:
    return pieces[i].norm in _ADVERBS or _period(pieces, i + 1) is not None


def _one(pieces: Sequence[Lexeme], i: int, kind: Kind, joined: bool) -> Rate | None:
    if pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].norm in {"a", "per"}:
        i += 1  # £10-a-month
    word = pieces[i].norm
    if word in _ADVERBS:
        return Rate((_ADVERBS[word],), i + 1)
    if word == "p" and [piece.norm for piece in pieces[i + 1 : i + 3]] == [".", "a"]:
        return Rate(("year",), i + 4 if pieces[i + 3].norm == "." else i + 3)
    if word == "per":
        return _counted(pieces, i + 1) or _batch(pieces, i + 1) or _noun(pieces, i + 1)
    if word == "/":
        return _period(pieces, i + 1) or _noun(pieces, i + 1, singular=True)
    if word in {"a", "an", "each", "every"}:
        return _counted(pieces, i + 1) or (_priced(pieces, i + 1) if kind is Kind.MONEY else None)
    if word == "in" and pieces[i + 1].norm in {"a", "an", "any", "each", "every"}:
        return _counted(pieces, i + 2)
    return _counted(pieces, i + 1) or _priced(pieces, i + 1) if word == "and" and joined else None


def _counted(pieces: Sequence[Lexeme], i: int) -> Rate | None:
    """A period, also several: per 12 months, every two weeks."""
    count = figure(pieces, i)
    if count is None or len(count.values) > 1 or count.values[0] <= 0:
        return _period(pieces, i)
    return _period(pieces, count.end, count.values[0])


def _batch(pieces: Sequence[Lexeme], i: int) -> Rate | None:
    """per 1,000 users, per 100 km."""
    count = figure(pieces, i)
    if count is None or len(count.values) > 1:
        return None
    found = _noun(pieces, count.end)
    if found is None:
        return None
    return Rate((f"{count.values[0].normalize():f} {found.names[0]}",), found.end)


def _period(pieces: Sequence[Lexeme], i: int, size: Decimal = Decimal(1)) -> Rate | None:
    while pieces[i].norm in PLAIN_ADJECTIVES or (pieces[i].norm == "-" and pieces[i].glued):
        i += 1
    working = pieces[i].norm in WORKING
    word = pieces[i + working].norm.removesuffix("'s")
    if pieces[i + working].shape is not Shape.WORD or (word == "p" or word == "m"):
        return None
    if word == "night":
        return Rate(("night",), i + 1)
    unit = UNITS.get(word)
    if unit is None or unit.kind is not Kind.DURATION:
        return None
    if working:
        return Rate((f"working_{period_name(unit.name, unit.scale)}",), i + 2)
    return Rate((period_name(unit.name, unit.scale * size),), i + 1)


def _noun(pieces: Sequence[Lexeme], i: int, *, singular: bool = False) -> Rate | None:
    while pieces[i].norm in PLAIN_ADJECTIVES:
        i += 1
    word = pieces[i].norm
    if word in _LATIN:
        return Rate((_LATIN[word],), i + 1)
    if pieces[i].shape is not Shape.WORD or word in STOP_WORDS or word == "cent":
        return None
    unit = UNITS.get(word)
    if unit and unit.kind is Kind.DISTANCE:
        return Rate(("km" if unit.scale == 1000 else "mile" if word.startswith("mi") else unit.name,), i + 1)
    if unit and unit.kind is Kind.MONEY:
        return None
    plural = word.endswith("s") and not word.endswith("ss")
    return None if singular and plural else Rate((stem(word),), i + 1)


def _priced(pieces: Sequence[Lexeme], i: int) -> Rate | None:
    return _noun(pieces, i) if pieces[i].norm in _PRICED else None
