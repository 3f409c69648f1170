"""`saywhy chat`: a conversation in the terminal, one thread a session."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.cli import options
from bot.cli.asking import OPERATOR, Asked, to_question
from bot.domain.decisions import Outcome
from bot.domain.documents import Reader
from bot.domain.errors import SaywhyError

if TYPE_CHECKING:
    from rich.console import Console

    from bot.domain.exchanges import Exchange
    from bot.wiring import Services

HELP = "Ask away. /right and /wrong judge the last reply, /trace shows how it came about, /new begins anew, /quit ends."


def chat(
    asker: options.Asker = OPERATOR,
    groups: options.Groups = "",
    guest: options.Guest = False,
    at: options.At = None,
    index: options.Index = None,
    config: options.Config = None,
) -> int:
    """Hold a conversation."""
    from datetime import date

    from bot.cli import output, running
    from bot.wiring import open_services

    options.day(at, date.min)
    reader = options.reader(groups, guest=guest)
    settings = running.prepared(config)
    # Not asyncio.run: reading a line blocks, and must be where Ctrl-C ends it at once.
    with running.crashes_recorded(settings.home), asyncio.Runner() as runner:
        stack = AsyncExitStack()
        services = runner.run(stack.enter_async_context(open_services(settings, index_name=index)))
        try:
            _converse(Session(services, output.console(), runner, asker, reader, at))
        finally:
            runner.run(stack.aclose())
    return 0


@dataclass(slots=True)
class Session:
    services: Services
    console: Console
    runner: asyncio.Runner
    asker: str
    reader: Reader
    at: str | None = None
    conversation: str = ""
    last: Exchange | None = None


def _converse(session: Session) -> None:
    session.conversation = session.services.new_id()
    session.console.print(HELP, style="dim")
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return
        if line == "/quit":
            return
        if line:
            _turn(session, line)


def _turn(session: Session, line: str) -> None:
    """What fails in one turn is said, and the conversation goes on."""
    try:
        if line.startswith("/"):
            _command(session, line)
        else:
            _ask(session, line)
    except SaywhyError as exc:
        session.console.print("; ".join(filter(None, (exc.message, exc.hint))), style="red")


def _ask(session: Session, line: str) -> None:
    from bot.channels.terminal import for_asker, render_reply

    asked = Asked(
        text=options.question_text(_chosen(session.last, line)),
        asker=session.asker,
        reader=session.reader,
        at=session.at,
    )
    question = to_question(session.services, asked, session.conversation)
    session.last = session.runner.run(session.services.assistant.handle(question))
    session.console.print(render_reply(for_asker(session.last)))


def _chosen(last: Exchange | None, line: str) -> str:
    """A number after a clarifying question stands for the reading it was printed beside."""
    if last is None or last.decision.outcome is not Outcome.CLARIFY or not line.isdecimal():
        return line
    readings = last.decision.readings
    number = int(line)
    return readings[number - 1].label if 1 <= number <= len(readings) else line


def _command(session: Session, line: str) -> None:
    match line:
        case "/new":
            session.conversation, session.last = session.services.new_id(), None
            session.console.print("A new conversation.", style="dim")
        case "/trace" | "/right" | "/wrong" if session.last is not None:
            _about(session, session.last, line[1:])
        case "/trace" | "/right" | "/wrong":
            session.console.print("There is no reply yet.", style="dim")
        case _:
            session.console.print(HELP, style="dim")


def _about(session: Session, exchange: Exchange, what: str) -> None:
    if what != "trace":
        _judge(session, exchange, what)
        return
    from bot.channels.terminal import for_asker
    from bot.cli.trace_view import render_trace

    session.console.print(render_trace(for_asker(exchange)))


def _judge(session: Session, exchange: Exchange, verdict: str) -> None:
    from store.feedback import Kind, Signal

    services = session.services
    signal = Signal(
        id=services.new_id(),
        tenant=exchange.question.tenant,
        exchange=exchange.question.id,
        person=session.asker,
        kind=Kind(verdict),
        at=services.clock.now(),
    )
    session.runner.run(services.feedback.record(signal))
    session.console.print(f"Noted: {verdict}.", style="dim")
