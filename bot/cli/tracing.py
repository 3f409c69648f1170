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


def trace(
    trace_id: Annotated[str, typer.Argument(metavar="ID", help="The trace id, or the beginning of one.")],
    prompt: Annotated[bool, typer.Option("--prompt", help="Print the prompt too, as the model got it.")] = False,
    as_json: options.Json = False,
    config: options.Config = None,
) -> int:
    """Show how a question became its decision."""
    from bot.cli import output, running

    wanted = options.typed(trace_id)
    if not wanted:
        raise UsageError("the trace id is empty", "`saywhy ask` prints it below each reply")
    exchange, said = running.run(config, lambda settings: find(settings, wanted))
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

    ids = await records.exchanges.find(records.settings.tenant, wanted, limit=4)
    if len(ids) > 1:
        shown = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
        raise UsageError(f"several traces begin with {wanted}: {shown}", "give more of the id")
    exchange = await records.exchanges.get(records.settings.tenant, ids[0]) if ids else None
    if exchange is None:
        raise NotFound(f"there is no trace {wanted}", "`saywhy ask` prints the id below each reply")
    return exchange
