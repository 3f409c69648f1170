"""PDF with a text layer → lines with their places on the page. What they mean is `pdf_layout`'s business."""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Iterator
from contextlib import closing

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

from bot.ingest.blocks import Builder, Extracted, Note, Rejected
from bot.ingest.readers.pdf_layout import lay_out
from bot.ingest.readers.pdf_lines import Glyph, Page, lines_of
from bot.ingest.scrub import quote, scrub

_MAX_PAGES = 5_000
_MAX_CHARACTERS = 10_000_000
_TINY = 2.5  # points: no one reads letters this low
_WHITE = 250  # of 255, in each colour
_BOLD = 600  # of a font's weight; 400 is regular
_STROKES = 40  # more lines than a page's rules and boxes need
_LOCK = threading.Lock()  # PDFium may not be entered twice
_JUNK_TITLE = re.compile(
    r"\s*(?:untitled|\(?unspecified\)?|document\d*|\(?anonymous\)?|microsoft word - .*|.*\.(?:docx?|pdf|indd))?\s*$",
    re.IGNORECASE,
)

_Box = tuple[float, float, float, float]  # left, bottom, right, top


def read_pdf(data: bytes) -> Extracted | Rejected:
    if b"%%EOF" not in data[-4096:]:
        return Rejected(reason="corrupt", detail="the file ends before its end")
    with _LOCK:
        try:
            document = pdfium.PdfDocument(data)  # opens with the empty password where only the owner's is set
        except pdfium.PdfiumError as error:
            locked = getattr(error, "err_code", None) in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
            reason, detail = ("encrypted", "it needs a password") if locked else ("corrupt", "it is damaged")
            return Rejected(reason=reason, detail=detail)
        with closing(document):
            return _read(document)


def _read(document: pdfium.PdfDocument) -> Extracted | Rejected:
    if len(document) > _MAX_PAGES:
        return Rejected(reason="too_large", detail=f"{len(document)} pages, of {_MAX_PAGES} at most")
    pages: list[Page] = []
    notes: list[Note] = []
    characters = 0
    for number in range(len(document)):
        try:
            page, hidden = _page(document, number)
        except pdfium.PdfiumError:
            return Rejected(reason="corrupt", detail=f"page {number + 1} is damaged")
        characters += sum(len(line.text) for line in page.lines)
        if characters > _MAX_CHARACTERS:
            return Rejected(reason="too_large", detail=f"more than {_MAX_CHARACTERS} characters of text")
        pages.append(page)
        if hidden.strip():
            detail = f"page {number + 1}: white or tiny text: {quote(hidden)}"
            notes.append(Note("hidden_text", detail))
    return _extracted(document, pages, notes)


def _extracted(document: pdfium.PdfDocument, pages: list[Page], notes: list[Note]) -> Extracted | Rejected:
    out = Builder()
    bare = lay_out(pages, out)
    if not out.blocks:
        if not bare:
            return Rejected(reason="empty", detail="its pages are blank")
        return Rejected(reason="needs_ocr", detail=f"no text on {_numbers(bare)}")
    if bare:
        notes.append(Note("needs_ocr", f"no text on {_numbers(bare)}"))
    named = (document.get_metadata_dict().get("Title") or "").strip()
    heading = next((block.text for block in out.blocks if block.level == 1), None)
    text, suspicious = scrub(out.text)
    return Extracted(
        text=text,
        blocks=tuple(out.blocks),
        format="pdf",
        title=heading if _JUNK_TITLE.match(named) else named,
        notes=(*notes, *suspicious),
    )


def _numbers(pages: list[int]) -> str:
    shown = ", ".join(str(page) for page in pages[:10])
    more = f" and {len(pages) - 10} more" if len(pages) > 10 else ""
    return f"page{'s' if len(pages) > 1 else ''} {shown}{more}"


def _page(document: pdfium.PdfDocument, number: int) -> tuple[Page, str]:
    """A page, and the text on it that nobody can see."""
    with closing(document[number]) as page, closing(page.get_textpage()) as text:
        painted = _painted(page)
        shown: list[Glyph] = []
        hidden: list[str] = []
        for glyph, white in _glyphs(text):
            tiny = 0 < glyph.height < _TINY and not glyph.character.isspace()
            if tiny or (white and not _within(glyph, painted)):
                hidden.append(glyph.character)
            else:
                shown.append(glyph)
        found = Page(number + 1, page.get_height(), lines_of(shown), _drawn(page))
        return found, "".join(hidden)


def _drawn(page: pdfium.PdfPage) -> bool:
    """Whether there is a picture on the page, or so many strokes that they may be letters."""
    kinds = [thing.type for thing in page.get_objects(max_depth=3)]
    return raw.FPDF_PAGEOBJ_IMAGE in kinds or kinds.count(raw.FPDF_PAGEOBJ_PATH) > _STROKES


def _glyphs(text: pdfium.PdfTextPage) -> Iterator[tuple[Glyph, bool]]:
    """Every character in reading order, and whether it is white."""
    box = raw.FS_RECTF()
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    bold, start = False, True
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        raw.FPDFText_GetLooseCharBox(text, index, box)
        known = raw.FPDFText_GetFillColor(text, index, red, green, blue, alpha)
        white = bool(known) and min(red.value, green.value, blue.value) >= _WHITE
        character = chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else ""
        if start:
            bold = _is_bold(text, index)
        start = character.isspace()
        yield Glyph(character, box.left, box.right, box.bottom, box.top - box.bottom, bold), white


def _is_bold(text: pdfium.PdfTextPage, index: int) -> bool:
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text, index, name, len(name), flags)
    return raw.FPDFText_GetFontWeight(text, index) >= _BOLD or bool(re.search(rb"bold|black|heavy", name.value, re.I))


def _painted(page: pdfium.PdfPage) -> list[_Box]:
    """Where something coloured lies on the paper, on which white text can be read."""
    boxes: list[_Box] = []
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    for thing in page.get_objects(filter=(raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE), max_depth=3):
        if thing.type == raw.FPDF_PAGEOBJ_PATH:
            known = raw.FPDFPageObj_GetFillColor(thing, red, green, blue, alpha)
            if not known or min(red.value, green.value, blue.value) >= _WHITE or alpha.value == 0:
                continue
        boxes.append(thing.get_bounds())
    return boxes


def _within(glyph: Glyph, boxes: list[_Box]) -> bool:
    x, y = (glyph.left + glyph.right) / 2, glyph.bottom + glyph.height / 2
    return any(left <= x <= right and bottom <= y <= top for left, bottom, right, top in boxes)
