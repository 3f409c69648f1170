"""A local server that speaks the Messages API: answers with scripted replies, in order, and records what it was asked.

Refuses what the real one refuses (no key, no version header, sampling parameters, an unknown model) before it looks at
the script. A script can delay, cut a body short, send a proxy's page, or send server-sent events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

KEY = "sk-fake-0123456789"
MODEL = "claude-sonnet-5-5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """One reply. `body` is sent as JSON, `raw` as it is, `sse` as events; the first that is given."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    raw: str | None = None
    # message_start | text:… | stop:REASON | message_stop | error:KIND | SLEEP:SECONDS | CUT
    sse: tuple[str, ...] | None = None
    delay_s: float = 0.0
    cut: bool = False  # the connection breaks in the middle of the body


@dataclass(frozen=True, slots=True)
class Recorded:
    body: dict[str, Any]
    headers: Mapping[str, str]


def message(text: str = "", **fields: object) -> Scripted:
    """A complete reply with one text block; `fields` replace those of its body."""
    body = {
        "id": "msg_fake",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }
    return Scripted(body=body | fields)


def error(status: int, kind: str, words: str = "x", **headers: str) -> Scripted:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted(status=status, body=_error(kind, words), headers=named)


class MessagesAPI:
    def __init__(self, *script: Scripted, models: Mapping[str, str] | None = None) -> None:
        self.script = list(script)
        self.requests: list[Recorded] = []
        self.models = {MODEL: "active"} if models is None else models  # name → its stage of life
        self.url = ""
        app = web.Application()
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_get("/v1/models/{name}", self._model)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _model(self, request: web.Request) -> web.StreamResponse:
        refusal = _refused(request, None, self.models)
        name = request.match_info["name"]
        if refusal is None and name not in self.models:
            refusal = error(404, "not_found_error", f"model: {name}")
        stage = {"id": name, "type": "model", "display_name": name, "created_at": "2026-01-01T00:00:00Z"}
        return await _send(request, refusal or Scripted(body=stage | {"lifecycle": self.models[name]}))

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(Recorded(body, dict(request.headers)))
        refusal = _refused(request, body, self.models)
        if refusal is None and not self.script:
            refusal = error(400, "invalid_request_error", "the script has no further reply")
        return await _send(request, refusal or self.script.pop(0))


def _refused(request: web.Request, body: Mapping[str, Any] | None, models: Iterable[str]) -> Scripted | None:
    key = request.headers.get("authorization", "").removeprefix("Bearer ") or request.headers.get("x-api-key")
    if key != KEY:
        return error(401, "authentication_error", "invalid x-api-key")
    if "anthropic-version" not in request.headers:
        return error(400, "invalid_request_error", "anthropic-version: header is required")
    if body is None:
        return None
    for name in ("temperature", "top_p", "top_k"):
        if name in body:
            return error(400, "invalid_request_error", f"`{name}` is deprecated for this model.")
    for name in ("model", "max_tokens", "messages"):
        if name not in body:
            return error(400, "invalid_request_error", f"{name}: Field required")
    if body["model"] not in models:
        return error(404, "not_found_error", f"model: {body['model']}")
    return None


async def _send(request: web.Request, reply: Scripted) -> web.StreamResponse:
    await asyncio.sleep(reply.delay_s)
    headers = {"request-id": "req_fake", **reply.headers}
    if reply.sse is not None:
        return await _stream(request, reply, headers)
    text = reply.raw if reply.raw is not None else json.dumps(reply.body)
    headers.setdefault("content-type", "application/json")
    if not reply.cut:
        return web.Response(status=reply.status, text=text, headers=headers)
    response = web.StreamResponse(status=reply.status, headers=headers)
    response.content_length = len(text)
    await response.prepare(request)
    await response.write(text[: len(text) // 2].encode())
    _break(request)
    return response


async def _stream(request: web.Request, reply: Scripted, headers: Mapping[str, str]) -> web.StreamResponse:
    response = web.StreamResponse(status=reply.status, headers={**headers, "content-type": "text/event-stream"})
    response.enable_chunked_encoding()
    await response.prepare(request)
    for step in reply.sse or ():
        name, _, value = step.partition(":")
        if name == "SLEEP":
            await asyncio.sleep(float(value))
        elif name == "CUT":
            _break(request)
        else:
            for event in _events(name, value):
                await response.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
    return response


def _events(name: str, value: str) -> list[dict[str, Any]]:
    usage = {"input_tokens": 10, "output_tokens": 1}
    start = {"id": "msg_fake", "type": "message", "role": "assistant", "model": MODEL, "content": [], "usage": usage}
    block = {"type": "text", "text": ""}
    known: dict[str, list[dict[str, Any]]] = {
        "message_start": [{"type": "message_start", "message": start | {"stop_reason": None, "stop_sequence": None}}],
        "text": [
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": value}},
            {"type": "content_block_stop", "index": 0},
        ],
        "stop": [
            {"type": "message_delta", "delta": {"stop_reason": value, "stop_sequence": None}, "usage": usage},
        ],
        "message_stop": [{"type": "message_stop"}],
        "error": [_error(value, "x")],
    }
    return known[name]


def _break(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.close()


def _error(kind: str, words: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": words}, "request_id": "req_fake"}
