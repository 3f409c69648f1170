"""`saywhy serve`: the web pages in one process, until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

from bot.cli import INTERRUPTED, options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.settings import Settings
    from bot.web.deps import Said, WebDeps
    from bot.wiring import Records, Services


def serve(config: options.Config = None) -> int:
    """Run the web pages."""
    from bot.cli import running

    ended_by = running.run(config, _serve, log_level="info")
    return INTERRUPTED if ended_by is signal.SIGINT else 0


async def _serve(settings: Settings) -> signal.Signals | None:
    from bot.cli import output
    from bot.web.app import serve as serve_pages
    from bot.wiring import open_services

    stop = Stop()
    stop.listen()
    async with open_services(settings) as services:
        await serve_pages(
            web_deps(services),
            settings.web.host,
            settings.web.port,
            stop.event,
            ready=lambda address: output.print_lines([f"saywhy is at {address} – Ctrl-C ends it"]),
        )
    return stop.by


def web_deps(services: Services) -> WebDeps:
    from bot.logs import record_crash
    from bot.web.deps import WebDeps

    clock, settings = services.clock, services.settings
    return WebDeps(
        assistant=services.assistant,
        exchanges=services.exchanges,
        index=services.index,
        feedback=WebFeedback(services),
        clock=clock,
        new_id=services.new_id,
        today=lambda: clock.now().astimezone().date(),
        tenant=settings.tenant,
        hosts=settings.web.named_hosts,
        record_crash=lambda error: record_crash(settings.home, error, clock.now()),
    )


class WebFeedback:
    """The port Feedback of `bot.web` on the store's table."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def record(self, tenant: str, exchange_id: str, person: str, kind: str, at: datetime, note: str) -> bool:
        """Repeatable: unique by (tenant, exchange, person)."""
        from store.feedback import Kind, Signal

        signal = Signal(
            id=self._records.new_id(),
            tenant=tenant,
            exchange=exchange_id,
            person=person,
            kind=Kind(kind),
            at=at,
            note=note,
        )
        return await self._records.feedback.record(signal)

    async def of(self, tenant: str, exchange_id: str) -> Sequence[Said]:
        return await self._records.feedback.of(tenant, exchange_id)


class Stop:
    """Set by Ctrl-C or by whoever supervises the process."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.by: signal.Signals | None = None

    def listen(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._told, number)

    def _told(self, number: signal.Signals) -> None:
        self.by = number
        self.event.set()
