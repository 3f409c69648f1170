"""Where an index is and what built it: opening, creating, comparing. Translates the library's errors."""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.domain.errors import IndexMismatch, IndexUnavailable
from store.passages import rows
from store.passages.failures import IndexDamaged, is_panic, unavailable

LAYOUT = "1"  # of the table; raised when its columns change


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """What an index is built with. Written into the table, compared whenever it is opened."""

    model: str  # name of the embedding model
    dimension: int
    chunker: str  # version of the chunker

    def metadata(self) -> dict[str, str]:
        return {
            "model": self.model,
            "dimension": str(self.dimension),
            "chunker": self.chunker,
            "layout": LAYOUT,
        }

    def differences(self, found: Mapping[str, str]) -> list[str]:
        """What the table says differently, in words."""
        return [
            f"{name} {found.get(name, 'unknown')} instead of {wanted}"
            for name, wanted in self.metadata().items()
            if found.get(name) != wanted
        ]

    def check(self, found: Mapping[str, str], *, hint: str) -> None:
        """Raises IndexMismatch. Vectors of two models look alike and mean nothing to each other."""
        if differences := self.differences(found):
            raise IndexMismatch(f"the index was built with another set-up: {', '.join(differences)}", hint)


class Place:
    """One folder (or `s3://bucket/prefix`) of LanceDB. Connects on first use."""

    def __init__(self, uri: str | Path, *, storage_options: Mapping[str, str] | None = None) -> None:
        # A relative one could begin with `db`, which the library takes for its cloud
        self.uri = str(uri) if "://" in str(uri) else str(Path(uri).absolute())
        self._storage_options = dict(storage_options or {})
        self._connection: Any = None
        self._connecting = asyncio.Lock()

    @property
    def local(self) -> Path | None:
        return None if "://" in self.uri else Path(self.uri)

    async def connect(self) -> Any:
        async with self._connecting:
            if self._connection is None:
                os.environ.setdefault("LANCEDB_LOG", "error")  # or every query warns
                lancedb = await asyncio.to_thread(importlib.import_module, "lancedb")
                self._connection = await lancedb.connect_async(
                    self.uri,
                    storage_options=self._storage_options or None,
                    # Every read looks for a newer commit: a withdrawn policy is gone at once, in every process
                    read_consistency_interval=timedelta(0),
                )
            return self._connection

    async def find(self) -> Any | None:
        """The table; None where there is none."""
        if self.local is not None and not self.local.is_dir():
            return None  # connecting would make the folder
        connection = await self.connect()
        if rows.TABLE not in (await connection.list_tables()).tables:
            return None
        return await connection.open_table(rows.TABLE)

    async def open(self) -> Any:
        """The table. Raises IndexUnavailable where there is none."""
        table = await self.find()
        if table is None:
            raise IndexUnavailable("there is no index yet", "run `saywhy ingest PATH`")
        return table

    async def create(self, build: Build) -> Any:
        """A table without rows. Where there is one already, this is its next commit: what is pinned stays."""
        connection = await self.connect()
        return await connection.create_table(
            rows.TABLE, schema=rows.schema(build.dimension, build.metadata()), mode="overwrite"
        )

    async def discard_damaged(self) -> None:
        """Removes the table's files where any of its commits cannot be read: nothing can be written after those."""
        try:
            async with translated():
                table = await self.find()
                if table is not None:
                    await table.list_versions()
                    await table.tags.list()
        except IndexDamaged:
            if self.local is None:
                raise
            self.close()
            folder = self.local / f"{rows.TABLE}.lance"
            await asyncio.to_thread(shutil.rmtree, folder)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


async def metadata(table: Any) -> dict[str, str]:
    found = (await table.schema()).metadata or {}
    return {key.decode(): value.decode() for key, value in found.items()}


@asynccontextmanager
async def reached(deadline_s: float) -> AsyncIterator[None]:
    """Around every call of the library: its errors and a call without end become IndexUnavailable."""
    hint = "run `saywhy index check`"
    try:
        async with asyncio.timeout(deadline_s), translated():
            yield
    except TimeoutError as error:
        raise IndexUnavailable(f"the index did not reply within {deadline_s:g} s", hint) from error


@asynccontextmanager
async def translated() -> AsyncIterator[None]:
    try:
        yield
    except (TimeoutError, UnicodeEncodeError):
        raise
    except (RuntimeError, OSError, ValueError) as error:  # RuntimeError is all that the library's core reports
        raise unavailable(error) from error
    except BaseException as error:
        if is_panic(error):
            raise unavailable(error) from error
        raise
