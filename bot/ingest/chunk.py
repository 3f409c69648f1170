"""Blocks → passages: one a section where it fits, else cut where a reader would pause. Pure, and linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.domain.documents import Passage, PassageKind, Source
from bot.ingest.blocks import Block, BlockKind
from bot.text.sentences import sentences

CHUNKER_VERSION = "1"  # raise it whenever the same blocks give other passages

MAX_WORDS = 150
STRETCHED = 190  # where an exception would else stand without its rule
TINY = 12  # words that say too little alone
_CHARS_PER_WORD = 9  # beyond this many characters a word, characters count: addresses, scripts without spaces
_LEAD_IN = 40  # words of a line that introduces a list

_EXCEPTION = re.compile(
    r"\W{0,4}(?:except|unless|however|but\b|otherwise|excluded|this (?:rule )?does not apply|this excludes|not covered"
    r"|these (?:rules )?do not apply|in exceptional|only (?:if|where|when)\b|notwithstanding|provided that)",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SPACES = re.compile(r"[ \t]{2,}")


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is never cut: a paragraph that fits, a sentence, an item, a row, a run of code lines."""

    start: int
    end: int
    text: str
    words: int
    kind: PassageKind = PassageKind.PROSE
    glued: bool = False  # belongs to the unit before it
    joined: bool = False  # continues its paragraph: a space, not a line end, stands before it
    lead: str = ""  # repeated on top of a passage that begins with this unit
    fresh: bool = False  # begins a passage whatever the room: the first row of a table


def chunk(source: Source, blocks: Sequence[Block]) -> tuple[Passage, ...]:
    """The passages of a document in order, each with an offset of its own."""
    passages: list[Passage] = []
    for headings, section in _sections(blocks):
        for piece in _pieces(section):
            passages.append(_passage(source, headings, piece, passages[-1].offset if passages else -1))
    return tuple(passages)


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """Runs of blocks under one heading path. A heading with nothing under it speaks for itself."""
    path: list[tuple[int, str]] = []
    section: list[Block] = []
    last: Block | None = None  # the heading the section stands under, while nothing follows it
    for block in blocks:
        if block.kind is not BlockKind.HEADING:
            section.append(block)
            continue
        if section:
            yield tuple(text for _, text in path), section
        elif last is not None and block.level <= last.level:
            yield tuple(text for _, text in path[:-1]), [last]
        path = [*(entry for entry in path if entry[0] < block.level), (block.level, " ".join(block.text.split()))]
        section, last = [], block
    if section:
        yield tuple(text for _, text in path), section
    elif last is not None:
        yield tuple(text for _, text in path[:-1]), [last]


def size(text: str) -> int:
    """Words, or as many as the characters would make where there are no spaces between words."""
    words = max(text.count(" ") + text.count("\n") + 1, len(text) // _CHARS_PER_WORD)
    return words if text.isascii() else max(words, len(_CJK.findall(text)) // 2)


def _pieces(section: Sequence[Block]) -> Iterator[list[_Unit]]:
    """The units of a section, packed. Prose, tables and code stay apart."""
    piece: list[_Unit] = []
    words = 0
    for group in _groups(_units(section)):
        more = sum(unit.words for unit in group)
        limit = STRETCHED if words < TINY and group[0].kind is PassageKind.PROSE else MAX_WORDS
        apart = group[0].fresh or (bool(piece) and piece[0].kind is not group[0].kind)
        if piece and (apart or words + more > limit):
            yield piece
            piece, words = [], 0
        if not piece:
            words = size(group[0].lead) if group[0].lead else 0
        piece += group
        words += more
    if piece:
        yield piece


def _groups(units: Iterable[_Unit]) -> Iterator[list[_Unit]]:
    """Units that must stand in one passage: an exception with its rule, a list with its lead-in."""
    group: list[_Unit] = []
    words = 0
    for unit in units:
        if group and unit.glued and unit.kind is group[0].kind and words + unit.words <= STRETCHED:
            group.append(unit)
            words += unit.words
            continue
        if group:
            yield group
        group, words = [unit], unit.words
    if group:
        yield group


def _units(section: Sequence[Block]) -> Iterator[_Unit]:
    lead, before = "", None
    for block in section:
        match block.kind:
            case BlockKind.TABLE:
                yield from _rows(block)
            case BlockKind.CODE:
                yield from _code(block)
            case BlockKind.ITEM:
                if before is not None and before.kind is not BlockKind.ITEM and not block.glued:
                    lead = before.text if _introduces(before) else ""
                first = before is not None and before.kind is BlockKind.PARAGRAPH and bool(lead)
                yield from _prose(block, lead=lead, glued=block.glued or first)
            case _:
                yield from _prose(block, lead="", glued=block.glued)
        if block.kind is not BlockKind.ITEM and not block.glued:
            lead = ""
        if block.kind is BlockKind.ITEM or not block.glued:
            before = block


def _introduces(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and block.text.rstrip().endswith(":") and size(block.text) <= _LEAD_IN


def _prose(block: Block, *, lead: str, glued: bool) -> Iterator[_Unit]:
    """A block as one unit where it fits, else as its sentences."""
    glued = glued or bool(_EXCEPTION.match(block.text))
    if size(block.text) <= MAX_WORDS:
        yield _Unit(block.start, block.end, block.text, size(block.text), glued=glued, lead=lead)
        return
    spans = [piece for span in _sentences(block.text) for piece in _fitting(block.text, *span)]
    for index, (start, end) in enumerate(spans):
        text = block.text[start:end]
        first, last = index == 0, index == len(spans) - 1
        yield _Unit(
            block.start if first else block.at(start),
            block.end if last else block.at(spans[index + 1][0]),
            block.text[:end] if first else text,  # an item keeps its indent
            size(text),
            glued=glued if first else bool(_EXCEPTION.match(text)),
            joined=not first,
            lead=lead,
        )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Each sentence with what stands between it and the next, so that nothing is lost."""
    starts = [0, *(span.start for span in sentences(text)[1:]), len(text)]
    for start, stop in pairwise(starts):
        yield start, start + len(text[start:stop].rstrip())


def _fitting(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The region whole where it fits, else in pieces, cut between words where there are any."""
    if size(text[start:end]) <= MAX_WORDS:
        return [(start, end)]
    words = size(text[start:end])
    limit = max((end - start) * MAX_WORDS // (words + 1), 1)
    spans = []
    while end - start > limit:
        cut = text.rfind(" ", start + limit // 2, start + limit)
        stop = cut if cut > start else start + limit
        spans.append((start, stop))
        start = stop + (text[stop] == " ")
    return [*spans, (start, end)] if start < end else spans


def _rows(block: Block) -> Iterator[_Unit]:
    header, *rows = block.rows
    for index, row in enumerate(rows or [header]):
        start = block.start if index == 0 else row.start
        lead = header.text if rows else ""
        yield _Unit(start, row.end, row.text, size(row.text), kind=PassageKind.TABLE, lead=lead, fresh=index == 0)


def _code(block: Block) -> Iterator[_Unit]:
    position = 0
    for line in block.text.split("\n"):
        for start, end in _fitting(line, 0, len(line)) if line.strip() else []:
            place = block.at(position + start)
            yield _Unit(
                block.start if position + start == 0 else place,
                min(place + end - start, block.end),
                line[start:end] if start else line[:end],
                size(line[start:end]),
                kind=PassageKind.CODE,
            )
        position += len(line) + 1


def _passage(source: Source, headings: tuple[str, ...], piece: list[_Unit], after: int) -> Passage:
    first = piece[0]
    parts = [first.lead + "\n"] if first.lead else []
    for unit in piece:
        if unit is not first:
            parts.append(" " if unit.joined else "\n")
        parts.append(unit.text if unit.kind is PassageKind.CODE else _SPACES.sub(" ", unit.text.rstrip()))
    # Two pieces of one block whose places could not be told apart still get ids of their own.
    offset = max(first.start, after + 1)
    length = max(max(unit.end for unit in piece) - offset, 1)
    return Passage(
        source=source,
        offset=offset,
        length=length,
        text="".join(parts).strip("\n"),
        headings=headings,
        kind=first.kind,
    )
