"""What a reader makes of a file: its text, and the blocks that the chunker cuts passages from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

Value = str | list[str]  # metadata before they are understood: every scalar is text


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, merged cells repeated in each row and column they span."""

    start: int
    end: int
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        return " | ".join(self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A region of the document's text, and that region as people read it."""

    kind: BlockKind
    start: int
    end: int
    text: str  # without markup
    level: int = 0  # of a heading, from 1
    rows: tuple[Row, ...] = ()  # of a table, header first
    glued: bool = False  # makes no sense without the block before it
    marks: tuple[tuple[int, int], ...] = ()  # (position in `text`, position in the document) wherever the shift changes

    def at(self, position: int) -> int:
        """The place in the document of a position in `text`."""
        if not self.marks:
            return min(self.start + position, self.end)
        here, there = self.marks[max(bisect_right(self.marks, (position, 1 << 62)) - 1, 0)]
        return min(max(there + position - here, self.start), self.end)


@dataclass(frozen=True, slots=True)
class Note:
    """Something in an indexed file that a person should look at."""

    reason: str  # hidden_text | suspicious | secret | unclear_audience | needs_ocr
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    text: str
    blocks: tuple[Block, ...]
    format: str  # markdown | text | html | pdf
    title: str | None = None  # as the file itself has it
    metadata: Mapping[str, Value] = field(default_factory=dict)  # what the file's own format says (HTML meta, …)
    front: Mapping[str, Value] = field(default_factory=dict)  # front matter
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A file that is not indexed, and why."""

    reason: str
    detail: str = ""
    refused: bool = False  # it was not opened further
    withhold: bool = False  # what is indexed of it already must go too: the new file may restrict who reads it


@dataclass
class Builder:
    """Writes the text of formats that have none of their own, with the blocks in it."""

    parts: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    length: int = 0

    def add(self, kind: BlockKind, text: str, *, level: int = 0, glued: bool = False) -> None:
        if not text.strip():
            return
        start = self._write(text)
        self.blocks.append(Block(kind=kind, start=start, end=self.length, text=text, level=level, glued=glued))

    def table(self, rows: list[list[str]]) -> None:
        kept = [row for row in rows if any(cell.strip() for cell in row)]
        if not kept:
            return
        placed = []
        for index, cells in enumerate(kept):
            line = Row(0, 0, tuple(cells))
            start = self._write(line.text, apart="\n\n" if index == 0 else "\n")
            placed.append(replace(line, start=start, end=self.length))
        text = "\n".join(row.text for row in placed)
        self.blocks.append(
            Block(kind=BlockKind.TABLE, start=placed[0].start, end=self.length, text=text, rows=tuple(placed))
        )

    def _write(self, text: str, apart: str = "\n\n") -> int:
        if self.parts:
            self.parts.append(apart)
            self.length += len(apart)
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start

    @property
    def text(self) -> str:
        return "".join(self.parts)
