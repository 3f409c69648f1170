"""`saywhy ask`: one question through the whole pipeline, recorded like any other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import options
from bot.domain.documents import Reader
from bot.domain.questions import Mode, Question

if TYPE_CHECKING:
    from bot.domain.exchanges import Exchange
    from bot.settings import Settings
    from bot.wiring import Services

CHANNEL = "terminal"
OPERATOR = "operator"
Thread = Annotated[
    str | None, typer.Option("--thread", metavar="ID", help="Continue this thread; a trace id names its own.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What `ask` was told. `at`: None is today."""

    text: str
    asker: str = OPERATOR
    reader: Reader
    at: str | None = None
    mode: Mode = Mode.VERIFIED
    index: str | None = None
    thread: str | None = None


def ask(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The question, in quotes.")],
    asker: options.Asker = OPERATOR,
    groups: options.Groups = "",
    guest: options.Guest = False,
    at: options.At = None,
    mode: Annotated[
        Mode, typer.Option("--mode", help="suggest: reply below the threshold too, labelled a suggestion.")
    ] = Mode.VERIFIED,
    index: options.Index = None,
    thread: Thread = None,
    as_json: options.Json = False,
    config: options.Config = None,
) -> int:
    """Ask one question."""
    options.day(at, date.min)  # refused before anything is opened
    asked = Asked(
        text=options.question_text(text),
        asker=asker,
        reader=options.reader(groups, guest=guest),
        at=at,
        mode=mode,
        index=index,
        thread=thread,
    )
    from bot.cli import output, running
    from bot.domain.decisions import Reason

    exchange = running.run(config, lambda settings: answer(settings, asked))
    if as_json:
        from bot.channels.payload import exchange_to_json

        output.print_json(exchange_to_json(exchange))
    else:
        from bot.channels.terminal import render_reply

        output.console().print(render_reply(exchange))
    if exchange.decision.reason is not Reason.MODEL_UNAVAILABLE:
        return 0
    if not as_json:
        output.print_advice("the model or the index could not be asked; `saywhy doctor` says why")
    return 1


async def answer(settings: Settings, asked: Asked) -> Exchange:
    from bot.wiring import open_services

    async with open_services(settings, index_name=asked.index) as services:
        await services.index.version()  # without an index there is nothing to record: this raises
        conversation = await conversation_of(services, asked.thread) if asked.thread else None
        return await services.assistant.handle(to_question(services, asked, conversation))


async def conversation_of(services: Services, thread: str) -> str:
    """`ask --json` gives trace ids, so one of these continues the conversation it was part of."""
    earlier = await services.exchanges.get(services.settings.tenant, thread)
    return earlier.question.conversation if earlier else thread


def to_question(services: Services, asked: Asked, conversation: str | None) -> Question:
    """A question without a thread begins one that bears its own id."""
    now = services.clock.now()
    id_ = services.new_id()
    return Question(
        id=id_,
        tenant=services.settings.tenant,
        channel=CHANNEL,
        conversation=conversation or id_,
        asker=asked.asker,
        reader=asked.reader,
        text=asked.text,
        asked_at=now,
        today=options.day(asked.at, now.astimezone().date()),
        mode=asked.mode,
    )
