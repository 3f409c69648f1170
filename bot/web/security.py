"""Who may speak to the page: the Host and Origin rules, and the headers of every response.

Pure but for the two hooks at the end. Nobody signs in on the loopback address, so another site must not reach it
through the reader's own browser: neither by a name that it points here (DNS rebinding) nor by a form of its own.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "saywhy",
}
OPEN_PATHS = frozenset({"/healthz"})  # says nothing, and is asked by the platform under names of its own


class WrongHost(Exception):
    """The page was called by a name that is not its own."""


class ForeignOrigin(Exception):
    """A form of another site was sent here."""


def is_own_host(host: str | None, names: frozenset[str]) -> bool:
    """Whether a Host header names the loopback or one of `names`. The port is free: names can't be forged."""
    if not host:
        return False
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if name is None or parts.path or parts.query or parts.fragment or "@" in host:
        return False
    return name == "localhost" or name in names or _is_loopback(name)


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_own_origin(headers: Mapping[str, str]) -> bool:
    """Whether a form may have been posted by this very page.

    Every browser in use names the sender of a form, by Sec-Fetch-Site, Origin or Referer; all that are there must
    agree. `Origin: null` is a sender that hides: only Sec-Fetch-Site can vouch for it. A request with none of them
    comes from a program, which no site can make send anything, and may pass.
    """
    site = headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        return False
    sender = headers.get("Origin") or headers.get("Referer")
    if sender is None or (sender == "null" and site is not None):
        return True
    return _authority(sender) == headers.get("Host", "").lower()


def _authority(url: str) -> str | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in ("http", "https") else None


def guard(names: frozenset[str]) -> Middleware:
    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = request.headers.getall("Host", [])
        if request.path not in OPEN_PATHS and not (len(hosts) == 1 and is_own_host(hosts[0], names)):
            raise WrongHost
        if request.method not in ("GET", "HEAD") and not is_own_origin(request.headers):
            raise ForeignOrigin
        return await handler(request)

    return middleware


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """For every response, files and errors too. What was made for one reader is kept by no cache."""
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
