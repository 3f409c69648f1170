"""Lines on pages → headings, paragraphs, lists and tables. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.ingest.blocks import BlockKind, Builder
from bot.ingest.characters import visible
from bot.ingest.readers.pdf_lines import Cell, Line, Page, without_repeated

_BIGGER = 1.13  # times the body's height: a heading
_APART = 1.45  # times the usual distance of lines: another paragraph
_ITEM = re.compile(r"(?:[-*•–◦▪‣]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+\S")
_SENTENCE_END = re.compile(r"[.!?:;]['\"”’)\]]*$")
_NEAR = 4.0  # points within which two columns are the same


def lay_out(pages: Sequence[Page], out: Builder) -> list[int]:
    """Writes what the pages say; returns the numbers of those that show something and have no text."""
    kept = without_repeated(pages)
    layout = _Layout(out, *_measures(kept), _hyphenated(kept))
    for page in kept:
        layout.page(page)
    layout.flush()
    return [page.number for page in kept if page.drawn and not page.lines]


def _measures(pages: Sequence[Page]) -> tuple[float, dict[float, int]]:
    """The height of body text, and the heading level of each greater height."""
    heights: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            heights[line.height] += len(line.text)
    body = heights.most_common(1)[0][0] if heights else 10.0
    greater = sorted((height for height in heights if height > body * _BIGGER), reverse=True)
    return body, {height: min(level, 6) for level, height in enumerate(greater, start=1)}


def _hyphenated(pages: Sequence[Page]) -> frozenset[str]:
    """Compounds that the document writes with a hyphen inside a line: they keep it when a line breaks there."""
    words = (word for page in pages for line in page.lines for word in re.findall(r"\w+-\w+", line.text))
    return frozenset(word.lower() for word in words)


@dataclass
class _Layout:
    out: Builder
    body: float
    levels: dict[float, int]
    hyphenated: frozenset[str]
    lines: list[str] = field(default_factory=list)  # of the paragraph being read
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    rows: list[list[str]] = field(default_factory=list)  # of the table being read
    columns: tuple[Cell, ...] = ()
    before: Line | None = None  # on this page

    def page(self, page: Page) -> None:
        self.before = None
        pitch = _pitch(page.lines)
        for run in _runs(page.lines):
            if len(run) > 1 and len(run[0].cells) > 1:
                self._table(run)
                self.before = run[-1]
            else:
                for line in run:
                    self._line(line, pitch)

    def _level(self, line: Line) -> int:
        """Of a heading: by its height, else by its weight; 0 for everything else."""
        words = len(line.text.split())
        if words > 15 or (words > 12 and line.height not in self.levels) or _ITEM.match(line.text):
            return 0
        emphasised = line.bold and line.text[-1] not in ".,;:"
        return self.levels.get(line.height) or (min(len(self.levels) + 1, 6) if emphasised else 0)

    def _line(self, line: Line, pitch: float) -> None:
        level = self._level(line)
        if self.rows or not self._continues(line, pitch, level):
            self.flush()
            self.kind = (
                BlockKind.HEADING if level else BlockKind.ITEM if _ITEM.match(line.text) else BlockKind.PARAGRAPH
            )
            self.level = level
        self.lines.append(line.text)
        self.before = line

    def _continues(self, line: Line, pitch: float, level: int) -> bool:
        if not self.lines or level != self.level or _ITEM.match(line.text):
            return False
        if self.before is None or line.bottom > self.before.bottom:  # another page, or the next column
            return not level and not _SENTENCE_END.search(self.lines[-1]) and line.text[:1].islower()
        if self.before.bottom - line.bottom > min(pitch, 1.6 * line.height) * _APART * max(
            line.height / self.body, 1.0
        ):
            return False
        return not _ends_early(self.before, line)

    def _table(self, run: Sequence[Line]) -> None:
        columns = max((line.cells for line in run), key=len)
        rows = list(_rows(run, columns))
        elsewhere = self.before is None or run[0].bottom > self.before.bottom  # another page, or the next column
        if self.rows and elsewhere and self._goes_on(columns, rows):
            self.rows += rows[1:] if rows[0] == self.rows[0] else rows
            return
        self.flush()
        self.columns, self.rows = columns, rows

    def _goes_on(self, columns: tuple[Cell, ...], rows: list[list[str]]) -> bool:
        """A table at the top of a page or column is the last one's, unless it begins with a header of its own."""
        if len(columns) != len(self.columns) or rows[0] == self.rows[0]:
            return len(columns) == len(self.columns)
        shift = columns[0].left - self.columns[0].left
        aligned = all(_distance(one, other, shift) < _NEAR for one, other in zip(self.columns, columns, strict=True))
        return aligned and _has_figures(rows[0]) and not _has_figures(self.rows[0])

    def flush(self) -> None:
        if self.rows:
            self.out.table([[visible(cell) for cell in row] for row in self.rows])
        elif self.lines:
            text = visible(self._joined())
            if not self.out.blocks and self._is_title(text):
                self.kind, self.level = BlockKind.HEADING, 1
            self.out.add(self.kind, text, level=self.level)
        self.rows, self.lines, self.columns = [], [], ()

    def _is_title(self, text: str) -> bool:
        """A short line by itself on top of a document that has no greater letters."""
        alone = len(self.lines) == 1 and self.kind is BlockKind.PARAGRAPH and not self.levels
        return alone and len(text.split()) <= 10 and text[-1:] not in ".,;:!?"

    def _joined(self) -> str:
        text = self.lines[0]
        for line in self.lines[1:]:
            broken = re.search(r"(\w+)-$", text)
            follows = re.match(r"[^\W\d_]+", line)
            if not broken or not follows or not line[0].islower():
                text = f"{text} {line}"
            elif f"{broken[1]}-{follows[0]}".lower() in self.hyphenated:
                text += line
            else:
                text = text[:-1] + line
        return text


def _pitch(lines: Sequence[Line]) -> float:
    """The usual distance from one line to the next."""
    gaps = [round(one.bottom - other.bottom, 1) for one, other in pairwise(lines)]
    usual = Counter(gap for gap in gaps if 0 < gap < 40).most_common(1)
    return usual[0][0] if usual else 14.0


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that are rows of one table together, every other line alone."""
    run: list[Line] = []
    for line in lines:
        if run and _joins(run, line):
            run.append(line)
            continue
        if run:
            yield run
        run = [line]
    if run:
        yield run


def _joins(run: Sequence[Line], line: Line) -> bool:
    last = run[-1]
    if len(run[0].cells) < 2 or line.bottom >= last.bottom or last.bottom - line.bottom > 4 * last.height:
        return False
    if len(line.cells) > 1:
        return True
    # A cell that runs over more lines than its neighbours: not under the first column.
    return line.cells[0].left > run[0].cells[0].right and last.bottom - line.bottom < 1.6 * last.height


def _rows(run: Sequence[Line], columns: tuple[Cell, ...]) -> Iterator[list[str]]:
    row: list[str] | None = None
    for line in run:
        placed = [""] * len(columns)
        for cell in line.cells:
            index = min(range(len(columns)), key=lambda i: _distance(columns[i], cell))
            placed[index] = f"{placed[index]} {cell.text}".strip()
        if len(line.cells) == 1 and row is not None:
            row[:] = [f"{above} {below}".strip() for above, below in zip(row, placed, strict=True)]
            continue
        if row is not None:
            yield row
        row = placed
    if row is not None:
        yield row


def _distance(column: Cell, cell: Cell, shift: float = 0.0) -> float:
    """Between the two at that side, or in that middle, where they are nearest."""
    ways = ((column.left, cell.left), (column.right, cell.right), (column.centre, cell.centre))
    return min(abs(one + shift - other) for one, other in ways)


def _ends_early(line: Line, following: Line) -> bool:
    """A line that leaves much room, before one that begins like a sentence: the end of a paragraph, or a title."""
    width, room = line.cells[-1].right - line.cells[0].left, following.cells[-1].right - following.cells[0].left
    return width < 0.7 * room and not following.text[:1].islower()


def _has_figures(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row for character in cell)
