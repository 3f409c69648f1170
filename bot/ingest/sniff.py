"""What a file really is, by its content first and its name last. Archives are judged by their listing, never opened."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath

from bot.ingest.blocks import Rejected

MAX_BYTES = 50 * 1024 * 1024
_MAX_UNPACKED = 200 * 1024 * 1024
_MAX_RATIO = 100
_SMALL = 5 * 1024 * 1024  # an archive that unpacks to no more is harmless at any ratio

_MAGIC = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
    (b"{\\rtf", "RTF"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a rar archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"RIFF", "a media file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3", "a database"),
)
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_XML_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml\b|(?:\xef\xbb\xbf)?\s*<!DOCTYPE\b", re.I)
_FORMATS = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx"), "markdown"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".log", ""), "text"),
}
_UNSUPPORTED = frozenset(
    """
    .pdf .doc .docx .docm .dot .dotx .odt .rtf .ppt .pptx .odp .xls .xlsx .xlsm .ods .csv .tsv .eml .msg .epub .pages
    .key .numbers .tex .xml .vsd .vsdx .one .zip
    """.split()
)


def sniff(name: str, data: bytes) -> str | Rejected:
    """markdown | text | html | pdf, or why it is none of them."""
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(data)
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return Rejected(reason="unsupported_format", detail=f"it is {kind}")
    if _HTML_START.match(data[:4096]):
        return "html"
    return _by_name(name, data)


def is_document_name(name: str) -> bool:
    """Whether a file of this name is read, or reported where it can't be. Others are left out silently by the walk."""
    suffix = PurePosixPath(name).suffix.lower()
    return suffix in _FORMATS or suffix in _UNSUPPORTED


def _by_name(name: str, data: bytes) -> str | Rejected:
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in ("", *_FORMATS):
        if _XML_START.match(data[:4096]) and b"<!ENTITY" in data[:100_000].upper():
            return Rejected(reason="external_entity", detail="the file declares entities of its own", refused=True)
        # Its content says nothing else: an empty or damaged file goes by its name.
        reason = "corrupt" if suffix == ".pdf" and data.strip() else "unsupported_format"
        return Rejected(reason=reason if data.strip() else "empty", detail=f"it is no {suffix} file that can be read")
    return _FORMATS[suffix]


def _archive(data: bytes) -> Rejected:
    """Zip files hold Office formats and bombs. Only the listing at their end is read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return Rejected(reason="corrupt", detail="it begins like a zip or Office file and is not one")
    unpacked = sum(entry.file_size for entry in entries)
    names = {entry.filename for entry in entries}
    if unpacked > _MAX_UNPACKED or (unpacked > _SMALL and unpacked > _MAX_RATIO * len(data)):
        return Rejected(reason="bomb", detail=f"{len(data)} bytes would unpack to {unpacked}", refused=True)
    office = "word/document.xml" in names or "ppt/presentation.xml" in names or "xl/workbook.xml" in names
    return Rejected(reason="unsupported_format", detail=f"it is {'an Office file' if office else 'a zip archive'}")
