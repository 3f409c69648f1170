"""A text cut into the pieces a figure is made of, with everything that only looks like a figure taken out.

Identifiers, versions, phone and account numbers, addresses, list markers and heading numbers become `OPAQUE`; a new
line or the edge of a table cell is a `BREAK`, which no figure crosses. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from bot.text.quantities import units

_CAPITALISED = frozenset({*units.UNITS, *units.MONTHS, "q"})
_CAPITALS = frozenset({"D", "G", "P", "S", "Y"})  # 3D, 5G: no units
MARGIN = 8  # breaks before and after, so that a look a few pieces ahead or back needs no check

_SAME_LENGTH = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ′", "'"),
        **dict.fromkeys("‐‑", "-"),
        **dict.fromkeys("‒—―", "–"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000\t", " "),
    }
)
_PIECE = re.compile(
    r"""
    (?P<BREAK>[\n\r\v\f\x1c-\x1e\x85\u2028\u2029|])
    | (?P<DATE>(?<![\w.,/-])(?:
        \d{4}-\d{1,2}-\d{1,2}(?:T\d\d:\d\d(?::\d\d)?Z?)? | \d{4}/\d{1,2}/\d{1,2}
        | \d{1,2}(?P<dash>[./-])\d{1,2}(?P=dash)(?:\d{4}|\d{2})
      )(?![\w-]|[./]\d))
    | (?P<TIME>(?<![\w.,:/-])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?![\w:]*\d|:))
    | (?P<FRACTION>(?<![\w.,/])\d{1,2}/\d{1,2}(?![\d/]))
    | (?P<NUMBER>\d+(?:[.,']\d+)*)
    | (?P<VULGAR>[¼½¾⅓⅔⅛])
    | (?P<WORD>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<SIGN><=|>=|\S)
    """,
    re.VERBOSE,
)
_CHUNK = re.compile(r"[^\s|]+")
_ADDRESS = ("@", "://", "www.", "mailto:", "tel:")
_ACCOUNT = re.compile(
    r"(?<![\w+])(?<!\d )(?:\+\d{1,3}[ ()./-]{0,2}(?:\d{1,6}[ ()./-]{0,2}){2,6}\d{2}"  # +49 30 1234567
    r"|\(\d{3,5}\) ?\d{3,4}[ -]?\d{3,8}|\d{3}[ -]\d{3}-\d{4}|0\d{2,4}[ /-]\d{3,8}(?:[ -]\d{2,6}){0,3}"
    r"|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?"  # IBAN
    r"|\d{4}(?:[ -]\d{4}){3,4})(?!\w)"
)


class Shape(Enum):
    NUMBER = auto()  # digits with their separators
    DATE = auto()  # all in figures
    TIME = auto()  # 10:00
    FRACTION = auto()  # 1/2
    VULGAR = auto()  # ½
    WORD = auto()
    SIGN = auto()
    BREAK = auto()
    OPAQUE = auto()


class Lexeme(NamedTuple):
    shape: Shape
    norm: str  # lower case, quotes and dashes unified
    raw: str
    start: int  # offsets in the text
    end: int
    glued: bool  # nothing stands between it and the one before


_SHAPES: dict[str | None, Shape] = {shape.name: shape for shape in Shape}
_EDGE = Lexeme(Shape.BREAK, "\n", "", 0, 0, False)


def lexemes(text: str) -> list[Lexeme]:
    """The pieces of a text, between two margins of breaks."""
    plain = text.translate(_SAME_LENGTH)
    hidden = _hidden(plain)
    pieces = [_EDGE] * MARGIN
    last = -1
    for match in _PIECE.finditer(plain):
        start, end, raw = match.start(), match.end(), match.group()
        shape = _SHAPES[match.lastgroup]
        if hidden and shape is not Shape.BREAK and _covered(start, hidden):
            shape = Shape.OPAQUE
        pieces.append(Lexeme(shape, raw.lower(), raw, start, end, start == last))
        last = end
    pieces += [_EDGE] * MARGIN
    for i in range(MARGIN, len(pieces) - MARGIN):
        if pieces[i].shape is Shape.NUMBER and _is_label(pieces, i):
            pieces[i] = pieces[i]._replace(shape=Shape.OPAQUE)
    return pieces


def _hidden(text: str) -> list[tuple[int, int]]:
    """Spans of addresses, phone and account numbers, the last first."""
    spans = [match.span() for match in _ACCOUNT.finditer(text)]
    if _addressed(text):
        spans.extend(chunk.span() for chunk in _CHUNK.finditer(text) if _addressed(chunk.group()))
    return sorted(spans, reverse=True)


def _addressed(text: str) -> bool:
    return any(mark in text for mark in _ADDRESS)


def _covered(start: int, spans: list[tuple[int, int]]) -> bool:
    """Whether an offset lies in a span; spans that end before it are dropped, so that a text costs one pass."""
    while spans and spans[-1][1] <= start:
        spans.pop()
    return bool(spans) and spans[-1][0] <= start


def _is_label(pieces: Sequence[Lexeme], i: int) -> bool:
    return _part_of_name(pieces, i) or _continued(pieces, i) or _marks_line(pieces, i)


def _part_of_name(pieces: Sequence[Lexeme], i: int) -> bool:
    """What stands to the left makes it an identifier: v2, POL-017, #12, file_3, 4(2)."""
    before, here = pieces[i - 1], pieces[i]
    if not here.glued:
        return before.norm in "§#№" and before.shape is Shape.SIGN
    if before.shape is Shape.WORD:
        clock = before.norm == "h" and pieces[i - 2].shape is Shape.NUMBER
        return not (clock or before.norm in units.GLUED_BEFORE or before.raw in units.CURRENCY_CODES)
    if before.norm in {"§", "#", "№", "_", "\\"} or before.shape is Shape.OPAQUE:
        return True
    if not before.glued or before.norm not in {"-", "/", ".", "(", ":"}:
        return False
    owner = pieces[i - 2]
    if owner.shape is Shape.WORD:
        return owner.norm not in units.YEAR_PREFIXES and not (
            _measured(pieces, i - 2) or owner.norm in units.ABBREVIATED or before.norm in "(:"
        )
    return owner.shape is Shape.OPAQUE or (owner.shape is Shape.NUMBER and before.norm in "/(")


def _measured(pieces: Sequence[Lexeme], i: int) -> bool:
    """A unit after its number, or a spelled number: the left side of a range."""
    return pieces[i].norm in units.NUMBER_WORDS or pieces[i - 1].shape is Shape.NUMBER or pieces[i].norm in units.MONTHS


def _continued(pieces: Sequence[Lexeme], i: int) -> bool:
    """What stands to the right makes it an identifier: 12b, 2FA, 401(k), 16:9, 24/7, 12-345-6, 3-D."""
    after, second, third = pieces[i + 1 : i + 4]
    if not after.glued:
        return False
    if after.shape is Shape.WORD:
        return _no_unit(pieces[i], after) or (after.norm == "x" and second.shape is Shape.NUMBER and second.glued)
    if not second.glued:
        return after.norm == "_"
    if after.norm in {"(", "_"}:
        return second.shape is Shape.WORD and len(second.raw) == 1
    if second.shape is Shape.NUMBER:
        return after.norm in {"/", ":"} or (after.norm == "-" and third.norm == "-" and third.glued)
    return after.norm == "-" and second.raw[0].isupper() and second.norm not in _CAPITALISED


def _no_unit(number: Lexeme, letters: Lexeme) -> bool:
    plan = letters.norm == "k" and number.norm in {"401", "403"}
    return plan or letters.norm not in units.GLUED_AFTER or letters.raw in _CAPITALS


def _marks_line(pieces: Sequence[Lexeme], i: int) -> bool:
    """A list marker ("2) ", "1. ") or heading number ("2.1 Scope", "## 3 Scope") at the start of a line."""
    first = i
    while pieces[first - 1].norm in {"#", "*", ">", "-", "("} and i - first < MARGIN - 2:
        first -= 1
    if pieces[first - 1].shape is not Shape.BREAK or pieces[first - 1].norm == "|":
        return False
    after, second = pieces[i + 1], pieces[i + 2]
    if after.glued and after.norm in {".", ")"}:
        return second.shape is not Shape.BREAK and not second.glued
    titled = after.raw[:1].isupper() and after.norm not in units.UNITS and after.raw not in units.CURRENCY_CODES
    return titled and not after.glued and ("." in pieces[i].norm or pieces[first].norm == "#")
