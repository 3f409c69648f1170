"""`saywhy trace`: the whole way from a question to its decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import options
from bot.domain.errors import UsageError

if TYPE_CHECKING:
    from bot.domain.exchanges import Exchange
    from bot.settings import Settings
    from bot.wiring import Records
    from store.feedback import Signal

LAST = "last"
LISTED = 10  # of several traces that match
SHOWN_CHARS = 80  # of a question in that list


class Several(UsageError):
    """What was typed fits several traces; `found` has a line for each, the newest first."""

    def __init__(self, wanted: str, found: tuple[str, ...]) -> None:
        super().__init__(f"several traces begin or end with {wanted}", "give more of the id, from its start or its end")
        self.found = found


def trace(
    trace_id: Annotated[
        str, typer.Argument(metavar="ID", help="The trace id, its start or its end; `last` is the newest.")
    ],
    prompt: Annotated[bool, typer.Option("--prompt", help="Print the prompt too, as the model got it.")] = False,
    as_json: options.Json = False,
    config: options.Config = None,
) -> int:
    """Show how a question became its decision."""
    from bot.cli import output, running

    wanted = options.typed(trace_id)
    if not wanted:
        raise UsageError("the trace id is empty", "`saywhy ask` prints it below each reply")
    try:
        exchange, said = running.run(config, lambda settings: find(settings, wanted))
    except Several as exc:
        if as_json:
            raise UsageError(f"{exc.message}: {'; '.join(exc.found)}", exc.hint) from exc
        for line in exc.found:
            output.print_advice(line)
        raise
    if as_json:
        from bot.channels.payload import trace_to_json

        output.print_json(trace_to_json(exchange, feedback=said))
    else:
        from bot.cli.trace_view import render_trace

        output.console().print(render_trace(exchange, said, with_prompt=prompt))
    return 0


async def find(settings: Settings, wanted: str) -> tuple[Exchange, tuple[Signal, ...]]:
    from bot.wiring import open_records

    async with open_records(settings) as records:
        exchange = await _exchange(records, wanted)
        return exchange, await records.feedback.of(settings.tenant, exchange.question.id)


async def _exchange(records: Records, wanted: str) -> Exchange:
    from bot.cli.running import NotFound

    tenant = records.settings.tenant
    last = wanted == LAST
    ids = await records.exchanges.find(tenant, "" if last else wanted, limit=1 if last else LISTED + 1)
    exchanges = [await records.exchanges.get(tenant, id_) for id_ in ids[:LISTED]]
    found = [exchange for exchange in exchanges if exchange is not None]
    if len(found) > 1:
        more = ("…",) if len(ids) > LISTED else ()
        raise Several(wanted, (*map(_line, found), *more))
    if not found and last:
        raise NotFound("there is no trace yet", "ask something first: `saywhy ask`")
    if not found:
        raise NotFound(f"there is no trace {wanted}", "`saywhy ask` prints the id below each reply")
    return found[0]


def _line(exchange: Exchange) -> str:
    question = exchange.question
    text = " ".join(question.text.split())
    shown = text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"
    return f"{question.id} · {question.asked_at:%Y-%m-%d %H:%M:%S} UTC · {shown}"
