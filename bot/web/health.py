"""Whether the process lives, and whether it can answer: two questions of whatever watches over it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from aiohttp import web

from bot.domain.errors import SaywhyError
from bot.web.deps import WebDeps

PATIENCE_S = 5.0


class Health:
    def __init__(self, deps: WebDeps, *, patience_s: float = PATIENCE_S) -> None:
        self._deps = deps
        self._patience_s = patience_s

    async def alive(self, request: web.Request) -> web.Response:
        """200 whenever the event loop gets to it: a process that is not ready must not be restarted for that."""
        return web.json_response({"status": "alive"})

    async def ready(self, request: web.Request) -> web.Response:
        deps = self._deps
        database, index = await asyncio.gather(
            self._fault(deps.exchanges.history(deps.tenant, "", limit=1)), self._fault(deps.index.version())
        )
        faults = {"database": database, "index": index}
        checks = {name: {"ok": fault is None, "reason": fault} for name, fault in faults.items()}
        is_ready = not any(faults.values())
        body = {"status": "ready" if is_ready else "not_ready", "checks": checks}
        return web.json_response(body, status=200 if is_ready else 503)

    async def _fault(self, probe: Awaitable[object]) -> str | None:
        """The kind of failure, never its text: that may name paths and hosts."""
        try:
            async with asyncio.timeout(self._patience_s):
                await probe
        except SaywhyError as error:
            return error.kind
        except TimeoutError:
            return "timeout"
        except Exception as error:
            self._deps.record_crash(error)
            return "internal"
        return None
