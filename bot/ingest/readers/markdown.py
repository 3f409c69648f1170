"""Markdown → blocks. The text stays as it is written, so that offsets are those of the file's body."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.ingest.blocks import Block, BlockKind, Extracted, Note, Row
from bot.ingest.readers.hidden import drop_hidden
from bot.ingest.readers.html import fragment_text
from bot.ingest.readers.inline import Renderer
from bot.ingest.scrub import scrub

_LONG = 100_000  # characters of one paragraph beyond which its markup is left as it is: parsing it may be quadratic
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:?")


@cache
def _parser() -> MarkdownIt:
    # Inline text is parsed by `_Blocks`, piece by piece: the parser's own pass joins what has to be told apart there.
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable(["inline", "text_join"])


def read_markdown(body: str) -> Extracted:
    """`body`: decoded, cleaned, without front matter."""
    text, hidden = drop_hidden(body)
    text, suspicious = scrub(text)
    blocks = _Blocks(text).collect()
    tops = [block.text for block in blocks if block.kind is BlockKind.HEADING and block.level == 1]
    title = tops[0] if len(tops) == 1 else None  # several of them are chapters, and name no document
    return Extracted(text=text, blocks=tuple(blocks), format="markdown", title=title, notes=(*hidden, *suspicious))


@dataclass
class _Blocks:
    """One walk over the tokens of a document."""

    text: str
    found: list[Block] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    items: list[str] = field(default_factory=list)  # markers of the open list items, outermost first
    fresh: bool = False  # the innermost open item has no text yet

    def __post_init__(self) -> None:
        self.env: dict[str, object] = {}
        self.lines = [0, *accumulate(len(line) for line in self.text.splitlines(keepends=True))]

    def collect(self) -> list[Block]:
        tokens = _parser().parse(self.text, self.env)
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type == "table_open":
                stop = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
                self._table(tokens[position : stop + 1])
                position = stop
            else:
                self._token(token, tokens[position - 1] if position else None)
            position += 1
        return self.found

    def _token(self, token: Token, before: Token | None) -> None:
        match token.type:
            case "list_item_open":
                self.items.append(f"{token.info}{token.markup} " if token.info else "- ")
                self.fresh = True
            case "list_item_close":
                self.items.pop()
            case "inline" if before is not None and before.type == "heading_open":
                self._inline(token, BlockKind.HEADING, level=int(before.tag[1]))
            case "inline":
                self._inline(token, BlockKind.ITEM if self.items and self.fresh else BlockKind.PARAGRAPH)
                self.fresh = False
            case "fence" | "code_block":
                self._add(BlockKind.CODE, token, token.content.rstrip("\n"))
            case "html_block":
                self._add(BlockKind.PARAGRAPH, token, fragment_text(token.content))

    def _inline(self, token: Token, kind: BlockKind, level: int = 0) -> None:
        start, end = self._region(token)
        marker = "  " * (len(self.items) - 1) + self.items[-1] if kind is BlockKind.ITEM else ""
        shown, marks = self._plain(token.content, start, end)
        shifted = ((0, start), *((here + len(marker), there) for here, there in marks))
        glued = bool(self.items) and (kind is not BlockKind.ITEM or len(self.items) > 1)
        if shown.strip():
            self.found.append(
                Block(
                    kind=kind, start=start, end=end, text=marker + shown, level=level, glued=glued, marks=shifted
                )
            )  # fmt: skip

    def _plain(self, content: str, start: int, end: int) -> tuple[str, tuple[tuple[int, int], ...]]:
        if len(content) > _LONG:
            return content.replace("\n", " "), ((0, start),)
        children: list[Token] = []
        parser = _parser()
        parser.inline.parse(content, parser, self.env, children)
        shown, marks = Renderer(self.text, start, end).render(children)
        # A footnote's mark means nothing without the note; overwritten, so that the marks stay right.
        return _FOOTNOTE.sub(lambda found: " " * len(found[0]), shown), marks

    def _add(self, kind: BlockKind, token: Token, shown: str) -> None:
        start, end = self._region(token)
        if shown.strip():
            inside = self.text.find(shown[:80], start, end) if shown else -1
            marks = ((0, max(inside, start)),)
            self.found.append(
                Block(kind=kind, start=start, end=end, text=shown, glued=bool(self.items), marks=marks)
            )  # fmt: skip

    def _table(self, tokens: list[Token]) -> None:
        rows: list[Row] = []
        cells: list[str] = []
        line = tokens[0]
        for token in tokens:
            if token.type == "tr_open":
                line, cells = token, []
            elif token.type == "inline":
                start, end = self._region(line)
                cells.append(self._plain(token.content, start, end)[0].strip())
            elif token.type == "tr_close":
                rows.append(Row(*self._region(line), tuple(cells)))
        kept = tuple(row for row in rows if any(row.cells))
        if kept:
            shown = "\n".join(row.text for row in kept)
            self.found.append(
                Block(kind=BlockKind.TABLE, start=kept[0].start, end=kept[-1].end, text=shown, rows=kept)
            )  # fmt: skip

    def _region(self, token: Token) -> tuple[int, int]:
        """From the first character that is no space to the end of the last line that has one."""
        first, last = token.map or [0, 0]
        start, end = self.lines[first], self.lines[min(last, len(self.lines) - 1)]
        region = self.text[start:end]
        return start + len(region) - len(region.lstrip()), start + len(region.rstrip())
