"""A number with its unit: "€5,000", "five working days", "10 or more user seats", "a week", "3 April 2025"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.text.quantities import dates, phrases, rates
from bot.text.quantities.lexing import MARGIN, Lexeme, Shape
from bot.text.quantities.model import Comparator, Kind
from bot.text.quantities.numerals import Figure, figure
from bot.text.quantities.units import (
    CURRENCY_CODES,
    CURRENCY_PAIRS,
    IRREGULAR_PLURALS,
    LABELS,
    MONTHS,
    NOT_PLURALS,
    NUMBER_WORDS,
    PLAIN_ADJECTIVES,
    SYMBOL_PREFIXES,
    SYMBOLS,
    UNITS,
    WORKING,
    Unit,
)
from bot.text.tokens import STOP_WORDS, stem

_COUNT = Unit(Kind.COUNT, "", Decimal(1))
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_GLUED_ONLY = frozenset("d y g p".split())
_PORTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_PEOPLE = frozenset("person people".split())
_NOT_BEFORE_PORTION = frozenset("the first second third fourth last other better next final".split())
_NOT_BEFORE_ONE = frozenset("the this that these those any every each no which some another either neither".split())
_PREPOSITIONS = frozenset(
    "within for after in before every once of under to for about around over by than least".split()
)
# What may follow "a week" when it is a length of time and not "a week ticket".
_AFTER_PERIOD = frozenset(
    """notice advance prior later earlier ago long off leave before after of in to from until and or but for if when
    while at on is are was will must may can from following preceding starting beginning maximum minimum""".split()
)
_NOT_COUNTED = frozenset({"off", "time", "way", "sided", "factor", "fold", "stop"})  # one-off, two-factor
_LIST_JOINTS = frozenset({",", "and", "or", "to", "-", "–", "&"})
_HOUR = UNITS["hour"].scale
# Words an amount can start with, other than codes of currencies.
FIRST_WORDS = frozenset(
    {*NUMBER_WORDS, *MONTHS, *SYMBOL_PREFIXES, *_TIMES, *_PORTIONS, *dates.FIRST_WORDS, "a", "an", "halves"}
    | {"eur", "usd", "chf", "gbp"}
)
_MAX_ADJECTIVES = 2
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
    return _portion_of(pieces, j + 1, Figure((count / part,), j + 1, spelled=True))


def _portion_of(pieces: Sequence[Lexeme], i: int, found: Figure) -> Amount | None:
    of = pieces[i].norm == "of"
    j = i + 1 if of else i
    whole = j + 1 if pieces[j].norm in {"a", "an"} or (pieces[j].norm == "-" and not of) else j
    unit = _unit(pieces, whole)
    if unit and unit[0].kind is Kind.DURATION and (whole > j or not of) and found.values[0] < 1:
        return in_unit(found, unit[0], unit[1])
    if not of and not (pieces[i].norm in {"the", "their", "your"} and found.values == (Decimal("0.5"),)):
        return None
    return in_unit(found, Unit(Kind.PERCENT, "percent", Decimal(100)), i)


def _period(pieces: Sequence[Lexeme], i: int) -> Amount | None:
    """A week, an hour and a half: the article is a number where a length of time is meant."""
    if pieces[i].norm not in {"a", "an"}:
        return None
    j = i + 1
    while pieces[j].norm in PLAIN_ADJECTIVES:
        j += 1
    found = _unit(pieces, j)
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
    unit = _unit(pieces, j)
    if unit:
        sized = _compound(pieces, found, unit[0], unit[1]) if conjoined and not bound else None
        sized = sized or in_unit(found, unit[0], unit[1])
        return replace(sized, comparator=_comparator(found, bound))
    if _labelled(pieces, i):
        return None
    noun = _noun(pieces, j, found, several=bound is not None)
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


def _comparator(found: Figure, bound: phrases.Bound | None) -> Comparator | None:
    if bound:
        return bound.comparator
    return Comparator.APPROX if found.rough else None


def _bare(pieces: Sequence[Lexeme], i: int, found: Figure) -> Amount | None:
    pronoun = pieces[i].norm == "one" and found.end == i + 1
    if pronoun or pieces[i].shape is Shape.FRACTION or _named(pieces, i):
        return None
    return replace(in_unit(found, _COUNT, found.end), bare=True)


def _compound(pieces: Sequence[Lexeme], found: Figure, unit: Unit, end: int) -> Amount | None:
    """Two units as one amount: 1 hour 30 minutes, 2 years and 6 months, five hours and a half."""
    value, halved = _and_a_half(pieces, found.values[0], end)
    if halved > end:
        return in_unit(Figure((value,), halved, spelled=True), unit, halved)
    j = end + 1 if pieces[end].norm == "and" else end
    rest = figure(pieces, j) if unit.kind in _COMPOUNDS else None
    smaller = _unit(pieces, rest.end) if rest else None
    if rest and unit.scale == _HOUR and pieces[rest.end].norm == "m":
        smaller = UNITS["minute"], rest.end + 1
    if rest is None or smaller is None or len(found.values) + len(rest.values) > 2:
        return None
    if (smaller[0].kind, smaller[0].name) != (unit.kind, unit.name) or smaller[0].scale >= unit.scale:
        return None
    total = found.values[0] * unit.scale + rest.values[0] * smaller[0].scale
    return Amount(unit, ((total, total),), smaller[1], found)


def _unit(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
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


def _noun(pieces: Sequence[Lexeme], i: int, found: Figure, *, several: bool) -> tuple[Unit, int] | None:
    """What is counted, past adjectives. A length of time there makes a duration of it: "ten paid vacation days"."""
    hyphen = pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].glued
    if pieces[i].shape is not Shape.WORD and not hyphen:
        return None
    if pieces[i].glued and not hyphen:
        return (Unit(Kind.COUNT, stem("time" if pieces[i].norm == "x" else pieces[i].norm), Decimal(1)), i + 1)
    if hyphen or (found.values == (Decimal(1),) and not several):
        return _singular_noun(pieces, i + hyphen, pronoun=found.spelled and not hyphen, before=pieces[found.end - 2])
    return _plural_noun(pieces, i)


def _plural_noun(pieces: Sequence[Lexeme], i: int) -> tuple[Unit, int] | None:
    skipped, plain = 0, True
    while skipped <= _MAX_ADJECTIVES and pieces[i].shape is Shape.WORD:
        word = pieces[i].norm
        unit = _unit(pieces, i)
        if unit and (unit[0].kind is Kind.DURATION or plain):
            return unit
        if _plural(word):
            return Unit(Kind.COUNT, stem(word), Decimal(1)), i + 1
        if not _counted(word):
            return None
        plain = plain and word in PLAIN_ADJECTIVES
        skipped, i = skipped + 1, i + 1
        while pieces[i].norm == "-" and pieces[i].glued and pieces[i + 1].glued and pieces[i + 1].shape is Shape.WORD:
            i += 2
    return None


def _singular_noun(pieces: Sequence[Lexeme], i: int, *, pronoun: bool, before: Lexeme) -> tuple[Unit, int] | None:
    while pieces[i].norm in PLAIN_ADJECTIVES and pieces[i + 1].shape is Shape.WORD:
        i += 1
    word = pieces[i].norm
    if unit := _unit(pieces, i):
        return unit
    if pieces[i].shape is not Shape.WORD or not _counted(word) or word in _NOT_COUNTED:
        return None
    verb = word.endswith(("ed", "ing", "ly")) or _plural(word)
    if pronoun and (verb or before.norm in _NOT_BEFORE_ONE):
        return None
    return Unit(Kind.COUNT, stem(word), Decimal(1)), i + 1


def _counted(word: str) -> bool:
    """Whether a word can belong to what is counted."""
    known = word in STOP_WORDS or word in NOT_PLURALS or word in NUMBER_WORDS or word in MONTHS
    return word in _PEOPLE or not known


def _plural(word: str) -> bool:
    if word in IRREGULAR_PLURALS:
        return True
    ends = word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
    return ends and len(word) > 2 and _counted(word)


def _word(pieces: Sequence[Lexeme], i: int) -> bool:
    return pieces[i].shape is Shape.WORD


def _labelled(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether the word before makes an identifier of the number: section 3.2, levels 1 and 2, Form 12."""
    j = i - 1
    if (
        pieces[j].norm in {".", ":"}
        and pieces[j].glued
        and pieces[j - 1].norm in {"no", "nr", "art", "sec", "fig", "p"}
    ):
        j -= 1
    while pieces[j].norm in _LIST_JOINTS and pieces[j - 1].shape in {Shape.NUMBER, Shape.OPAQUE} and i - j < MARGIN - 2:
        j -= 2
    listed = j < i - 1 and pieces[i - 1].norm in {",", "and"}
    return pieces[j].norm in LABELS and (not listed or pieces[j].norm.endswith("s"))


def _named(pieces: Sequence[Lexeme], i: int) -> bool:
    """Whether a capital before it makes it a name: ISO 27001, Windows 11."""
    before, earlier = pieces[i - 1], pieces[i - 2]
    if before.shape is not Shape.WORD or before.norm in STOP_WORDS or before.norm in MONTHS:
        return False
    capitals = len(before.raw) > 1 and before.raw.isupper()
    inside = earlier.shape is Shape.WORD or earlier.norm == ","
    return capitals or (before.raw[0].isupper() and inside and phrases.before(pieces, i - 1) is None)
