"""What a person sees in a terminal, and that nothing in a document can draw on it."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from rich.console import Console, RenderableType

from bot.channels.printable import printable
from bot.channels.terminal import render_reply
from bot.cli.trace_view import render_trace
from bot.domain.decisions import CitedSource
from bot.domain.exchanges import Exchange
from store.feedback import Kind, Signal
from tests.cli import samples


def shown(what: RenderableType, *, colour: bool = False) -> str:
    out = io.StringIO()
    Console(
        file=out, width=120, markup=False, emoji=False, highlight=False, force_terminal=colour, no_color=not colour
    ).print(what)
    return out.getvalue()


def with_text(text: str) -> Exchange:
    return samples.answered(text)


def test_an_answer_with_its_sources_and_the_day() -> None:
    assert shown(render_reply(samples.answered())).splitlines() == [
        "You have 28 days of leave. [1]",
        "",
        "[1] Vacation › Entitlement · effective 2024-03-01 · version 1.10 · hr/vacation.md",
        "as of 2026-03-02 · answered · trace 0190aaaa",
    ]


def test_an_abstention_says_why_and_what_next() -> None:
    lines = shown(render_reply(samples.abstained())).splitlines()
    assert lines[0] == "The documents don't say how many days contractors have."
    assert "abstained: missing_evidence · next: a person should take this over" in lines[-1]


def test_readings_stand_once() -> None:
    lines = shown(render_reply(samples.clarify())).splitlines()
    assert lines[:3] == ["Which country do you mean?", "1. Germany", "2. Spain"]
    assert len(lines) == 4


def test_small_talk_is_just_said() -> None:
    assert shown(render_reply(samples.smalltalk())) == "Hello! Ask me about our policies.\n"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("[bold red]not markup[/] :smile:", "[bold red]not markup[/] :smile:"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07", "]0;title"),
        ("\x9b2J c1", "2J c1"),
        ("over\rwrite\b\b", "overwrite"),
        ("a\u202eb\u2066c", "abc"),
        ("lone \ud800 surrogate", "lone  surrogate"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("Grüße, 東京, 👩‍👩‍👧", "Grüße, 東京, 👩‍👩‍👧"),
    ],
)
def test_words_are_literal(text: str, safe: str) -> None:
    assert printable(text) == safe
    assert safe.splitlines()[0].expandtabs() in shown(render_reply(with_text(text))).expandtabs()


def test_a_title_cannot_draw_either() -> None:
    evil = replace(samples.VACATION, title="\x1b[2J[red]Vaca\ntion", id="hr/\x1b]0;x\x07.md")
    decision = replace(samples.answered().decision, sources=(CitedSource(passage="x#0", source=evil),))
    exchange = replace(samples.answered(), decision=decision)
    for what in (render_reply(exchange), render_trace(exchange, with_prompt=True)):
        coloured = shown(what, colour=True)
        assert set(re.findall(r"\x1b(?!\[[\d;]*m)", coloured)) == set()  # rich's own colours only
        assert "\x07" not in coloured
    assert "[1] [2J[red]Vaca tion" in shown(render_reply(exchange))


def test_a_trace_shows_at_a_glance_where_it_went_wrong() -> None:
    text = shown(render_trace(samples.unverified()))
    lines = text.splitlines()
    assert lines[0].startswith(
        "abstained ← unverified   decided by verify · p unknown, 0.95 needed · next step escalate"
    )
    assert "→ How many days of leave do employees have?" in lines
    assert any(line.split()[:6] == ["1", "1", "–", "1.000", "0.75", "cited"] for line in lines)
    assert any(line.split()[:6] == ["2", "2", "–", "0.500", "0.75", "dropped"] for line in lines)
    assert "✗ You have 25 days of leave. [hr/vacation.md#40] direct" in lines
    assert "    value: 25 days: the passage has 28 days" in lines
    assert any(line.startswith("retrieve") and "█" in line for line in lines)
    assert "Rules." not in text
    assert lines[-1] == "trace 0190aaaa · code 0.1.0 · configuration c0ffee"


def test_the_odds_of_an_answer_stand_beside_what_was_needed() -> None:
    assert "p 0.970 > 0.95" in shown(render_trace(samples.answered()))
    assert "✓ You have 28 days of leave." in shown(render_trace(samples.answered()))


def test_the_prompt_on_request() -> None:
    assert "Rules." in shown(render_trace(samples.answered(), with_prompt=True))
    assert "Prompt: none was made" in shown(render_trace(samples.clarify(), with_prompt=True))


def test_what_people_said_of_it() -> None:
    signal = Signal(
        id="1",
        tenant="default",
        exchange="0190aaaa",
        person="ann",
        kind=Kind.WRONG,
        note="it is 30",
        at=datetime.now(UTC),
    )
    assert "ann said wrong on" in shown(render_trace(samples.answered(), [signal]))
    assert ": it is 30" in shown(render_trace(samples.answered(), [signal]))


@pytest.mark.parametrize("exchange", [samples.smalltalk(), samples.clarify(), samples.abstained()])
def test_a_trace_of_whatever_was_not_done(exchange: Exchange) -> None:
    assert exchange.decision.text in shown(render_trace(exchange))
