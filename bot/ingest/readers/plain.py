"""Plain text → blocks. The text stays as it is written."""

from __future__ import annotations

import re

from bot.ingest.blocks import Block, BlockKind, Extracted
from bot.ingest.scrub import scrub

_ITEM = re.compile(r"^[ \t]*(?:[-*•–◦▪]|\d{1,3}[.)]|\(?[a-z]\))[ \t]+\S")
_UNDERLINE = re.compile(r"^[ \t]*(={3,}|-{3,}|~{3,}|\*{3,})[ \t]*$")
_NUMBERED = re.compile(r"^\d{1,2}(?:\.\d{1,2})*\.?[ \t]+[A-ZÀ-Þ][^.!?:;]{1,70}$")
_LEVELS = {"=": 1, "-": 2, "~": 3, "*": 1}


def read_plain(body: str) -> Extracted:
    """`body`: decoded, cleaned, without front matter."""
    text, notes = scrub(body)
    blocks: list[Block] = []
    lines = _lines(text)
    for paragraph in _paragraphs(lines):
        blocks += _blocks(text, paragraph, first=not blocks, last=paragraph[-1] == lines[-1])
    title = blocks[0].text if blocks and blocks[0].kind is BlockKind.HEADING else None
    return Extracted(text=text, blocks=tuple(blocks), format="text", title=title, notes=tuple(notes))


Line = tuple[int, int]  # start and end in the text, without the line end


def _lines(text: str) -> list[Line]:
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    lines = list(zip(starts, [*(start - 1 for start in starts[1:]), len(text)], strict=True))
    while len(lines) > 1 and not text[slice(*lines[-1])].strip():
        lines.pop()
    return [(start, end) if text[start:end].strip() else (start, start) for start, end in lines]


def _paragraphs(lines: list[Line]) -> list[list[Line]]:
    found: list[list[Line]] = [[]]
    for line in lines:
        if line[0] == line[1]:
            found.append([])
        else:
            found[-1].append(line)
    return [paragraph for paragraph in found if paragraph]


def _blocks(text: str, lines: list[Line], *, first: bool, last: bool) -> list[Block]:
    """The blocks of one run of lines without a blank one between them."""
    blocks: list[Block] = []
    if len(lines) > 1 and (under := _UNDERLINE.match(text[slice(*lines[1])])):
        blocks.append(_block(text, BlockKind.HEADING, lines[:1], level=_LEVELS[under[1][0]]))
        lines = lines[2:]
    elif len(lines) == 1 and not last and _is_heading(text[slice(*lines[0])].strip(), first=first):
        return [_block(text, BlockKind.HEADING, lines, level=1 if first else 2)]
    group: list[Line] = []
    for line in lines:
        if _UNDERLINE.match(text[slice(*line)]):
            continue
        if group and _ITEM.match(text[slice(*line)]):
            blocks.append(_group(text, group))
            group = []
        group.append(line)
    return [*blocks, _group(text, group)] if group else blocks


def _group(text: str, lines: list[Line]) -> Block:
    kind = BlockKind.ITEM if _ITEM.match(text[slice(*lines[0])]) else BlockKind.PARAGRAPH
    return _block(text, kind, lines)


def _block(text: str, kind: BlockKind, lines: list[Line], level: int = 0) -> Block:
    start, end = lines[0][0], lines[-1][1]
    region = text[start:end]
    start, end = start + len(region) - len(region.lstrip()), start + len(region.rstrip())
    return Block(kind=kind, start=start, end=end, text=text[start:end].replace("\n", " "), level=level)


def _is_heading(line: str, *, first: bool) -> bool:
    """A title on top, a line in capitals, or `2.1 Scope`: nothing else is surely a heading in plain text."""
    if len(line.split()) > 12 or line[-1] in ".!?,;:" or _ITEM.match(line):
        return bool(_NUMBERED.match(line))
    letters = [character for character in line if character.isalpha()]
    shouting = len(letters) > 3 and all(character.isupper() for character in letters)
    return first or shouting or bool(_NUMBERED.match(line))
