"""The index of passages in LanceDB: port `Index`, and what ingest writes with.

One table, `passages`. The first passage of a document (its head row) also carries the document's metadata and ingest
record, so that a document with all its passages is replaced, removed and pinned in one commit: no crash can leave
metadata of one version beside text of another. Readers work on one commit at a time (`snapshot.py`).

LanceDB takes a second or two to import, so it is imported by what opens an index, never by importing this package.
"""

from __future__ import annotations

from store.passages.place import Build, Place
from store.passages.reading import PassageIndex
from store.passages.snapshot import Check
from store.passages.writing import PassageWriter

__all__ = ["Build", "Check", "PassageIndex", "PassageWriter", "Place"]
