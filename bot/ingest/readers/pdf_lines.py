"""Characters on a page → lines, and the cells of each line. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xa0": " ", "\t": " "}
)
_HYPHENS = "\x02\ufffe\xad"  # how PDFium marks a hyphen at a line's end
_WIDE = 0.75  # of a line's height: a wider space parts cells
_MARGIN = 0.1  # of the page's height, on top and at the bottom, where headers and footers stand
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.?|pg\.?)?\s*\d{1,4}\s*(?:(?:of|/|von|\|)\s*\d{1,4})?\W*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Glyph:
    character: str
    left: float  # points from the page's left edge
    right: float
    bottom: float  # points from the page's bottom edge
    height: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    left: float
    right: float
    text: str

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Line:
    cells: tuple[Cell, ...]  # parted by wide spaces; at least one
    bottom: float
    height: float
    bold: bool = False

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Page:
    number: int  # from 1
    height: float
    lines: list[Line] = field(default_factory=list)
    drawn: bool = False  # something is on it, text or not


def lines_of(glyphs: Iterable[Glyph]) -> list[Line]:
    """In reading order; where two columns were written line by line, one column after the other."""
    lines: list[Line] = []
    run: list[Glyph] = []
    for glyph in glyphs:
        # PDFium joins the halves of a word broken at a line's end: there only the place tells of the new line.
        if glyph.character in ("\r", "\n") or _jumps(run, glyph):
            lines += _line(run)
            run = []
        if glyph.character not in ("\r", "\n", ""):
            run.append(glyph)
    return _by_columns(_joined([*lines, *_line(run)]))


def _joined(lines: list[Line]) -> list[Line]:
    """Pieces that follow one another on one height are one line: PDFium parts them where the gap is very wide."""
    joined: list[Line] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last and abs(last.bottom - line.bottom) < 0.3 * line.height and line.cells[0].left > last.cells[-1].right:
            joined[-1] = replace(last, cells=(*last.cells, *line.cells), bold=last.bold and line.bold)
        else:
            joined.append(line)
    return joined


def _jumps(run: Sequence[Glyph], glyph: Glyph) -> bool:
    if not run or glyph.character.isspace() or run[-1].character not in ("-", "‐", *_HYPHENS):
        return False
    return abs(glyph.bottom - run[0].bottom) > 0.7 * run[0].height


def _line(run: Sequence[Glyph]) -> list[Line]:
    inked = [glyph for glyph in run if not glyph.character.isspace() and glyph.height > 0]
    if not inked:
        return []
    height = Counter(round(glyph.height, 1) for glyph in inked).most_common(1)[0][0]
    cells: list[list[Glyph]] = [[]]
    edge: float | None = None
    for glyph in run:
        visible = not glyph.character.isspace() and glyph.height > 0
        if visible and edge is not None and glyph.left - edge > _WIDE * height:
            cells.append([])
        cells[-1].append(glyph)
        edge = glyph.right if visible else edge
    found = tuple(cell for cell in map(_cell, cells) if cell.text)
    return [Line(found, inked[0].bottom, height, inked[0].bold and inked[-1].bold)] if found else []


def _cell(glyphs: Sequence[Glyph]) -> Cell:
    text = "".join(glyph.character for glyph in glyphs).translate(_LIGATURES)
    inked = [glyph for glyph in glyphs if not glyph.character.isspace()] or list(glyphs)
    text = " ".join("".join("-" if character in _HYPHENS else character for character in text).split())
    return Cell(inked[0].left, inked[-1].right, text)


def _by_columns(lines: list[Line]) -> list[Line]:
    """Lines that hold two columns of prose side by side are parted; rows of a table are not."""
    pairs = [line for line in lines if len(line.cells) == 2]
    starts = Counter(round(line.cells[1].left / 4) for line in pairs)
    if not starts or starts.most_common(1)[0][1] < 6:
        return lines
    gutter = starts.most_common(1)[0][0]
    mine = [line for line in pairs if abs(round(line.cells[1].left / 4) - gutter) <= 1]
    words = sorted(min(len(cell.text.split()) for cell in line.cells) for line in mine)
    if words[len(words) // 2] < 4:
        return lines
    first = lines.index(mine[0])
    last = len(lines) - 1 - lines[::-1].index(mine[-1])
    left: list[Line] = []
    right: list[Line] = []
    for line in lines[first : last + 1]:
        for cell in line.cells:
            side = right if round(cell.left / 4) >= gutter - 1 else left
            side.append(replace(line, cells=(cell,)))
    return [*lines[:first], *left, *right, *lines[last + 1 :]]


def without_repeated(pages: Sequence[Page]) -> list[Page]:
    """The pages without their running headers, footers and page numbers."""
    counted = Counter(key for page in pages for key in {key for line in _marginal(page) for key in _keys(line, page)})
    often = max(2, (len(pages) + 1) // 2)
    return [
        replace(page, lines=[line for line in page.lines if not _runs_along(line, page, counted, often)])
        for page in pages
    ]


def _runs_along(line: Line, page: Page, counted: Counter[tuple[int, str]], often: int) -> bool:
    if line not in _marginal(page):
        return False
    return bool(_PAGE_NUMBER.match(line.text)) or any(counted[key] >= often for key in _keys(line, page))


def _marginal(page: Page) -> list[Line]:
    """The lines near the page's edges. Rows of a table that reaches there are not among them."""
    found = []
    for index, line in enumerate(page.lines):
        low, high = line.bottom < _MARGIN * page.height, line.bottom + line.height > (1 - _MARGIN) * page.height
        beside = page.lines[max(index - 1, 0) : index] + page.lines[index + 1 : index + 2]
        if (low or high) and not (len(line.cells) > 1 and any(_aligned(line, other) for other in beside)):
            found.append(line)
    return found


def _aligned(line: Line, other: Line) -> bool:
    """Whether two lines look like rows of one table."""
    if len(line.cells) != len(other.cells):
        return False
    pairs = zip(line.cells, other.cells, strict=True)
    return all(min(abs(a.left - b.left), abs(a.right - b.right), abs(a.centre - b.centre)) < 6 for a, b in pairs)


def _keys(line: Line, page: Page) -> set[tuple[int, str]]:
    """What a running line has in common on all pages: its place, and its words or those around a page number."""
    place = round(line.bottom / 6)
    counting = re.sub(r"\d{1,4}", lambda found: f"#{int(found[0]) - page.number}", line.text, count=1)
    last = re.sub(r"\d{1,4}(?=\D*$)", lambda found: f"#{int(found[0]) - page.number}", line.text)
    return {(place, text) for text in (line.text, counting, last)}
