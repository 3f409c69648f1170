"""A folder of documents, ingested into a home of its own, with everything that is needed to ask it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.ingest.sync import sync
from bot.settings import load
from bot.wiring import Services, open_library, open_services


@asynccontextmanager
async def opened(documents: Path, home: Path) -> AsyncIterator[Services]:
    """The extractive model, whatever is configured; nothing of the user's own home is touched."""
    settings = load(environ={"SAYWHY_HOME": str(home)})
    async with open_library(settings) as library:
        await sync([documents], library.writer, library.embedder, clock=library.clock, tenant=settings.tenant)
    async with open_services(settings, offline_model=True) as services:
        yield services
