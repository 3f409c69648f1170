"""The offline model: answers in the same contract as any other, with sentences taken word for word from the passages.

It reads nothing but the prompt, and never joins two facts into a new sentence. How sure one may be of what it proposes
is not its business: that is the calibrator's, in `decide`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from bot.domain.prompts import Draft, Prompt, StopReason, Usage
from bot.models.compose import compose, joined
from bot.text.asked import read
from bot.text.estimate import estimate_tokens
from bot.text.match import passage_bag, weigh
from bot.text.meaning import Meaning
from bot.text.parts import parts
from bot.text.ranking import rank

NAME = "extractive"


class Extractive:
    """Implements the port `Model`."""

    def __init__(self, meaning: Meaning, weights: Mapping[str, float]) -> None:
        """`weights`: of the features of `bot.text.ranking`."""
        self._meaning, self._weights = meaning, weights

    @property
    def name(self) -> str:
        return NAME

    async def draft(self, prompt: Prompt, *, deadline_s: float) -> Draft:
        text = await asyncio.to_thread(self._reply, prompt)
        usage = Usage(input_tokens=prompt.tokens, output_tokens=estimate_tokens(text), cost_usd=0.0)
        return Draft(text=text, model=NAME, stop=StopReason.END, usage=usage)

    def _reply(self, prompt: Prompt) -> str:
        """Part by part, where a question has several."""
        asked = parts(prompt.question)
        return joined([(part, self._part(part, prompt)) for part in asked])

    def _part(self, question: str, prompt: Prompt) -> str:
        asked = read(question)
        best_first = prompt.passages[::-1]
        over_all = dict(prompt.weights)
        weighted = [
            replace(w, weight=over_all.get(w.term.key, w.weight))
            for w in weigh(asked, [passage_bag(passage) for passage in best_first])
        ]
        ranked = rank(asked, weighted, best_first, self._weights, self._meaning.cosines)
        return compose(asked, weighted, ranked)
