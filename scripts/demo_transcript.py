"""Prints what the demo handbook answers: one question for each kind of outcome, asked the way `saywhy ask` asks."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from bot.channels.terminal import render_reply
from bot.cli import running
from bot.cli.output import console, print_failure
from bot.domain.decisions import Outcome
from bot.domain.documents import Reader
from bot.domain.errors import SaywhyError
from bot.domain.exchanges import Exchange
from bot.domain.questions import Question
from bot.settings import Settings
from bot.wiring import Services, open_services

CASES = Path(__file__).parent / "demo_handbook" / "cases.jsonl"


@dataclass(frozen=True, slots=True)
class Sample:
    qid: str
    shows: str
    then: str | None = None  # said next in the same conversation


SAMPLES = (
    Sample("d03", "An answer, with the passage it stands on"),
    Sample("d01", "An answer that two superseded pages would get wrong"),
    Sample("d11", "A past year: the version that was in force then"),
    Sample("d47", "Several readings: it asks, and goes on from the answer", then="Ireland"),
    Sample("d44", "Two current documents that disagree"),
    Sample("d35", "What no document states"),
    Sample("d51", "What this reader may not see: worded like what no document states"),
    Sample("d57", "A request to do something"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    try:
        running.run(parser.parse_args().config, _print_all)
    except SaywhyError as exc:
        print_failure(exc, as_json=False)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


async def _print_all(settings: Settings) -> None:
    cases = {case["qid"]: case for case in map(json.loads, CASES.read_text("utf-8").splitlines())}
    out = console()
    async with open_services(settings, offline_model=True) as services:
        await services.index.version()  # raises where nothing was ingested
        for number, sample in enumerate(SAMPLES, start=1):
            out.print(Text(f"\n{number}. {sample.shows}", style="bold underline"))
            await _converse(services, sample, cases[sample.qid], out)


async def _converse(services: Services, sample: Sample, case: dict[str, Any], out: Console) -> None:
    conversation = services.new_id()
    first = await _ask(services, case["q"], case, conversation, out)
    if sample.then and first.decision.outcome is Outcome.CLARIFY:
        await _ask(services, sample.then, case, conversation, out)


async def _ask(services: Services, text: str, case: dict[str, Any], conversation: str, out: Console) -> Exchange:
    question = Question(
        id=services.new_id(),
        tenant=services.settings.tenant,
        channel="terminal",
        conversation=conversation,
        asker="demo",
        reader=Reader(member=not case.get("guest", False), groups=frozenset(case.get("groups", ()))),
        text=text,
        asked_at=services.clock.now(),
        today=date.fromisoformat(case["at"]),
    )
    out.print(Text(f"> {text}", style="bold"))
    exchange = await services.assistant.handle(question)
    out.print(render_reply(exchange))
    return exchange


if __name__ == "__main__":
    sys.exit(main())
