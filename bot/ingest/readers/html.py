"""HTML → blocks: what a visitor of the page reads, without the site around it. Nothing it names is ever fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree, html

from bot.ingest.blocks import BlockKind, Builder, Extracted, Note, Rejected
from bot.ingest.characters import clean, newlines
from bot.ingest.readers.html_visible import StyleSheet, not_content
from bot.ingest.readers.tables import MAX_SPAN, merge_heads, spread
from bot.ingest.scrub import quote, scrub

_ENTITY = re.compile(r"<!ENTITY|<!DOCTYPE[^>\[]*\[", re.IGNORECASE)
_BREAKS = frozenset(
    """
    p div section article main header blockquote figure figcaption address details summary fieldset form ul ol li dl dt
    dd h1 h2 h3 h4 h5 h6 pre table hr body center
    """.split()
)
_HEADING = re.compile(r"h([1-6])$")
_SPACE = re.compile(r"(?<=\d)[\xa0\u2009\u202f](?=\d{3})|(\s+)")  # first: 5 000 with a space that does not break
_REPORTED = 3  # words of a hidden element that are worth a look


def read_html(body: str) -> Extracted | Rejected:
    """`body`: decoded, without front matter."""
    if _ENTITY.search(body[:100_000]):
        return Rejected(reason="external_entity", detail="the file declares entities of its own", refused=True)
    root = _parse(body)
    if root is None:
        return Rejected(reason="empty", detail="no element in it")
    walker = _Walker(StyleSheet(root))
    walker.walk(root)
    heading = next((block.text for block in walker.out.blocks if block.level == 1), None)
    title = heading or _squeeze(root.findtext(".//title") or "") or None
    text, suspicious = scrub(walker.out.text)
    return Extracted(
        text=text,
        blocks=tuple(walker.out.blocks),
        format="html",
        title=title,
        metadata={str(meta.get("name")): str(meta.get("content") or "") for meta in root.iterfind(".//meta[@name]")},
        notes=(*walker.notes, *suspicious),
    )


def fragment_text(markup: str) -> str:
    """What readers see of a piece of HTML inside Markdown, one block a line."""
    root = _parse(f"<body>{markup}</body>")
    if root is None:
        return ""
    walker = _Walker(StyleSheet(root))
    walker.walk(root)
    return "\n".join(block.text for block in walker.out.blocks)


def _parse(body: str) -> etree._Element | None:
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(body.encode("utf-8", errors="ignore"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


@dataclass
class _Walker:
    sheet: StyleSheet
    out: Builder = field(default_factory=Builder)
    notes: list[Note] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # of the block being read
    lists: list[int | None] = field(default_factory=list)  # open lists: number of the last item, None where bulleted
    marker: str = ""  # of an item that has no text yet
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    items: int = 0  # open list items
    defines: bool = False  # inside a <dd>, which belongs to its <dt>

    def walk(self, root: etree._Element) -> None:
        events = etree.iterwalk(root, events=("start", "end"))
        for event, element in events:
            tag = str(element.tag)
            if event == "end":
                self._end(tag)
            elif self._leave_out(element) or self._whole(element, tag):
                events.skip_subtree()
                element.text = None
                tag = ""
            else:
                self._start(element, tag)
            if event == "start":
                self._say(element.text)
            elif element is not root:
                self._say(element.tail)
        self._flush()

    def _say(self, text: str | None) -> None:
        if text:
            self.words.append(text)

    def _leave_out(self, element: etree._Element) -> bool:
        if not_content(element):
            return True
        if not self.sheet.hides(element):
            return False
        text = _squeeze(_text(element))
        if len(text.split()) >= _REPORTED:
            self.notes.append(Note("hidden_text", f"hidden element: {quote(text)}"))
        return True

    def _whole(self, element: etree._Element, tag: str) -> bool:
        """Elements that are read at once: data tables and preformatted text."""
        if tag == "pre":
            self._flush()
            self.out.add(BlockKind.CODE, self._noted(newlines(_text(element)).strip("\n")))
        elif tag == "table" and element.find(".//table") is None and (rows := self._rows(element)):
            self._flush()
            caption = element.find("caption")
            self.out.add(BlockKind.PARAGRAPH, self._inside(caption) if caption is not None else "")
            self.out.table(rows)
        else:
            return False
        return True

    def _start(self, element: etree._Element, tag: str) -> None:
        if tag == "br":
            self.words.append("\0")
        if tag in _BREAKS:
            self._flush()
        if tag in ("ul", "ol"):
            self.lists.append((_number(element.get("start")) or 1) - 1 if tag == "ol" else None)
        elif tag in ("dt", "dd"):
            self.defines = tag == "dd"
        elif tag == "li":
            self.marker, self.items = self._next_marker(), self.items + 1
        elif heading := _HEADING.match(tag):
            self.kind, self.level = BlockKind.HEADING, int(heading[1])

    def _end(self, tag: str) -> None:
        if tag in _BREAKS:
            self._flush()
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "dd":
            self.defines = False
        elif tag == "li":
            self.items = max(self.items - 1, 0)
        elif tag in ("td", "th"):
            self.words.append(" ")
        elif _HEADING.match(tag):
            self.kind, self.level = BlockKind.PARAGRAPH, 0

    def _next_marker(self) -> str:
        if not self.lists or self.lists[-1] is None:
            marker = "- "
        else:
            self.lists[-1] += 1
            marker = f"{self.lists[-1]}. "
        return "  " * max(len(self.lists) - 1, 0) + marker

    def _flush(self) -> None:
        text = self._clean("".join(self.words))
        self.words.clear()
        if not text:
            return
        kind = BlockKind.ITEM if self.marker and self.kind is BlockKind.PARAGRAPH else self.kind
        glued = self.defines or self.items > 1 or (self.items == 1 and not self.marker)
        self.out.add(kind, self.marker + text if kind is BlockKind.ITEM else text, level=self.level, glued=glued)
        self.marker = ""

    def _clean(self, text: str) -> str:
        """Words in running text: white space means nothing, but for the breaks that are asked for."""
        return self._noted("\n".join(filter(None, map(_squeeze, text.split("\0")))))

    def _noted(self, text: str) -> str:
        shown, notes = clean(text)
        self.notes += notes
        return shown

    def _rows(self, table: etree._Element) -> list[list[str]]:
        """The cells of a table; [] where it only lays out the page."""
        grid: list[list[tuple[str, int, int]]] = []
        heads = 0
        for row in table.iter("tr"):
            cells = [cell for cell in row if cell.tag in ("td", "th") and not self._leave_out(cell)]
            grid.append([(self._inside(cell), _span(cell, "colspan"), _span(cell, "rowspan")) for cell in cells])
            in_head = (parent := row.getparent()) is not None and parent.tag == "thead"
            if heads == len(grid) - 1 and cells and (in_head or all(cell.tag == "th" for cell in cells)):
                heads += 1
        rows = merge_heads(spread(grid), heads)
        return rows if len(rows) > 1 and max(map(len, rows)) > 1 else []

    def _inside(self, element: etree._Element) -> str:
        return self._clean("".join(self._pieces(element)).replace("\0", " "))

    def _pieces(self, root: etree._Element) -> Iterator[str]:
        """The words inside a cell, hidden ones left out."""
        events = etree.iterwalk(root, events=("start", "end"))
        for event, element in events:
            if event == "start" and element is not root and self._leave_out(element):
                events.skip_subtree()
                element.text = None
            if event == "start":
                yield f" {element.text or ''}" if element.tag in _BREAKS or element.tag == "br" else element.text or ""
            elif element is not root:
                yield f" {element.tail or ''}" if element.tag in _BREAKS else element.tail or ""


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _squeeze(text: str) -> str:
    return _SPACE.sub(lambda found: " " if found[1] else "\u202f", text).strip()


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,6}", text) else None


def _span(cell: etree._Element, name: str) -> int:
    return min(_number(cell.get(name)) or 1, MAX_SPAN)
