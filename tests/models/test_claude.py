from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anthropic
import pytest
from pytest_socket import SocketConnectBlockedError

from bot.domain.errors import ModelUnavailable
from bot.domain.prompts import Draft, Prompt, StopReason
from bot.models.claude import ATTEMPTS, DEFAULT_MODEL, Claude
from bot.models.prompts import system
from tests.fakes.messages_api import KEY, MODEL, MessagesAPI, Scripted, error, message

SAMPLES = [json.loads(line) for line in (Path(__file__).parent / "samples/replies.jsonl").read_text().splitlines()]
SECRET_WORDS = "a sentence of a controlled document"
PROMPT = Prompt(system="The rules.", user=SECRET_WORDS, question="?", passages=(), tokens=5)
OK = message("NOT_IN_CONTEXT")


def claude(api: MessagesAPI, **settings: Any) -> Claude:
    return Claude(**{"api_key": KEY, "base_url": api.url, "pause_s": 0.01, **settings})


@asynccontextmanager
async def asked(
    *script: Scripted, models: dict[str, str] | None = None, **settings: Any
) -> AsyncIterator[tuple[MessagesAPI, Claude]]:
    async with MessagesAPI(*script, models=models) as api:
        model = claude(api, **settings)
        try:
            yield api, model
        finally:
            await model.close()


async def draft_of(*script: Scripted, deadline_s: float = 20.0, **settings: Any) -> tuple[Draft, MessagesAPI]:
    async with asked(*script, **settings) as (api, model):
        return await model.draft(PROMPT, deadline_s=deadline_s), api


async def failure_of(
    *script: Scripted, deadline_s: float = 20.0, **settings: Any
) -> tuple[ModelUnavailable, MessagesAPI]:
    async with asked(*script, **settings) as (api, model):
        with pytest.raises(ModelUnavailable) as caught:
            await model.draft(PROMPT, deadline_s=deadline_s)
        return caught.value, api


def scripted(sample: dict[str, Any]) -> list[Scripted]:
    names = ("status", "headers", "body", "raw", "delay_s", "cut")
    sse = tuple(sample["sse"]) if "sse" in sample else None
    one = Scripted(**{name: sample[name] for name in names if name in sample}, sse=sse)
    return [one] * sample.get("times", 1)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample["case"] for sample in SAMPLES])
async def test_every_kind_of_reply_has_its_end(sample: dict[str, Any]) -> None:
    expect, deadline = sample["expect"], sample.get("deadline_s", 20.0)
    async with asked(*scripted(sample)) as (api, model):
        await model.check()  # the import is not part of the question's time here
        try:
            draft = await model.draft(PROMPT, deadline_s=deadline)
        except ModelUnavailable as exc:
            assert expect.get("unavailable"), exc
            assert exc.permanent is expect.get("permanent", False)
            assert exc.prompt_too_long is expect.get("prompt_too_long", False)
            assert exc.hint
            shown = f"{exc!r} {exc.message} {exc.hint} {exc.__cause__!r}"
            assert not any(secret in shown for secret in (KEY, SECRET_WORDS, "Traceback", "httpx", "effort`", "html"))
        else:
            assert (draft.text, draft.stop) == (expect["text"], StopReason(expect["stop"]))
            assert draft.complete is (expect["stop"] in ("end_turn", "stop_sequence"))
            assert draft.attempts == len(api.requests)
    if expect["requests"] is not None:
        assert len(api.requests) == expect["requests"]


async def test_what_is_sent() -> None:
    _, api = await draft_of(OK, max_tokens=700)
    assert api.requests[0].body == {
        "model": DEFAULT_MODEL,
        "max_tokens": 700,
        "system": [{"type": "text", "text": "The rules.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": SECRET_WORDS}],
        "output_config": {"effort": "low"},
    }


@pytest.mark.parametrize(
    ("model", "effort", "sent"),
    [
        ("claude-opus-5-5", "high", {"effort": "high"}),
        ("claude-sonnet-5-5", None, None),
        ("claude-haiku-4-5-20251001", "low", None),
    ],
)
async def test_effort_is_sent_where_it_is_wanted_and_taken(
    model: str, effort: str | None, sent: dict[str, str] | None
) -> None:
    draft, api = await draft_of(message("x", model=model), model=model, effort=effort, models={model: "active"})
    assert api.requests[0].body.get("output_config") == sent
    assert draft.model == model


async def test_what_is_recorded() -> None:
    usage = {
        "input_tokens": 1_000,
        "cache_creation_input_tokens": 2_000,
        "cache_read_input_tokens": 3_000,
        "output_tokens": 100,
    }
    draft, _ = await draft_of(message("x", usage=usage))
    assert (draft.model, draft.request_id, draft.attempts) == (MODEL, "req_fake", 1)
    assert (draft.usage.input_tokens, draft.usage.cached_tokens, draft.usage.output_tokens) == (6_000, 3_000, 100)
    assert draft.usage.cost_usd == pytest.approx((1_000 * 2 + 2_000 * 2.5 + 3_000 * 0.1 + 100 * 10) / 1e6)


@pytest.mark.parametrize("first", [error(429, "rate_limit_error", retry_after="0.05"), error(529, "overloaded_error")])
async def test_asked_again_after_a_passing_failure(first: Scripted) -> None:
    draft, api = await draft_of(first, OK)
    assert draft.text == "NOT_IN_CONTEXT"
    assert draft.attempts == len(api.requests) == 2


async def test_asked_again_after_a_silent_server() -> None:
    async with asked(Scripted(delay_s=600), OK) as (api, model):
        await model.check()
        draft = await model.draft(PROMPT, deadline_s=2.0)
    assert draft.attempts == len(api.requests) == 2


async def test_retry_after_is_obeyed() -> None:
    async with asked(error(429, "rate_limit_error", retry_after="0.4"), OK) as (_, model):
        await model.check()
        started = time.monotonic()
        await model.draft(PROMPT, deadline_s=20.0)
    assert time.monotonic() - started >= 0.4


async def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    async with asked(error(529, "overloaded_error", retry_after="30"), OK) as (api, model):
        await model.check()
        started = time.monotonic()
        with pytest.raises(ModelUnavailable):
            await model.draft(PROMPT, deadline_s=20.0)
    assert time.monotonic() - started < 2
    assert len(api.requests) == 1


async def test_attempts_are_limited() -> None:
    _, api = await failure_of(*[error(500, "api_error")] * 9)
    assert len(api.requests) == ATTEMPTS


@pytest.mark.parametrize("deadline_s", [0.0, -1.0])
async def test_no_time_no_question(deadline_s: float) -> None:
    _, api = await failure_of(OK, deadline_s=deadline_s)
    assert api.requests == []


async def test_a_cut_reply_is_asked_for_with_double_room() -> None:
    draft, api = await draft_of(message("Staff get 2", stop_reason="max_tokens"), OK, max_tokens=700)
    assert [request.body["max_tokens"] for request in api.requests] == [700, 1_400]
    assert (draft.text, draft.stop, draft.attempts) == ("NOT_IN_CONTEXT", StopReason.END, 2)
    assert (draft.usage.input_tokens, draft.usage.output_tokens) == (20, 10)
    assert draft.usage.cost_usd == pytest.approx((20 * 2 + 10 * 10) / 1e6)


@pytest.mark.parametrize("second", [Scripted(delay_s=600), error(400, "invalid_request_error", "max_tokens: too high")])
async def test_a_cut_reply_stays_cut_where_the_second_fails(second: Scripted) -> None:
    async with asked(message("Staff get 2", stop_reason="max_tokens"), second) as (_, model):
        await model.check()
        draft = await model.draft(PROMPT, deadline_s=1.0)
    assert (draft.text, draft.stop, draft.complete) == ("Staff get 2", StopReason.MAX_TOKENS, False)


async def test_an_unknown_model_has_no_price() -> None:
    draft, _ = await draft_of(message("x", model="local"), model="local", models={"local": "active"})
    assert draft.usage.cost_usd is None
    assert draft.usage.input_tokens == 10


@pytest.mark.parametrize(
    ("settings", "permanent"),
    [
        ({"api_key": "sk-other"}, True),
        ({"model": "claude-1"}, True),
        ({"api_key": "schlüssel-\u2026"}, True),
        ({"api_key": "sk-1\n"}, False),
        ({"base_url": "http://127.0.0.1:port"}, True),
        ({"base_url": "http://[oops"}, False),
        ({"base_url": "http://127.0.0.1:1"}, False),
    ],
)
async def test_settings_that_cannot_work(settings: dict[str, Any], permanent: bool) -> None:
    async with asked(OK, **settings) as (_, model):
        with pytest.raises(ModelUnavailable) as caught:
            await model.draft(PROMPT, deadline_s=20.0)
        health = await model.check()
    assert caught.value.permanent is permanent
    assert settings.get("api_key", KEY) not in repr(caught.value)
    assert not health.ok
    assert health.hint


@pytest.mark.parametrize(
    ("stage", "ok", "says"),
    [("active", True, "can be asked"), ("deprecated", True, "retired"), ("retired", False, "not offered")],
)
async def test_check_tells_the_stage_of_a_model(stage: str, ok: bool, says: str) -> None:
    async with asked(models={MODEL: stage}) as (api, model):
        health = await model.check()
    assert health.ok is ok
    assert says in health.message
    assert api.requests == []


async def test_questions_are_asked_at_the_same_time_over_one_client() -> None:
    slow = Scripted(body=OK.body, delay_s=0.3)
    async with asked(*[slow] * 5) as (_, model):
        await model.check()
        started = time.monotonic()
        drafts = await asyncio.gather(*(model.draft(PROMPT, deadline_s=20.0) for _ in range(5)))
    assert len(drafts) == 5
    assert time.monotonic() - started < 1.2


async def test_a_cancelled_question_stays_cancelled() -> None:
    async with asked(Scripted(delay_s=600)) as (_, model):
        await model.check()
        question = asyncio.create_task(model.draft(PROMPT, deadline_s=60.0))
        await asyncio.sleep(0.2)
        question.cancel()
        with pytest.raises(asyncio.CancelledError):
            await question


async def test_closing_twice_or_unused_is_fine() -> None:
    unused = Claude(api_key=KEY)
    await unused.close()
    await unused.close()


@pytest.mark.filterwarnings("ignore:A test tried to use socket")  # the guard's own, on top of its error
async def test_no_test_reaches_a_real_model() -> None:
    address = ("203.0.113.7", 443)
    with pytest.raises(SocketConnectBlockedError):
        socket.create_connection(address, timeout=1)
    async with anthropic.AsyncAnthropic(api_key=KEY, base_url=f"https://{address[0]}", max_retries=0) as client:
        with pytest.raises(anthropic.APIConnectionError) as caught:
            await client.messages.create(
                model=MODEL, max_tokens=1, messages=[{"role": "user", "content": "x"}], timeout=5
            )
    assert "SocketConnectBlockedError" in "".join(traceback.format_exception(caught.value))


def test_the_client_is_imported_at_the_first_question() -> None:
    code = "import sys, bot.models.claude; sys.exit('anthropic' in sys.modules or 'httpx2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_default_model_is_one_that_the_client_knows_and_does_not_call_deprecated() -> None:
    from anthropic._data import DEPRECATED_MODELS
    from anthropic.types.model import Model

    assert DEFAULT_MODEL in str(Model)
    assert DEFAULT_MODEL not in DEPRECATED_MODELS


def test_the_rules_name_every_word_of_the_contract() -> None:
    rules = system()
    assert rules == system()
    assert all(word in rules for word in ("NOT_IN_CONTEXT", "CONFLICT", "AMBIGUOUS:", "MISSING:", "<doc id="))


class TestTheFake:
    """What the fake does when it is asked to stream, and why `Claude` never asks."""

    @staticmethod
    async def stream(*sse: str) -> tuple[str, str | None]:
        async with (
            MessagesAPI(Scripted(sse=sse)) as api,
            anthropic.AsyncAnthropic(api_key=KEY, base_url=api.url, max_retries=0) as client,
            client.messages.stream(model=MODEL, max_tokens=9, messages=[{"role": "user", "content": "x"}]) as stream,
        ):
            text = "".join([piece async for piece in stream.text_stream])
            return text, stream.current_message_snapshot.stop_reason

    async def test_whole_stream(self) -> None:
        assert await self.stream("message_start", "text:25 days", "stop:end_turn", "message_stop") == (
            "25 days",
            "end_turn",
        )

    async def test_a_stream_that_ends_early_looks_like_a_reply(self) -> None:
        assert await self.stream("message_start", "text:25") == ("25", None)

    async def test_a_broken_connection_is_no_error_of_the_client(self) -> None:
        with pytest.raises(Exception, match=r"incomplete|peer closed") as caught:
            await self.stream("message_start", "text:25", "CUT")
        assert not isinstance(caught.value, anthropic.AnthropicError)

    async def test_an_error_comes_inside_a_200(self) -> None:
        with pytest.raises(anthropic.APIStatusError) as caught:
            await self.stream("message_start", "text:25", "error:overloaded_error")
        assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")

    async def test_refuses_sampling_parameters(self) -> None:
        async with (
            MessagesAPI(OK) as api,
            anthropic.AsyncAnthropic(api_key=KEY, base_url=api.url, max_retries=0) as client,
        ):
            with pytest.raises(anthropic.BadRequestError):
                await client.messages.create(
                    model=MODEL,
                    max_tokens=9,
                    messages=[{"role": "user", "content": "x"}],
                    extra_body={"temperature": 0},
                )
