"""A model behind Anthropic's Messages API, or behind a server that speaks it.

Replies are not streamed. Nothing is shown before it has been checked, so a stream would only add ways to fail: a cut
one looks finished, an error can come inside it. A plain reply arrives whole or not at all. What a server sends must
still be a message; anything else is no reply.

Translates only: whether a draft is an answer is decided in the stages. Sends no sampling parameters, since current
models refuse them. Reads no environment; the client is made at the first question, as its import takes two seconds.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from bot.domain.prompts import Draft, Prompt, StopReason
from bot.models import failures, pricing, replies
from bot.models.failures import Failure

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types import TextBlockParam

DEFAULT_MODEL = "claude-sonnet-5-5"
BASE_URL = "https://api.anthropic.com"
ATTEMPTS = 3
# A silent server may use up this share of the time left, so that one more attempt fits in.
ATTEMPT_SHARE = 0.6

Effort = Literal["low", "medium", "high"]
# Refuse a request that sets an effort.
_WITHOUT_EFFORT = ("claude-haiku-4-5", "claude-sonnet-4-5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """Whether the model can be asked, in words for an operator."""

    ok: bool
    message: str
    hint: str = ""


class _Failed(Exception):
    """One attempt failed. Never leaves this module."""

    def __init__(self, failure: Failure) -> None:
        super().__init__()
        self.failure = failure


class Claude:
    """The `Model` port. One client for all questions; `close()` ends it."""

    def __init__(
        self,
        *,
        api_key: str,
        model: str = DEFAULT_MODEL,
        base_url: str | None = None,  # None: Anthropic's
        max_tokens: int = 4_096,  # of a reply, thinking included
        effort: Effort | None = "low",  # answers are quotations with conditions: little to ponder, people wait
        pause_s: float = 0.5,  # before the second attempt; doubled for each further one
        jitter: Callable[[], float] = random.random,  # 0 … 1, spreads the retries of many processes
    ) -> None:
        self._model = model
        self._api_key = api_key
        self._base_url = base_url or BASE_URL
        self._max_tokens = max_tokens
        self._effort = None if model.startswith(_WITHOUT_EFFORT) else effort
        self._pause_s = pause_s
        self._jitter = jitter
        self._client: AsyncAnthropic | None = None
        self._making = asyncio.Lock()

    @property
    def name(self) -> str:
        return self._model

    async def draft(self, prompt: Prompt, *, deadline_s: float) -> Draft:
        """The model's reply to a prompt, within `deadline_s` seconds in all, retries included.

        A reply cut at `max_tokens` is asked for once more with double room; where that fails, the cut one is returned,
        and its `stop` says that it is not complete. Raises ModelUnavailable.
        """
        cut: Draft | None = None
        try:
            async with asyncio.timeout(max(deadline_s, 0.0)) as limit:
                client = await self._connect()
                draft = await self._ask(client, prompt, self._max_tokens, limit)
                if draft.stop is not StopReason.MAX_TOKENS:
                    return draft
                cut = draft
                return _joined(cut, await self._ask(client, prompt, 2 * self._max_tokens, limit))
        except TimeoutError:
            failure = failures.no_reply()
        except _Failed as exc:
            failure = exc.failure
        if cut is not None:
            return cut
        raise failure.error from None

    async def check(self, *, deadline_s: float = 10.0) -> Health:
        """Asks about the model without using it: costs nothing. Never raises."""
        try:
            async with asyncio.timeout(deadline_s):
                client = await self._connect()
                info = await _tried(lambda: client.models.retrieve(self._model, timeout=deadline_s))
        except TimeoutError:
            error = failures.no_reply().error
            return Health(ok=False, message=error.message, hint=error.hint)
        except _Failed as exc:
            return Health(ok=False, message=exc.failure.error.message, hint=exc.failure.error.hint)
        stage = getattr(info, "lifecycle", None)
        if getattr(info, "type", None) != "model" or stage == "retired":
            return Health(ok=False, message=f"{self._model} is not offered", hint="set model.name to a current model")
        if stage == "deprecated":
            return Health(ok=True, message=f"{self._model} answers, and will be retired", hint="choose a newer model")
        return Health(ok=True, message=f"{self._model} can be asked")

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _connect(self) -> AsyncAnthropic:
        async with self._making:
            if self._client is None:
                # In a thread: the import and the certificates would hold up every other question.
                self._client = await asyncio.to_thread(self._make_client)
            return self._client

    def _make_client(self) -> AsyncAnthropic:
        import httpx2
        from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

        try:
            return AsyncAnthropic(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,  # retried here, where the deadline is known
                open_telemetry=False,
                # The prompt holds controlled documents: no redirect may take it to another host.
                http_client=DefaultAsyncHttpxClient(follow_redirects=False),
            )
        except (ValueError, httpx2.InvalidURL):
            raise _Failed(failures.unusable_settings()) from None

    async def _ask(self, client: AsyncAnthropic, prompt: Prompt, max_tokens: int, limit: asyncio.Timeout) -> Draft:
        """One draft, in up to ATTEMPTS requests. Raises _Failed with the last reason."""
        for attempt in range(1, ATTEMPTS + 1):
            last = attempt == ATTEMPTS
            try:
                reply = await self._send(client, prompt, max_tokens, _left(limit) * (1.0 if last else ATTEMPT_SHARE))
                outcome = replies.read(reply, model=self._model, attempts=attempt)
            except _Failed as exc:
                outcome = exc.failure
            if isinstance(outcome, Draft):
                return outcome
            pause = outcome.retry_after or self._pause_s * 2 ** (attempt - 1) * (1 - 0.25 * self._jitter())
            if last or not outcome.retry or pause >= _left(limit):
                raise _Failed(outcome)
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def _send(self, client: AsyncAnthropic, prompt: Prompt, max_tokens: int, within_s: float) -> object:
        from anthropic import omit

        rules: TextBlockParam = {"type": "text", "text": prompt.system, "cache_control": {"type": "ephemeral"}}
        return await _tried(
            lambda: client.messages.create(
                model=self._model,
                max_tokens=max_tokens,
                system=[rules],
                messages=[{"role": "user", "content": prompt.user}],
                output_config={"effort": self._effort} if self._effort else omit,
                timeout=within_s,
            )
        )


async def _tried(call: Callable[[], Awaitable[object]]) -> object:
    """What the call returns. Raises _Failed for everything that the client raises."""
    import anthropic

    try:
        return await call()
    except anthropic.APIStatusError as exc:
        wait = failures.seconds_to_wait(exc.response.headers.get("retry-after"), datetime.now(UTC))
        kind, words = replies.text_or_none(exc.type), replies.text_or_none(exc.api_message)
        failure = failures.refused(exc.status_code, kind, words or "", wait)
    except anthropic.APITimeoutError:
        failure = failures.no_reply()
    except anthropic.APIConnectionError:
        failure = failures.no_connection()
    except (anthropic.AnthropicError, ValueError):  # a body that is no JSON, a key that fits in no header
        failure = failures.not_a_reply()
    raise _Failed(failure)


def _left(limit: asyncio.Timeout) -> float:
    """Seconds until the deadline; never 0, which would mean no timeout at all to some clients."""
    ends = limit.when()
    return max((ends or 0.0) - asyncio.get_running_loop().time(), 0.001)


def _joined(cut: Draft, whole: Draft) -> Draft:
    """The second reply, with the cost and the requests of both."""
    return replace(whole, usage=pricing.add(cut.usage, whole.usage), attempts=cut.attempts + whole.attempts)
