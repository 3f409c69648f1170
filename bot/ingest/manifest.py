"""`manifest.csv`: metadata for files that can't hold their own. Its `path` or `file` column is relative to the csv."""

from __future__ import annotations

import csv
import io
import posixpath
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.ingest.blocks import Rejected, Value
from bot.ingest.characters import clean
from bot.ingest.decode import decode
from bot.ingest.spellings import folded

FILE_NAME = "manifest.csv"
_PATH_COLUMNS = ("path", "file", "filename", "file_name", "document")
_LARGEST = 200_000  # characters of one cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    folder: str  # of the csv, below the root; "" at the root itself
    rows: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # by document id
    broken_rows: Mapping[str, str] = field(default_factory=dict)  # document id → what is wrong with its row
    problem: str = ""  # it can't be read at all: then nothing below its folder is safe to answer from

    def covers(self, document_id: str) -> bool:
        return not self.folder or document_id.startswith(f"{self.folder}/")


def read_manifest(folder: str, data: bytes) -> Manifest:
    text = decode(data)
    if isinstance(text, Rejected):
        return Manifest(folder=folder, problem=f"manifest.csv: {text.detail}")
    text = clean(text)[0]
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(_LARGEST)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True))
    except csv.Error as error:
        return Manifest(folder=folder, problem=f"manifest.csv: {error}")
    header = [name.strip() for name in lines[0]] if lines else []
    column = next((i for i, name in enumerate(header) if folded(name) in _PATH_COLUMNS), None)
    if column is None:
        return Manifest(folder=folder, problem="manifest.csv has no path column")
    return _rows(folder, header, column, lines[1:])


def _rows(folder: str, header: list[str], column: int, lines: list[list[str]]) -> Manifest:
    rows: dict[str, dict[str, Value]] = {}
    broken: dict[str, str] = {}
    for cells in lines:
        if len(cells) <= column or not cells[column].strip():
            continue
        document_id = _document_id(folder, cells[column])
        row: dict[str, Value] = {
            name: cell.strip()
            for i, (name, cell) in enumerate(zip(header, cells, strict=False))
            if i != column and name and cell.strip()
        }
        if len(cells) > len(header):
            broken[document_id] = "its row in manifest.csv has more cells than the header"
        elif len({folded(name) for name in row}) < len(row) or rows.get(document_id, row) != row:
            broken[document_id] = "manifest.csv describes it twice, differently"
        rows[document_id] = row
    return Manifest(folder=folder, rows=rows, broken_rows=broken)


def _document_id(folder: str, path: str) -> str:
    written = unicodedata.normalize("NFC", path.strip().replace("\\", "/"))
    return posixpath.normpath(posixpath.join(folder, written))


def row_for(document_id: str, manifests: Iterable[Manifest]) -> Mapping[str, Value] | Rejected:
    """The metadata of one file: of several manifests the nearest wins, key by key."""
    found: dict[str, Value] = {}
    for manifest in sorted(manifests, key=lambda manifest: len(manifest.folder), reverse=True):
        if manifest.problem and manifest.covers(document_id):
            return Rejected(reason="unreadable_metadata", detail=manifest.problem)
        if document_id in manifest.broken_rows:
            return Rejected(reason="unreadable_metadata", detail=manifest.broken_rows[document_id], withhold=True)
        found = {**manifest.rows.get(document_id, {}), **found}
    return found
