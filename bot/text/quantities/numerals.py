"""Numbers, in digits, words, or both, as the values they may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.units import (
    CURRENCY_CODES,
    LARGE_NUMBERS,
    LETTER_MAGNITUDES,
    MAGNITUDES,
    MONEY_MAGNITUDES,
    SMALL_NUMBERS,
    SYMBOLS,
)

_MAX_DIGITS = 24  # what is longer is an account number
_MAX_WORDS = 16
_MAX_GROUPS = 5
_PLAIN = re.compile(r"0|[1-9]\d*")
_GROUPED = {
    ",": re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?"),  # also 1,00,000
    ".": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?"),
    "'": re.compile(r"[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?"),
}
_DECIMAL = re.compile(r"(?:0|[1-9]\d*)[.,]\d+")
_HEAD = re.compile(r"[1-9]\d{0,2}")
_GROUP = re.compile(r"\d{3}(?:[.,]\d+)?")
_LAST_GROUP = re.compile(r"\d{3}[.,]\d+")
_VULGAR = {
    "¼": Decimal("0.25"),
    "½": Decimal("0.5"),
    "¾": Decimal("0.75"),
    "⅓": Decimal(1) / 3,
    "⅔": Decimal(2) / 3,
    "⅛": Decimal("0.125"),
}
_HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Figure:
    values: tuple[Decimal, ...]  # what it may mean, the likeliest first
    end: int  # the piece after it
    factor: Decimal = Decimal(1)  # of a "million" or "k" after the number; in the values already
    spelled: bool = False
    rough: bool = False  # "a couple"

    @property
    def scaled(self) -> bool:
        return self.factor != 1


def read_digits(writing: str) -> tuple[Decimal, ...]:
    """Every value that digits with separators may mean; none when they are no number."""
    if len(writing) > _MAX_DIGITS:
        return ()
    if _PLAIN.fullmatch(writing):
        return (Decimal(writing),)
    for separator, pattern in _GROUPED.items():
        if pattern.fullmatch(writing):
            digits = writing.replace(separator, "").replace(",", ".")
            lone_point = separator == "." and writing.count(".") == 1 and "," not in writing
            return (Decimal(writing), Decimal(digits)) if lone_point else (Decimal(digits),)
    return (Decimal(writing.replace(",", ".")),) if _DECIMAL.fullmatch(writing) else ()


def figure(pieces: Sequence[Lexeme], i: int, *, money: bool = False, conjoined: bool = True) -> Figure | None:
    """The number that starts at a piece. `conjoined`: "and" may be inside it ("one hundred and two")."""
    found = _in_digits(pieces, i) or _in_words(pieces, i, conjoined=conjoined)
    if found is None:
        return None
    found = _magnified(pieces, _halved(pieces, found) if conjoined else found, money=money)
    return _repeated(pieces, found)


def _in_digits(pieces: Sequence[Lexeme], i: int) -> Figure | None:
    if _is_minus(pieces, i):
        found = _unsigned(pieces, i + 1)
        return found and Figure(tuple(-value for value in found.values), found.end)
    return _unsigned(pieces, i)


def _is_minus(pieces: Sequence[Lexeme], i: int) -> bool:
    """A hyphen only where it can be nothing else: it is also a bullet and a dash."""
    here, before = pieces[i], pieces[i - 1]
    if here.norm not in {"−", "-"} or not pieces[i + 1].glued:
        return False
    if here.glued:
        return before.norm in SYMBOLS
    return here.norm == "−" or before.norm in {"of", "is", "to", "at", "by", "from", "=", ":", ","}


def _unsigned(pieces: Sequence[Lexeme], i: int) -> Figure | None:
    here, after = pieces[i], pieces[i + 1]
    if here.shape is Shape.VULGAR:
        return Figure((_VULGAR[here.norm],), i + 1)
    if here.shape is Shape.FRACTION:
        fraction = _fraction(here.norm)
        return Figure((fraction,), i + 1) if fraction else None
    if here.shape is not Shape.NUMBER:
        return None
    if after.shape is Shape.WORD and after.glued and after.norm in {"st", "nd", "rd", "th"}:
        return None
    writing, end = _spaced_groups(pieces, i)
    values = read_digits(writing)
    if not values:
        return None
    part = _mixed(pieces, end) if len(values) == 1 and "." not in writing else None
    return Figure((values[0] + part,), end + 1) if part else Figure(values, end)


def _mixed(pieces: Sequence[Lexeme], i: int) -> Decimal | None:
    """The fraction after a whole number: 2½, 2 1/2."""
    if pieces[i].shape is Shape.VULGAR:
        return _VULGAR[pieces[i].norm]
    return _fraction(pieces[i].norm) if pieces[i].shape is Shape.FRACTION else None


def _fraction(writing: str) -> Decimal | None:
    over, under = map(int, writing.split("/"))
    return Decimal(over) / under if 0 < over < under <= 10 else None


def _spaced_groups(pieces: Sequence[Lexeme], i: int) -> tuple[str, int]:
    """Digits whose thousands are parted by spaces, as one writing: 1 234,56."""
    writing, end = pieces[i].norm, i + 1
    if not _HEAD.fullmatch(writing):
        return writing, end
    while end - i <= _MAX_GROUPS and pieces[end].shape is Shape.NUMBER and _GROUP.fullmatch(pieces[end].norm):
        if pieces[end].start != pieces[end - 1].end + 1:
            break
        writing, end = writing + pieces[end].norm, end + 1
        if _LAST_GROUP.fullmatch(pieces[end - 1].norm):
            return writing.replace(",", "."), end
    return writing, end


def _in_words(pieces: Sequence[Lexeme], i: int, *, conjoined: bool) -> Figure | None:
    word, after = pieces[i].norm, pieces[i + 1].norm
    if word == "a" and after == "couple" and pieces[i + 2].norm in {"of", "more"}:
        return Figure((Decimal(2),), i + 3, spelled=True, rough=True)
    if word in {"a", "an"} and (after == "hundred" or after == "dozen" or after in LARGE_NUMBERS):
        return _spelled(pieces, i + 1, 1, conjoined=conjoined)
    return _spelled(pieces, i, 0, conjoined=conjoined) if word in SMALL_NUMBERS else None


def _spelled(pieces: Sequence[Lexeme], i: int, group: int, *, conjoined: bool) -> Figure:
    """`group` is the part below the next "thousand", as read so far."""
    total, j, scale = 0, i, 10**15
    while j - i < _MAX_WORDS and pieces[j].shape is Shape.WORD:
        word = pieces[j].norm
        if word in SMALL_NUMBERS and _fits(group, SMALL_NUMBERS[word], first=j == i):
            group += SMALL_NUMBERS[word]
        elif word == "hundred" and 0 < group < 100:
            group *= 100
        elif word in LARGE_NUMBERS and LARGE_NUMBERS[word] < scale and group:
            scale = LARGE_NUMBERS[word]
            total, group = total + group * scale, 0
        elif word == "dozen" and 0 < group < 100 and not total:
            return Figure((Decimal(12 * group),), j + 1, spelled=True)
        else:
            break
        j = _after_joint(pieces, j + 1, group, total, conjoined=conjoined)
    return Figure((Decimal(total + group),), _before_joint(pieces, j), spelled=True)


def _fits(group: int, value: int, *, first: bool) -> bool:
    """Whether a number word may follow what was read: twenty-five and one hundred ten do, five ten does not."""
    if value == 0 or first:
        return first and group == 0
    return group % 100 == 0 if value >= 10 else group % 10 == 0 and group % 100 != 10


def _after_joint(pieces: Sequence[Lexeme], j: int, group: int, total: int, *, conjoined: bool) -> int:
    """Past a hyphen or an "and" inside a number."""
    word = pieces[j + 1].norm
    if pieces[j].norm == "-" and pieces[j].glued and pieces[j + 1].glued:
        return j + 1 if word in SMALL_NUMBERS or word in LARGE_NUMBERS or word == "hundred" else j
    joins = conjoined and pieces[j].norm == "and" and word in SMALL_NUMBERS and SMALL_NUMBERS[word] > 0
    joins = joins and pieces[j + 2].norm != "hundred"  # one hundred and two hundred
    return j + 1 if joins and group % 100 == 0 and (group or total) else j


def _before_joint(pieces: Sequence[Lexeme], j: int) -> int:
    return j - 1 if pieces[j - 1].norm in {"-", "and"} else j


def _halved(pieces: Sequence[Lexeme], found: Figure) -> Figure:
    """With the half after it: two and a half."""
    after = [piece.norm for piece in pieces[found.end : found.end + 3]]
    if after != ["and", "a", "half"] or len(found.values) > 1:
        return found
    return Figure((found.values[0] + _HALF,), found.end + 3, spelled=found.spelled)


def _magnified(pieces: Sequence[Lexeme], found: Figure, *, money: bool) -> Figure:
    after, end = pieces[found.end], found.end + 1
    money = money or pieces[end].raw in CURRENCY_CODES or pieces[end].norm in SYMBOLS
    factor = MAGNITUDES.get(after.norm)
    if factor is None and (after.glued or money or after.raw == "M") and after.shape is Shape.WORD:
        factor = (MONEY_MAGNITUDES if money else LETTER_MAGNITUDES).get(after.raw)
    if factor is None or (after.norm == "dozen" and (found.spelled or found.values[0] % 1)):
        return found
    abbreviated = after.norm == "mio" and pieces[end].norm == "." and pieces[end].glued
    values = tuple(value * factor for value in found.values)
    return Figure(values, end + abbreviated, factor, found.spelled)


def _repeated(pieces: Sequence[Lexeme], found: Figure) -> Figure:
    """With the same number again in brackets, as contracts do: thirty (30) days. A different one makes it ambiguous."""
    i = found.end
    if pieces[i].norm != "(":
        return found
    again = _in_digits(pieces, i + 1) if found.spelled else _in_words(pieces, i + 1, conjoined=True)
    if again is None or pieces[again.end].norm != ")":
        return found
    values = tuple(dict.fromkeys((*again.values, *found.values)))
    return Figure(values, again.end + 1, found.factor, found.spelled)
