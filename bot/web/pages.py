"""From view models to HTML. The templates escape every value; nothing is ever marked safe."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.channels.webchat import MAX_NOTE_CHARS, ReplyView
from bot.domain.questions import MAX_QUESTION_CHARS
from bot.web.passages import PassageView
from bot.web.problems import Problem

_TYPES = {"chat.css": "text/css", "chat.js": "text/javascript"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationView:
    conversation: str
    form_id: str  # the next question's id
    replies: tuple[ReplyView, ...] = ()  # oldest first
    older: bool = False  # there are earlier exchanges than the page shows
    text: str = ""  # a question that was not asked, kept
    notice: str = ""  # why not


class Pages:
    def __init__(self) -> None:
        static = files("bot.web") / "static"
        self._assets = {name: (static / name).read_bytes() for name in _TYPES}
        self._environment = Environment(
            loader=PackageLoader("bot.web", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            asset=self._asset_href, max_chars=MAX_QUESTION_CHARS, max_note_chars=MAX_NOTE_CHARS
        )

    def conversation(self, view: ConversationView, *, status: int = 200) -> web.Response:
        return self._page("conversation.html", status, view=view)

    def passage(self, view: PassageView) -> web.Response:
        return self._page("passage.html", 200, view=view)

    def problem(self, problem: Problem) -> web.Response:
        return self._page("problem.html", problem.status, problem=problem)

    def asset(self, name: str) -> web.Response:
        """Kept by browsers for good: its address changes with its content. Raises KeyError."""
        cached = {"Cache-Control": "public, max-age=31536000, immutable"}
        return web.Response(body=self._assets[name], content_type=_TYPES[name], charset="utf-8", headers=cached)

    def _asset_href(self, name: str) -> str:
        return f"/static/{name}?v={hashlib.sha256(self._assets[name]).hexdigest()[:12]}"

    def _page(self, template: str, status: int, **values: object) -> web.Response:
        text = self._environment.get_template(template).render(**values)
        return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
