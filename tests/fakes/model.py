"""A model that says what a test tells it to. Like a real one it needs time, and its failures are ModelUnavailable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.domain.errors import ModelUnavailable
from bot.domain.prompts import Draft, Prompt, StopReason, Usage

Reply = str | Draft | ModelUnavailable | Callable[[Prompt], str]


class ScriptedModel:
    """Replies in order, the last one for ever; text may name the passages of the prompt by `{0}`, best first."""

    def __init__(self, *replies: Reply, name: str = "scripted", delay_s: float = 0.0) -> None:
        if not replies:
            raise ValueError("a model has something to say")
        self.prompts: list[Prompt] = []
        self._replies, self._name, self._delay_s = list(replies), name, delay_s

    @property
    def name(self) -> str:
        return self._name

    async def draft(self, prompt: Prompt, *, deadline_s: float) -> Draft:
        self.prompts.append(prompt)
        reply = self._replies[min(len(self.prompts), len(self._replies)) - 1]
        if deadline_s <= 0:
            raise ModelUnavailable("no time is left", "ask again")
        await asyncio.sleep(self._delay_s)
        if isinstance(reply, ModelUnavailable):
            raise reply
        if isinstance(reply, Draft):
            return reply
        text = reply(prompt) if callable(reply) else reply.format(*(one.id for one in prompt.passages[::-1]))
        usage = Usage(input_tokens=prompt.tokens, output_tokens=1)
        return Draft(text=text, model=self._name, stop=StopReason.END, usage=usage)
