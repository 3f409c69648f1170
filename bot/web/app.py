"""The web application: routes, and its life from start to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import web

from bot.channels.webchat import PASSAGES, is_id, passage_id
from bot.domain.errors import ConfigError
from bot.web import security
from bot.web.chat import Chat
from bot.web.deps import WebDeps
from bot.web.health import Health
from bot.web.pages import Pages
from bot.web.passages import to_passage
from bot.web.problems import NO_PASSAGE, NOT_FOUND, Unfit, explained

__all__ = ["WebDeps", "create_app", "serve"]

MAX_BODY = 64 * 1_024  # bytes; 4,000 characters at their longest, percent-encoded, are 48,000
MAX_ID_CHARS = 2_000  # of a passage id in an address
GRACE_S = 3.0  # for questions under way when the process is told to stop


def create_app(deps: WebDeps) -> web.Application:
    pages = Pages()
    chat, health = Chat(deps, pages), Health(deps)

    async def passage(request: web.Request) -> web.Response:
        return await _passage(request, deps, pages)

    async def asset(request: web.Request) -> web.Response:
        try:
            return pages.asset(request.match_info["name"])
        except KeyError:
            raise Unfit(NOT_FOUND) from None

    middlewares = [explained(pages.problem, deps.record_crash), security.guard(deps.hosts)]
    app = web.Application(middlewares=middlewares, client_max_size=MAX_BODY)
    app.on_response_prepare.append(security.add_headers)
    app.on_cleanup.append(chat.end)
    app.add_routes(
        [
            web.get("/", chat.start),
            web.get("/c/{conversation}", chat.show),
            web.post("/c/{conversation}", chat.ask),
            web.post("/c/{conversation}/feedback/{exchange}", chat.rate),
            web.get(PASSAGES + r"{id:[\s\S]+}", passage),
            web.get("/static/{name}", asset),
            web.get("/healthz", health.alive),
            web.get("/readyz", health.ready),
        ]
    )
    return app


async def _passage(request: web.Request, deps: WebDeps, pages: Pages) -> web.Response:
    """A passage that is not there and one that is not for this reader end in one and the same page."""
    id_ = passage_id(request.raw_path)
    if "\0" in id_ or len(id_) > MAX_ID_CHARS:
        raise Unfit(NO_PASSAGE)
    found = await deps.index.passage(deps.tenant, deps.reader, id_)
    if found is None:
        raise Unfit(NO_PASSAGE)
    catalogue = await deps.index.catalogue(deps.tenant, deps.reader)
    back = request.query.get("c", "")
    view = to_passage(found, catalogue.validity.get(found.source.id), deps.today(), back if is_id(back) else "")
    return pages.passage(view)


async def serve(
    deps: WebDeps, host: str, port: int, stop: asyncio.Event, *, ready: Callable[[str], object] | None = None
) -> None:
    """Serves until `stop` is set, then lets questions under way finish for GRACE_S seconds.

    `ready` is called once with the address, its real port where `port` is 0. Raises ConfigError.
    """
    runner = web.AppRunner(create_app(deps), access_log=None, shutdown_timeout=GRACE_S)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        if ready is not None:
            ready(_address(runner, host))
        await stop.wait()
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        why = error.strerror or "the system refused"
        raise ConfigError(
            f"cannot listen on {host}:{port}: {why}", "stop what uses that port, or set web.bind to another one"
        ) from error


def _address(runner: web.AppRunner, host: str) -> str:
    port = runner.addresses[0][1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
