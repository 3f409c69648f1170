"""How a reply looks in a terminal. Words from documents and models are printed as they stand: no markup, no escapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.text import Text

from bot.channels.printable import printable
from bot.domain.decisions import CitedSource, NextStep, Outcome, Reason
from bot.domain.documents import Status
from bot.domain.exchanges import Exchange

NEXT_STEPS = {
    NextStep.NONE: "nothing further",
    NextStep.CLARIFY: "answer with a number, or in your own words",
    NextStep.ESCALATE: "a person should take this over",
    NextStep.SHOW_CONFLICT: "ask the owners of these documents which one holds",
    NextStep.STOP: "the conversation on this question ends here",
}


def render_reply(exchange: Exchange) -> RenderableType:
    """What the asker sees, and below it in dim text what the operator also wants to know."""
    return Group(*_lines(exchange))


def for_asker(exchange: Exchange) -> Exchange:
    """As somebody may see it who must not learn that documents exist which they may not read."""
    if exchange.decision.reason is not Reason.NOT_PERMITTED:
        return exchange
    return replace(exchange, decision=replace(exchange.decision, reason=Reason.MISSING_EVIDENCE), probe=None)


def _lines(exchange: Exchange) -> Iterator[Text]:
    # Readings of an ambiguous question stand in its text already, numbered.
    decision = exchange.decision
    yield Text(printable(decision.text))
    if decision.sources:
        yield Text("")
        yield from (source_line(number, cited) for number, cited in enumerate(decision.sources, start=1))
    if decision.outcome is not Outcome.SMALLTALK:
        yield Text(verdict_line(exchange), style="dim")


def source_line(number: int, cited: CitedSource) -> Text:
    """[1] Vacation policy › Entitlement · effective 2024-03-01 · handbook/vacation.md"""
    source = cited.source
    path = [source.title, *(heading for heading in cited.headings if heading != source.title)]
    facts = [f"effective {source.effective.isoformat()}" if source.effective else "no effective date"]
    facts += [f"until {source.expires.isoformat()}"] if source.expires else []
    facts += [f"version {source.version}"] if source.version else []
    facts += [source.status.value] if source.status is not Status.CURRENT else []
    line = Text(f"[{number}] ", style="bold")
    line.append(_one_line(" › ".join(path)), style="not bold")
    line.append(_one_line(f" · {' · '.join(facts)} · {source.id}"), style="not bold dim")
    return line


def verdict_line(exchange: Exchange) -> str:
    """as of 2026-03-01 · abstained: missing_evidence · next: a person should take this over · trace 0190…"""
    decision = exchange.decision
    said = decision.outcome.value + (f": {decision.reason.value}" if decision.reason else "")
    parts = [f"as of {exchange.framed.about.isoformat()}", said]
    if decision.next_step is not NextStep.NONE:
        parts.append(f"next: {NEXT_STEPS[decision.next_step]}")
    return " · ".join([*parts, f"trace {exchange.question.id}"])


def _one_line(text: str) -> str:
    return printable(text).replace("\n", " ").replace("\t", " ")
