"""The facts of a passage: its smallest statements that can be cited, each with what around it gives it meaning.

A fact is a sentence, a list item with its lead-in, or a cell of a table with the labels of its row and column.
Matching, contest and verification all speak of facts, so that a figure is never read without its subject.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.documents import Passage
from bot.text.quantities import Quantity, quantities
from bot.text.sentences import MARKER, Span, sentences
from bot.text.terms import EMPTY, Bag, bag

_AN_EXCEPTION = re.compile(r"\b(?:an exception|exceptions?:)", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?:it|they|this|these|that|those|he|she|both|such)\b"
    r"|(?:during|for|in|on|after|before|from|at|with|within|until|if|under) [^.;:]{1,60}? (?:it|they|both)\b",
    re.IGNORECASE,
)
_RATE = re.compile(r"\b(?:per \w+(?: per \w+)*|monthly|yearly|annually|weekly|daily|hourly)\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"(?:except|unless|however|exceptions?\b|but\b|only\b|this (?:rule )?does not|this doesn't|does not apply|not for\b"
    r"|excluded|in that case|otherwise)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fact:
    text: str  # as a reply would quote it
    own: Bag  # its own words
    near: Bag  # lead-in, row and column labels, the sentence a pronoun points to, the innermost heading
    context: Bag  # title, outer headings, facets
    around: Bag  # the whole passage
    quantities: tuple[Quantity, ...]
    labels: tuple[str, ...] = ()  # of a row: its first cell; of a cell: that and its column's header
    start: int = 0  # in the passage's text
    cell: bool = False
    exception: bool = False  # limits or lifts the rule before it


@lru_cache(maxsize=8_192)
def facts(passage: Passage) -> tuple[Fact, ...]:
    """In the order of the text. A table gives one fact a row and, where it has three columns or more, one a cell."""
    headings = [heading for heading in passage.headings if heading]
    leaf = bag(headings[-1]) if headings else EMPTY
    outer = "\n".join([passage.source.title, *headings[:-1], *(value for _, value in passage.source.facets)])
    frame = _Frame(leaf, bag(outer), bag(passage.text))
    found: list[Fact] = []
    for start, block, is_table in _blocks(passage.text):
        found.extend(_table(block, start, frame) if is_table else _prose(block, start, frame))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Frame:
    leaf: Bag
    context: Bag
    around: Bag


def _blocks(text: str) -> list[tuple[int, str, bool]]:
    """(start, block, is a table): runs of lines of one kind."""
    found: list[tuple[int, str, bool]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        is_row = " | " in line
        if found and found[-1][2] == is_row:
            found[-1] = (found[-1][0], found[-1][1] + line, is_row)
        else:
            found.append((at, line, is_row))
        at += len(line)
    return found


def _prose(block: str, start: int, frame: _Frame) -> list[Fact]:
    found: list[Fact] = []
    lead, previous = "", ""
    for span in sentences(block):
        item = _is_item(block, span)
        if not item and span.text.endswith(":"):
            lead = span.text
        elif not item:
            lead = ""
        near = frame.leaf | (bag(lead) if item and lead else EMPTY)
        if _PRONOUN.match(span.text) and previous:
            near |= bag(previous)
        found.append(
            Fact(
                text=span.text, own=bag(span.text), near=near, context=frame.context, around=frame.around,
                quantities=quantities(span.text), start=start + span.start,
                exception=bool(previous) and bool(_EXCEPTION.match(span.text) or _AN_EXCEPTION.search(span.text)),
            )
        )  # fmt: skip
        previous = span.text
    return found


def _is_item(block: str, span: Span) -> bool:
    line = block.rfind("\n", 0, span.start) + 1
    return bool(MARKER.fullmatch(block[line : span.start]))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.rstrip("\r\n").split(" | ")]


def _table(block: str, start: int, frame: _Frame) -> list[Fact]:
    lines = block.splitlines(keepends=True)
    header, rows = _cells(lines[0]), [_cells(line) for line in lines[1:]]
    keys = _key_columns(rows)
    found: list[Fact] = []
    at = start + len(lines[0])
    for line, cells in zip(lines[1:], rows, strict=True):
        if any(cells):
            found.extend(_row(header, cells, keys, at, frame))
        at += len(line)
    return found


def _key_columns(rows: list[list[str]]) -> int:
    """How many columns, from the left, it takes to tell the rows apart; 1 where even all of them don't."""
    widest = max(map(len, rows), default=1)
    return next((n for n in range(1, widest) if len({tuple(row[:n]) for row in rows}) == len(rows)), 1)


def _row(header: list[str], cells: list[str], keys: int, at: int, frame: _Frame) -> list[Fact]:
    """`Outage | Team | Business` over `2 to 6 hours | 10% | 25%` → row, and `Outage: 2 to 6 hours; Business: 25%`."""
    pairs = [(name, cell) for name, cell in zip(header, cells, strict=False) if cell]
    key, rest = pairs[:keys], pairs[keys:]
    label = " ".join(cell for _, cell in key)
    if len(rest) < 2:
        return [_cell_fact(pairs, (label, rest[0][0] if rest else ""), at, frame, cell=True)]
    whole = _cell_fact(pairs, (label,), at, frame)
    return [whole, *(_cell_fact([*key, pair], (label, pair[0]), at, frame, cell=True) for pair in rest)]


def _cell_fact(
    pairs: list[tuple[str, str]], labels: tuple[str, ...], at: int, frame: _Frame, *, cell: bool = False
) -> Fact:
    text = "; ".join(f"{name}: {value}" if name else value for name, value in pairs)
    found = tuple(q for name, value in pairs for q in _with_header(name, value))
    # Nothing around: what stands in another row is said of another case.
    return Fact(text, bag(text), frame.leaf, frame.context, EMPTY, found, labels, at, cell)


def _with_header(name: str, value: str) -> tuple[Quantity, ...]:
    """A figure takes its unit and rate from the header: `Seats` over `10`, `Price per month` over `10 EUR`."""
    plain = quantities(value)
    if len(plain) == 1 and plain[0].per is None and plain[0].unit and (rate := _RATE.search(name)):
        return quantities(f"{value} {rate.group().casefold()}")[:1] or plain
    if len(plain) == 1 and not plain[0].unit and plain[0].text.strip() == value.strip():
        named = quantities(f"{value} {name.casefold()}")
        return named[:1] or plain
    return plain
