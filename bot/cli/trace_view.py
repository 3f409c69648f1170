"""A trace for the eye: where the question went, what was found and kept, what the draft said, what stopped it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.channels.payload import supported
from bot.channels.printable import printable
from bot.channels.terminal import source_line
from bot.domain.decisions import Decision, Outcome
from bot.domain.exchanges import Exchange
from bot.domain.retrieval import Hit, Retrieval

if TYPE_CHECKING:
    from store.feedback import Signal

_ALSO = 5  # passages shown that were found and not used; --json has them all
_BAR = 30  # columns of the longest timing bar
_GOOD = frozenset({Outcome.ANSWERED, Outcome.SMALLTALK})


def render_trace(exchange: Exchange, feedback: Iterable[Signal] = (), *, with_prompt: bool = False) -> RenderableType:
    return Group(
        *_header(exchange),
        *_question(exchange),
        *(part for search in exchange.searches for part in _search(search, exchange)),
        *(_prompt(exchange) if with_prompt else ()),
        *_draft(exchange),
        *_claims(exchange),
        *_reply(exchange.decision),
        *_timings(exchange.timings_ms),
        *_feedback(feedback),
        *_footer(exchange),
    )


def _section(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def _literal(text: str, style: str = "") -> Text:
    return Text(printable(text), style=style)


def _header(exchange: Exchange) -> Iterator[Text]:
    decision = exchange.decision
    line = Text(decision.outcome.value, style="bold green" if decision.outcome in _GOOD else "bold yellow")
    if decision.reason:
        line.append(f" ← {decision.reason.value}", style="bold")
    line.append(f"   decided by {decision.decided_by.value}{_odds(decision)} · next step {decision.next_step.value}")
    yield line
    if exchange.error:
        yield _literal(f"outside failure: {exchange.error}", "red")
    if exchange.probe:
        yield _literal(f"for staff: {exchange.probe}", "yellow")


def _odds(decision: Decision) -> str:
    if decision.threshold is None:
        return ""
    if decision.probability is None:
        return f" · p unknown, {decision.threshold:.2f} needed"
    relation = ">" if decision.probability > decision.threshold else "≤"
    return f" · p {decision.probability:.3f} {relation} {decision.threshold:.2f}"


def _question(exchange: Exchange) -> Iterator[Text]:
    question, framed = exchange.question, exchange.framed
    groups = ", ".join(sorted(question.reader.groups)) or "no groups"
    who = f"{question.asker} ({'member' if question.reader.member else 'guest'}, {groups})"
    yield _section("Question")
    yield _literal(f"  {question.text}")
    if framed.text != question.text:
        yield _literal(f"→ {framed.text}")
    day = f"about {framed.about}{' (said so)' if framed.about_said else ''}"
    thread = f" · continues {framed.parent}, round {framed.round}" if framed.parent else ""
    asked = (
        f"{question.asked_at:%Y-%m-%d %H:%M} UTC · {question.channel} · {who} · {framed.intent.value} · {day}{thread}"
    )
    yield _literal(f"  {asked}", "dim")


def _search(search: Retrieval, exchange: Exchange) -> Iterator[RenderableType]:
    again = "Searched again" if search.search_again else "Found"
    yield _section(f"{again}: {len(search.hits)} passages, index {search.index_version}")
    fates = _fates(exchange)
    used = [hit for hit in search.hits if fates.get(hit.passage.id) in ("cited", "kept")]
    others = [hit for hit in search.hits if hit not in used]
    if search.hits:
        yield _hits(sorted([*used, *others[:_ALSO]], key=lambda hit: hit.rank), fates)
    if len(others) > _ALSO:
        yield _literal(f"… and {len(others) - _ALSO} more that were not used (--json lists them)", "dim")


def _fates(exchange: Exchange) -> dict[str, str]:
    """What became of each passage in the ranking; one that is absent was left out by the gate."""
    cited = {id_ for claim in exchange.decision.claims for id_ in claim.passages}
    return (
        {hit.passage.id: "dropped" for hit in exchange.dropped}
        | {hit.passage.id: "kept" for hit in exchange.kept}
        | dict.fromkeys(cited, "cited")
    )


def _hits(hits: Iterable[Hit], fates: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("rank", "dense", "words", "score", "covers"):
        table.add_column(name, justify="right")
    table.add_column("fate")
    table.add_column("passage", overflow="fold")
    for hit in hits:
        id_ = hit.passage.id
        fate = fates.get(id_, "left out")
        table.add_row(
            str(hit.rank),
            str(hit.dense_rank or "–"),
            str(hit.keyword_rank or "–"),
            f"{hit.score:.3f}",
            f"{hit.coverage:.2f}",
            fate,
            _literal(" › ".join([id_, *hit.passage.headings[-1:]]).replace("\n", " ")),
            style={"cited": "bold", "kept": ""}.get(fate, "dim"),
        )
    return table


def _prompt(exchange: Exchange) -> Iterator[Text]:
    prompt = exchange.prompt
    if prompt is None:
        yield _section("Prompt: none was made")
        return
    yield _section(f"Prompt ({prompt.tokens} tokens, estimated)")
    yield _literal(prompt.text)


def _draft(exchange: Exchange) -> Iterator[Text]:
    draft = exchange.draft
    if draft is None:
        return
    verdict = exchange.verdict.value if exchange.verdict else "not parsed"
    cost = "cost unknown" if draft.usage.cost_usd is None else f"${draft.usage.cost_usd:.4f}"
    tokens = f"{draft.usage.input_tokens} + {draft.usage.output_tokens} tokens"
    yield _section(f"Draft: {verdict} · {draft.model}, {draft.stop.value}, {tokens}, {cost}")
    yield _literal(draft.text)


def _claims(exchange: Exchange) -> Iterator[Text]:
    decision = exchange.decision
    if not decision.claims:
        return
    yield _section("Claims")
    for number, claim in enumerate(decision.claims):
        findings = [finding for finding in decision.findings if finding.claim == number]
        mark = Text("✓ ", style="green") if supported(claim, findings) else Text("✗ ", style="red")
        yield mark + _literal(f"{claim.text} [{', '.join(claim.passages)}] {claim.relation.value}")
        for finding in findings:
            yield _literal(f"    {finding.kind.value}: {finding.detail}", "red" if finding.hard else "yellow")
        if claim.unknown:
            yield _literal(f"    cites what was not shown: {', '.join(claim.unknown)}", "red")


def _reply(decision: Decision) -> Iterator[Text]:
    yield _section("Reply")
    yield _literal(decision.text)
    yield from (source_line(number, cited) for number, cited in enumerate(decision.sources, start=1))
    for what in decision.missing:
        yield _literal(f"missing: {what}", "yellow")


def _timings(timings: dict[str, float]) -> Iterator[Text]:
    longest = max(timings.values(), default=0.0)
    if longest <= 0:
        return
    yield _section("Time")
    width = max(map(len, timings))
    for step, millis in timings.items():
        yield _literal(f"{step:<{width}} {millis:8.1f} ms  {'█' * round(_BAR * millis / longest)}")


def _feedback(feedback: Iterable[Signal]) -> Iterator[Text]:
    for signal in feedback:
        note = f": {signal.note}" if signal.note else ""
        yield _literal(f"\n{signal.person} said {signal.kind.value} on {signal.at:%Y-%m-%d %H:%M}{note}", "bold")


def _footer(exchange: Exchange) -> Iterator[Text]:
    versions = f"code {exchange.code_version or '–'} · configuration {exchange.config_hash or '–'}"
    yield _literal(f"\ntrace {exchange.question.id} · {versions}", "dim")
