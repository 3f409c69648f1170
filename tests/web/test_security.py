"""Who may speak to the page, and what every response says to the browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.web.security import is_own_host, is_own_origin
from tests.web.world import World


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:8080", True),
        ("127.9.9.9:1", True),
        ("localhost:8080", True),
        ("LOCALHOST", True),
        ("[::1]:8080", True),
        ("10.0.0.5:8080", True),
        ("chat.internal", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example:8080", False),
        ("evil@localhost", False),
        ("localhost/evil", False),
        ("localhost?x", False),
        ("10.0.0.6", False),
        ("0.0.0.0", False),
        ("2130706433", False),
        ("localhost:port", False),
        ("[::1", False),
        ("", False),
        (None, False),
    ],
)
def test_hosts(host: str | None, is_own: bool) -> None:
    assert is_own_host(host, frozenset({"10.0.0.5", "chat.internal"})) is is_own


@pytest.mark.parametrize(
    ("headers", "is_own"),
    [
        ({"Origin": "http://localhost:8080"}, True),
        ({"Origin": "https://localhost:8080"}, True),
        ({"Referer": "http://localhost:8080/c/talk"}, True),
        ({"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://localhost:9999"}, False),
        ({"Origin": "http://localhost"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "file://localhost:8080"}, False),
        ({"Origin": "http://["}, False),
        ({"Referer": "http://evil.example/localhost:8080"}, False),
        ({"Origin": "http://evil.example", "Referer": "http://localhost:8080/"}, False),
        ({"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:8080"}, False),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, False),
    ],
)
def test_origins(headers: dict[str, str], is_own: bool) -> None:
    assert is_own_origin({"Host": "LocalHost:8080", **headers}) is is_own


@pytest.mark.parametrize("path", ["/", "/c/talk", "/readyz", "/static/chat.css", "/passages/x%230", "/nothing"])
async def test_a_foreign_name_sees_nothing(path: str) -> None:
    async with World().visit() as visitor:
        page = await visitor.get(path, Host="evil.example")
        assert page.status == 421
        assert page.find("//h1")[0].text == "Wrong address"


async def test_a_name_that_was_bound_is_no_foreign_one() -> None:
    world = World()
    world.deps = replace(world.deps, hosts=frozenset({"chat.internal"}))
    async with world.visit() as visitor:
        assert (await visitor.get("/", Host="chat.internal:80")).status == 200


async def test_a_form_of_another_site_is_refused() -> None:
    world = World()
    async with world.visit() as visitor:
        for path in ("/c/talk", "/c/talk/feedback/trace1"):
            page = await visitor.post(path, {"question": "Why?", "id": "f1"}, Origin="http://evil.example")
            assert page.status == 403
            assert "another site" in page.text()
    assert not world.assistant.asked


@pytest.mark.parametrize("path", ["/", "/c/talk", "/static/chat.js", "/passages/none", "/healthz", "/readyz", "/nope"])
async def test_every_response_tells_the_browser_to_be_strict(path: str) -> None:
    async with World().visit() as visitor:
        headers = (await visitor.get(path)).headers
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == ("no-store" if not path.startswith("/static") else headers["Cache-Control"])
    assert "Set-Cookie" not in headers
    assert "aiohttp" not in headers["Server"]
    assert "Python" not in headers["Server"]


async def test_a_page_loads_nothing_from_elsewhere_and_holds_no_inline_code() -> None:
    world = World()
    async with world.visit() as visitor:
        page = await visitor.ask(await visitor.get(), "How many days?")
        for address in page.find("//@src | //link/@href"):
            assert str(address).startswith("/static/")
            assert (await visitor.get(str(address))).status == 200
        assert not page.find("//style | //script[not(@src)] | //@style | //@*[starts-with(name(), 'on')]")
