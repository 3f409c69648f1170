"""The whole pipeline with `Claude` against a local server that speaks the Messages API: as with any other model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.decisions import Outcome, Reason
from bot.domain.documents import Passage
from bot.domain.exchanges import Exchange
from bot.models.claude import Claude
from tests.e2e.world import SETUP, seen, shown, world
from tests.fakes.messages_api import KEY, MODEL, MessagesAPI, Scripted, error, message
from tests.fakes.model import ScriptedModel
from tests.stages.builders import passage

TEAM = passage(
    "The Team plan includes ten seats. An additional seat on the Team plan costs €17 per month.",
    "plans/team.md", title="Team plan",
)  # fmt: skip
REFUNDS = passage(
    "A refund of up to €500 is approved by the agent. A refund above €5,000 is approved by the Head of Support.",
    "support/refunds.md", title="Customer refunds",
)  # fmt: skip
OUTAGES = passage(
    "Outage | Team | Business\nup to 2 hours | 5 % | 10 %\n2 to 6 hours | 10 % | 25 %", "sla/sla.md", title="Credits"
)
LAPTOPS = passage("Work laptops are replaced every three years.", "it/hardware.md", owner="IT")
ASSETS = passage("Work laptops are replaced every four years.", "finance/assets.md", owner="Finance")
GERMANY = passage("Sick staff need a certificate from the fourth day of illness.", "hr/de.md", title="Leave in Germany")
POLAND = passage("Sick staff need a certificate from the first day of illness.", "hr/pl.md", title="Leave in Poland")
HANDBOOK = (TEAM, REFUNDS, OUTAGES, LAPTOPS, ASSETS, GERMANY, POLAND)
SEATS = "How many seats does the Team plan have?"

# question, reply of the contract, outcome, words that are shown
REPLIES: list[tuple[str, str, Outcome, str]] = [
    (SEATS, "The Team plan includes ten seats [plans/team.md#0].", Outcome.ANSWERED, "ten seats. [1]"),
    (SEATS, "The Team plan has 10 seats. [plans/team.md#0]", Outcome.ANSWERED, "10 seats. [1]"),
    ("What does an additional seat on the Team plan cost?",
     "An additional seat on the Team plan costs €17 per month [plans/team.md#0].", Outcome.ANSWERED, "€17 per month"),
    ("Who approves a refund above €5,000?",
     "A refund above €5,000 is approved by the Head of Support [support/refunds.md#0].", Outcome.ANSWERED,
     "Head of Support"),
    ("What's the credit for a four-hour outage on Business?",
     "For outages of 2 to 6 hours, Business gets 25 % [sla/sla.md#0].", Outcome.ANSWERED, "25 %"),
    ("How many seats does the Team plan have, and what do charities pay for it?",
     "The Team plan includes ten seats [plans/team.md#0].\nMISSING: what charities pay", Outcome.PARTIAL,
     "what charities pay"),
    ("How big is the discount for charities on the plan?", "NOT_IN_CONTEXT", Outcome.ABSTAINED, "couldn't find"),
    ("How often are work laptops replaced?",
     "CONFLICT\nWork laptops are replaced every three years [it/hardware.md#0].\n"
     "Work laptops are replaced every four years [finance/assets.md#0].", Outcome.CONFLICT, "Finance"),
    ("How often are work laptops replaced?",
     "Work laptops are replaced every three years [it/hardware.md#0].", Outcome.CONFLICT, "every four years"),
    ("From which day of illness do sick staff need a certificate?",
     "AMBIGUOUS: In which country?\nGermany [hr/de.md#0]\nPoland [hr/pl.md#0]", Outcome.CLARIFY, "2. Poland"),
]  # fmt: skip


async def asked(question: str, *script: Scripted, of: tuple[Passage, ...] = HANDBOOK) -> tuple[Exchange, MessagesAPI]:
    async with MessagesAPI(*script) as api:
        model = Claude(api_key=KEY, base_url=api.url, pause_s=0.001)
        try:
            made = await world(*of, model=model, setup=replace(SETUP, deadline_s=10))
            return await made.ask(question), api
        finally:
            await model.close()


@pytest.mark.parametrize(("question", "reply", "outcome", "words"), REPLIES)
async def test_the_same_as_with_a_scripted_model(question: str, reply: str, outcome: Outcome, words: str) -> None:
    found, api = await asked(question, message(reply), message(reply))
    assert found.decision.outcome is outcome
    assert words in found.decision.text
    scripted = await (await world(*HANDBOOK, model=ScriptedModel(reply))).ask(question)
    assert seen(found) == seen(scripted)
    assert found.draft is not None and found.draft.text == reply and found.draft.model == MODEL
    assert found.prompt is not None
    sent = api.requests[0].body
    assert sent["system"][0]["text"] == found.prompt.system == SETUP.rules
    assert sent["messages"] == [{"role": "user", "content": found.prompt.user}]


TEN = "The Team plan includes ten seats [plans/team.md#0]."
UNSHOWN: list[tuple[str, list[Scripted], Reason]] = [
    ("uncited", [message("The Team plan includes ten seats.")], Reason.UNVERIFIED),
    ("half cited", [message(f"{TEN} It costs €17 more.")], Reason.UNVERIFIED),
    ("another figure", [message("The Team plan includes twelve seats [plans/team.md#0].")], Reason.UNVERIFIED),
    ("unknown id", [message("The Team plan includes ten seats [plans/teams.md#0].")], Reason.UNVERIFIED),
    ("truncated twice", [message(TEN, stop_reason="max_tokens")] * 2, Reason.UNVERIFIED),
    ("refused", [message(TEN, stop_reason="refusal")], Reason.UNVERIFIED),
    ("tool call", [message(TEN, stop_reason="tool_use")], Reason.UNVERIFIED),
    ("empty", [message("")], Reason.UNVERIFIED),
    ("HTML", [Scripted(raw=f"<html>{TEN}</html>")] * 3, Reason.MODEL_UNAVAILABLE),
    ("HTML in a message", [message(f"<html><body>{TEN}</body></html>")], Reason.UNVERIFIED),
    ("529", [error(529, "overloaded_error", TEN)] * 3, Reason.MODEL_UNAVAILABLE),
    ("401", [error(401, "authentication_error", TEN)], Reason.MODEL_UNAVAILABLE),
    ("429 for long", [error(429, "rate_limit_error", TEN, retry_after="70")], Reason.MODEL_UNAVAILABLE),
    ("cut in the middle", [Scripted(body=message(TEN).body, cut=True)] * 3, Reason.MODEL_UNAVAILABLE),
]  # fmt: skip


@pytest.mark.parametrize(("script", "reason"), [row[1:] for row in UNSHOWN], ids=[row[0] for row in UNSHOWN])
async def test_never_shown(script: list[Scripted], reason: Reason) -> None:
    found, _ = await asked(SEATS, *script)
    assert (found.decision.outcome, found.decision.reason) == (Outcome.ABSTAINED, reason)
    for words in ("ten seats", "twelve", "€17", "html", "overloaded", KEY):
        assert words not in shown(found)


async def test_a_busy_server_is_asked_again() -> None:
    found, api = await asked(SEATS, error(529, "overloaded_error"), message(TEN))
    assert found.decision.outcome is Outcome.ANSWERED and len(api.requests) == 2


async def test_where_nothing_is_in_the_prompt_no_model_is_asked() -> None:
    found, api = await asked("Is jury duty paid?", message(TEN), of=(passage("Xylophones.", "x.md"),))
    assert found.decision.reason is Reason.MISSING_EVIDENCE and api.requests == []


async def test_what_may_not_be_read_is_not_sent() -> None:
    hidden = passage("The Team plan includes 99 seats for the board.", "board.md", audience=frozenset({"board"}))
    _, api = await asked(SEATS, message(TEN), of=(*HANDBOOK, hidden))
    assert len(api.requests) == 1
    assert "99 seats" not in str(api.requests[0].body) and "board.md" not in str(api.requests[0].body)
