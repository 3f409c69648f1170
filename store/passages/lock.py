"""One writer at a time, over all processes of a machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.domain.errors import ConfigError, IndexUnavailable
from store.passages.place import translated

_ASK_AGAIN_S = 0.1


@asynccontextmanager
async def one_writer(folder: Path | None, wait_s: float) -> AsyncIterator[None]:
    """Holds a file lock beside the table; the system lets go of it when the process dies.

    Raises IndexUnavailable when another writer keeps it for `wait_s`. A second writer would not only be slow: merging
    one new key from two sides at once can leave it twice.
    """
    from filelock import FileLock, Timeout

    if folder is None:
        raise ConfigError("an index in object storage can be read, but not yet written", "set `index.uri` to a folder")
    async with translated():
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    lock = FileLock(folder / ".writer.lock")
    until = time.monotonic() + wait_s
    while True:
        try:
            async with translated():
                lock.acquire(blocking=False)
            break
        except Timeout:
            if time.monotonic() >= until:
                raise IndexUnavailable("another ingest is running", "wait for it to end, then run it again") from None
        await asyncio.sleep(_ASK_AGAIN_S)
    try:
        yield
    finally:
        lock.release()
