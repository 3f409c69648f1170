"""Health, and the life of the server from start to stop."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import aiohttp
import pytest

from bot.domain.errors import ConfigError, DatabaseUnavailable, IndexMismatch
from bot.web import app as web_app
from bot.web import health
from bot.web.app import serve
from tests.web.world import World


async def test_alive_whatever_else_is_not_and_under_any_name() -> None:
    world = World()
    world.exchanges.failure = DatabaseUnavailable("down")
    world.index.failure = RuntimeError("broken")
    async with world.visit() as visitor:
        page = await visitor.get("/healthz", Host="10.1.2.3:8080")
    assert page.status == 200
    assert json.loads(page.body) == {"status": "alive"}


async def test_ready() -> None:
    async with World().visit() as visitor:
        page = await visitor.get("/readyz")
    assert page.status == 200
    assert json.loads(page.body)["checks"] == {
        "database": {"ok": True, "reason": None}, "index": {"ok": True, "reason": None},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("database", "index", "reasons"),
    [
        (DatabaseUnavailable("hunter2"), None, ("database_unavailable", None)),
        (None, IndexMismatch("hunter2"), (None, "index_mismatch")),
        (DatabaseUnavailable("hunter2"), RuntimeError("hunter2"), ("database_unavailable", "internal")),
    ],
)
async def test_not_ready_says_why_by_kind(
    database: DatabaseUnavailable | None, index: Exception | None, reasons: tuple[str | None, str | None]
) -> None:
    world = World()
    world.exchanges.failure, world.index.failure = database, index
    async with world.visit() as visitor:
        page = await visitor.get("/readyz")
    checks = json.loads(page.body)["checks"]
    assert page.status == 503
    assert (checks["database"]["reason"], checks["index"]["reason"]) == reasons
    assert "hunter2" not in page.body


async def test_an_index_that_hangs_is_not_waited_for() -> None:
    world = World()
    world.index.hangs = True
    probe = health.Health(world.deps, patience_s=0.05)
    response = await probe.ready(None)  # type: ignore[arg-type]
    assert response.status == 503
    assert '"timeout"' in (response.text or "")


class Running:
    """`serve` in a task, and its address."""

    def __init__(self, world: World, host: str = "127.0.0.1") -> None:
        self.stop = asyncio.Event()
        self._address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(serve(world.deps, host, 0, self.stop, ready=self._address.set_result))

    async def address(self) -> str:
        return await asyncio.wait_for(self._address, 5)


async def test_serves_until_told_to_stop() -> None:
    running = Running(World())
    address = await running.address()
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert response.status == 200
    running.stop.set()
    await asyncio.wait_for(running.task, 5)
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(address)


async def test_a_port_in_use_is_said_in_one_line() -> None:
    running = Running(World())
    port = int((await running.address()).rstrip("/").rpartition(":")[2])
    with pytest.raises(ConfigError, match=rf"cannot listen on 127\.0\.0\.1:{port}"):
        await serve(World().deps, "127.0.0.1", port, asyncio.Event())
    running.stop.set()
    await running.task


async def test_a_question_under_way_is_finished_first() -> None:
    world = World()
    world.assistant.gate = asyncio.Event()
    running = Running(world)
    address = await running.address()
    async with aiohttp.ClientSession() as session:
        data = {"question": "How many days?", "id": "f1"}
        asking = asyncio.create_task(session.post(f"{address}c/talk", data=data, allow_redirects=False))
        await world.assistant.called.wait()
        running.stop.set()
        await asyncio.sleep(0.05)
        world.assistant.gate.set()
        response = await asking
        assert response.status == 303
        response.release()
    await asyncio.wait_for(running.task, 5)
    assert await world.exchanges.get(world.deps.tenant, "f1") is not None


async def test_one_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "GRACE_S", 0.1)
    world = World()
    world.assistant.gate = asyncio.Event()
    running = Running(world)
    address = await running.address()
    async with aiohttp.ClientSession() as session:
        asking = asyncio.create_task(session.post(f"{address}c/talk", data={"question": "How many days?"}))
        await world.assistant.called.wait()
        started = time.monotonic()
        running.stop.set()
        await asyncio.wait_for(running.task, 5)
        assert time.monotonic() - started < 3
        with pytest.raises(aiohttp.ClientError):
            await asking


async def test_a_reader_who_leaves_still_gets_the_exchange_recorded() -> None:
    world = World()
    world.assistant.gate = asyncio.Event()
    async with world.visit() as visitor:
        asking = asyncio.create_task(visitor.post("/c/talk", {"question": "How many days?", "id": "f1"}))
        await world.assistant.called.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await asyncio.sleep(0.05)
        world.assistant.gate.set()
        await asyncio.sleep(0.05)
        page = await visitor.get("/c/talk")
    assert len(page.find("//article")) == 1


async def test_the_address_of_an_ipv6_host_can_be_opened() -> None:
    world = World()
    world.deps = replace(world.deps, hosts=frozenset({"::1"}))
    running = Running(world, "::1")
    try:
        address = await running.address()
    except TimeoutError:
        pytest.skip("no IPv6 here")
    assert address.startswith("http://[::1]:")
    running.stop.set()
    await running.task
