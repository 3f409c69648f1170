"""A number with its unit: "€5,000", "five working days", "10 or more user seats", "a week", "3 April 2025"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.text.quantities import dates, nouns, phrases, rates
from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.measures import unit_at
from bot.text.quantities.model import Comparator, Kind
from bot.text.quantities.numerals import Figure, figure
from bot.text.quantities.units import (
    CURRENCY_CODES,
    LABELS_AFTER,
    MONTHS,
    NUMBER_WORDS,
    PLAIN_ADJECTIVES,
    SYMBOL_PREFIXES,
    SYMBOLS,
    UNITS,
    Unit,
)
from bot.text.tokens import stem

_COUNT = Unit(Kind.COUNT, "", Decimal(1))
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_PORTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_ALSO_PERIODS = frozenset({2, 4})  # three quarters may be nine months
_PARTS_OF_WHOLE = Unit(Kind.PERCENT, "percent", Decimal(100))
_NOT_BEFORE_PORTION = frozenset("the first second third fourth last other better next final".split())
_PREPOSITIONS = frozenset(
    "within for after in before every once of under to for about around over by than least".split()
)
# What may follow "a week" when it is a length of time and not "a week ticket".
_AFTER_PERIOD = frozenset(
    """notice advance prior later earlier ago long off leave before after of in to from until and or but for if when
    while at on is are was will must may can from following preceding starting beginning maximum minimum""".split()
)
_HOUR = UNITS["hour"].scale
# Words an amount can start with, other than codes of currencies.
FIRST_WORDS = frozenset(
    {*NUMBER_WORDS, *MONTHS, *SYMBOL_PREFIXES, *_TIMES, *_PORTIONS, *dates.FIRST_WORDS, "a", "an", "halves"}
    | {"eur", "usd", "chf", "gbp"}
)
_JOINTS = frozenset({"to", "or", "and", "-", "–"})
_COMPOUNDS = frozenset({Kind.DURATION, Kind.DISTANCE, Kind.WEIGHT})


@dataclass(frozen=True, slots=True)
class Amount:
    unit: Unit
    spans: tuple[dates.Span, ...]  # what it may mean, the likeliest first; low and high differ for a month or a year
    end: int  # the piece after it
    figure: Figure | None = None  # None: a date or time of day
    bare: bool = False  # a number alone
    symbol_first: bool = False  # "€5"
    comparator: Comparator | None = None  # between number and noun: "10 or more users"

    @property
    def kind(self) -> Kind:
        return self.unit.kind


def amount(pieces: Sequence[Lexeme], i: int, *, conjoined: bool = True) -> Amount | None:
    """The amount that starts at a piece. `conjoined`: "and" may be inside it."""
    if pieces[i].shape in {Shape.OPAQUE, Shape.BREAK}:
        return None
    found = (
        _money_first(pieces, i)
        or _moment(pieces, i)
        or _times(pieces, i)
        or _portion(pieces, i)
        or _period(pieces, i)
        or _numbered(pieces, i, conjoined=conjoined)
    )
    if found is None or (pieces[found.end].shape is Shape.WORD and pieces[found.end].glued):
        return None  # the rest of an identifier is glued to it
    return found


def in_unit(found: Figure, unit: Unit, end: int) -> Amount:
    values = tuple(value * unit.scale for value in found.values)
    if unit.kind is Kind.PERCENT:  # nobody writes 3,125 percent with a point
        values = values[:1]
    return Amount(unit, tuple((value, value) for value in values), end, found)


def money(pieces: Sequence[Lexeme], i: int, unit: Unit) -> Amount | None:
    """The number at a piece as money, and a code after it that says which: $50 CAD."""
    found = figure(pieces, i, money=True)
    if found is None:
        return None
    code = CURRENCY_CODES.get(pieces[found.end].raw)
    return replace(in_unit(found, code or unit, found.end + 1 if code else found.end), symbol_first=True)


def _money_first(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    here, after = pieces[i], pieces[i + 1]
    if here.norm in {"-", "−"} and after.glued and after.norm in SYMBOLS:
        found = money(pieces, i + 2, UNITS[after.norm])
        return found and replace(found, spans=tuple((-low, -high) for low, high in found.spans))
    if here.norm in SYMBOLS:
        return money(pieces, i + 1, UNITS[here.norm])
    if here.norm in SYMBOL_PREFIXES and after.norm == "$" and after.glued:
        return money(pieces, i + 2, UNITS.get(f"{here.norm}$", UNITS["$"]))
    if here.raw in CURRENCY_CODES:
        return money(pieces, i + 1, CURRENCY_CODES[here.raw])
    return money(pieces, i + 1, UNITS[here.norm]) if here.norm in {"eur", "usd", "chf", "gbp"} else None


def _moment(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    found = dates.moment(pieces, i)
    return None if found is None else Amount(Unit(found.kind, found.unit, Decimal(1)), found.spans, found.end)


def _times(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    """once a year, twice; not "once you have"."""
    count = _TIMES.get(pieces[i].norm)
    if count is None:
        return None
    period = rates.rate(pieces, i + 1, Kind.COUNT)
    ends = pieces[i + 1].shape in {Shape.BREAK, Shape.SIGN} and pieces[i + 1].norm != ","
    if count == 1 and not period and (not ends or pieces[i - 1].norm == "at"):
        return None
    value = Decimal(count)
    return Amount(Unit(Kind.COUNT, stem("time"), Decimal(1)), ((value, value),), i + 1)


def _portion(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    """Half of the fee, a third of, 1/2 of: a percentage; a quarter of an hour, half a day: an amount of that unit."""
    found = figure(pieces, i)
    if found and pieces[i].shape in {Shape.FRACTION, Shape.VULGAR}:
        return _portion_of(pieces, found.end, found) if pieces[found.end].norm == "of" else None
    j = found.end if found else i + 1 if pieces[i].norm == "a" else i
    j += pieces[j].norm == "-"
    part = _PORTIONS.get(pieces[j].norm.removesuffix("s").replace("halve", "half"))
    if part is None or (j == i and part != 2) or pieces[i - 1].norm in _NOT_BEFORE_PORTION:
        return None
    count = found.values[0] if found else Decimal(1)
    whole = Figure((count / part,), j + 1, spelled=True)
    if found and part not in _ALSO_PERIODS and pieces[j + 1].norm != "of":
        return in_unit(whole, _PARTS_OF_WHOLE, j + 1)
    return _portion_of(pieces, j + 1, whole)


def _portion_of(pieces: Sequence[Lexeme], i: int, found: Figure) -> Amount | None:
    of = pieces[i].norm == "of"
    j = i + 1 if of else i
    whole = j + 1 if pieces[j].norm in {"a", "an"} or (pieces[j].norm == "-" and not of) else j
    unit = unit_at(pieces, whole)
    if unit and unit[0].kind is Kind.DURATION and (whole > j or not of) and found.values[0] < 1:
        return in_unit(found, unit[0], unit[1])
    if not of and not (pieces[i].norm in {"the", "their", "your"} and found.values == (Decimal("0.5"),)):
        return None
    return in_unit(found, _PARTS_OF_WHOLE, i)


def _period(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    """A week, an hour and a half: the article is a number where a length of time is meant."""
    if pieces[i].norm not in {"a", "an"}:
        return None
    j = i + 1
    while pieces[j].norm in PLAIN_ADJECTIVES:
        j += 1
    found = unit_at(pieces, j)
    if found is None or found[0].kind is not Kind.DURATION or pieces[j].norm in {"second", "sec", "min", "s", "h", "d"}:
        return None
    unit, end = found
    before, after = pieces[i - 1], pieces[end]
    possessive = pieces[end - 1].norm.endswith("'s")
    period = before.norm in _PREPOSITIONS or after.shape is not Shape.WORD or after.norm in _AFTER_PERIOD or possessive
    if not period or (after.norm == "-" and after.glued) or (unit.scale == 3 and before.norm not in _PREPOSITIONS):
        return None
    value, end = _and_a_half(pieces, Decimal(1), end)
    return in_unit(Figure((value,), i + 1, spelled=True), unit, end)


def _and_a_half(pieces: Sequence[Lexeme], value: Decimal, i: int) -> tuple[Decimal, int]:
    if [piece.norm for piece in pieces[i : i + 3]] == ["and", "a", "half"]:
        return value + Decimal("0.5"), i + 3
    return value, i


def _numbered(pieces: Sequence[Lexeme], i: int, *, conjoined: bool) -> Amount | None:
    found = figure(pieces, i, conjoined=conjoined)
    if found is None:
        return None
    bound = phrases.after(pieces, found.end)
    j = bound.end if bound else found.end
    unit = unit_at(pieces, j)
    if unit:
        sized = _compound(pieces, found, unit[0], unit[1]) if conjoined and not bound else None
        sized = sized or in_unit(found, unit[0], unit[1])
        return replace(sized, comparator=_comparator(found, bound))
    if nouns.labelled(pieces, i) or pieces[found.end].norm in LABELS_AFTER:
        return None
    noun = nouns.counted_at(pieces, j, found, several=bound is not None)
    if noun is None and pieces[j].norm == "-" and pieces[j].glued and pieces[j + 1].glued and _word(pieces, j + 1):
        return None  # two-factor, one-off
    year = dates.bare_year(pieces, i)
    if year and noun and noun[0].kind is not Kind.COUNT:
        year = None
    if year and (noun is None or dates.firm_year(pieces, i)):
        return Amount(Unit(year.kind, year.unit, Decimal(1)), year.spans, year.end)
    if noun:
        return replace(in_unit(found, *noun), comparator=_comparator(found, bound))
    return _bare(pieces, i, found)


def _leads_on(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether another number follows: one or two weeks."""
    following = pieces[i + 1]
    return pieces[i].norm in _JOINTS and (following.shape is Shape.NUMBER or following.norm in NUMBER_WORDS)


def _comparator(found: Figure, bound: phrases.Bound | None) -> Comparator | None:
    if bound:
        return bound.comparator
    return Comparator.APPROX if found.rough else None


def _bare(pieces: Sequence[Lexeme], i: int, found: Figure) -> Amount | None:
    pronoun = pieces[i].norm == "one" and found.end == i + 1 and not _leads_on(pieces, i + 1)
    if pronoun or pieces[i].shape is Shape.FRACTION or nouns.named(pieces, i):
        return None
    return replace(in_unit(found, _COUNT, found.end), bare=True)


def _compound(pieces: Sequence[Lexeme], found: Figure, unit: Unit, end: int) -> Amount | None:
    """Two units as one amount: 1 hour 30 minutes, 2 years and 6 months, five hours and a half."""
    value, halved = _and_a_half(pieces, found.values[0], end)
    if halved > end:
        return in_unit(Figure((value,), halved, spelled=True), unit, halved)
    j = end + 1 if pieces[end].norm == "and" else end
    rest = figure(pieces, j) if unit.kind in _COMPOUNDS else None
    smaller = unit_at(pieces, rest.end) if rest else None
    if rest and unit.scale == _HOUR and pieces[rest.end].norm == "m":
        smaller = UNITS["minute"], rest.end + 1
    if rest is None or smaller is None or len(found.values) + len(rest.values) > 2:
        return None
    if (smaller[0].kind, smaller[0].name) != (unit.kind, unit.name) or smaller[0].scale >= unit.scale:
        return None
    total = found.values[0] * unit.scale + rest.values[0] * smaller[0].scale
    return Amount(unit, ((total, total),), smaller[1], found)


def _word(pieces: Sequence[Lexeme], i: int) -> bool:
    return pieces[i].shape is Shape.WORD
