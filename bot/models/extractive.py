"""The offline model: answers in the same contract as any other, with sentences taken word for word from the passages.

It reads nothing but the prompt. It says NOT_IN_CONTEXT unless a fact covers the question's terms, meets its conditions
and holds the kind of answer sought; it never joins two facts into a new sentence. How sure one may be of what it
proposes is not its business: that is the calibrator's, in `decide`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.domain.ports import Embedder
from bot.domain.prompts import Draft, Prompt, StopReason, Usage
from bot.models.compose import compose
from bot.text.asked import Asked, read
from bot.text.estimate import estimate_tokens
from bot.text.facts import Fact, facts
from bot.text.match import Match, Weighted, match, passage_bag, weigh
from bot.text.rivals import Stated

NAME = "extractive"

# Points of a fact; coverage itself is 0 … 1. Chosen on generated companies (scripts/calibration), not on the handbook.
MEANING = 0.35  # per unit of cosine between question and fact
FITS = 0.15
BROKEN = 0.5  # a figure of the question that the fact excludes
MET = 0.1
NAME_MISSING = 0.3
OPEN = 0.1  # a condition of the question that nothing in the fact speaks to
EXCEPTION = 0.25  # a fact that only limits another
CELL = 0.02  # a cell is preferred to its row where both say it
COMPARED_BY_MEANING = 24  # facts embedded at the most


@dataclass(frozen=True, slots=True)
class Scored:
    stated: Stated
    score: float
    meaning: float  # cosine of question and fact, 0 where not computed


class Extractive:
    """Implements the port `Model`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return NAME

    async def draft(self, prompt: Prompt, *, deadline_s: float) -> Draft:
        text = await asyncio.to_thread(self._reply, prompt)
        usage = Usage(input_tokens=prompt.tokens, output_tokens=estimate_tokens(text), cost_usd=0.0)
        return Draft(text=text, model=NAME, stop=StopReason.END, usage=usage)

    def _reply(self, prompt: Prompt) -> str:
        asked = read(prompt.question)
        weighted = weigh(asked, [passage_bag(passage) for passage in prompt.passages])
        return compose(asked, weighted, self._rank(asked, weighted, prompt.passages))

    def _rank(self, asked: Asked, weighted: Sequence[Weighted], passages: Sequence[Passage]) -> list[Scored]:
        """Every fact of the prompt, best first. The best by words are also compared by meaning."""
        found = [
            Stated(passage, fact, match(asked, weighted, fact))
            for passage in reversed(passages)  # best passage first: earlier wins a tie
            for fact in facts(passage)
        ]
        found.sort(key=lambda stated: -_points(stated.match, stated.fact))
        head, tail = found[:COMPARED_BY_MEANING], found[COMPARED_BY_MEANING:]
        scored = [
            Scored(stated, _points(stated.match, stated.fact) + MEANING * meaning, meaning)
            for stated, meaning in zip(head, self._meanings(asked.text, head), strict=True)
        ]
        scored.sort(key=lambda one: -one.score)
        return [*scored, *(Scored(stated, _points(stated.match, stated.fact), 0.0) for stated in tail)]

    def _meanings(self, question: str, found: Sequence[Stated]) -> list[float]:
        if not found:
            return []
        asked = self._embedder.query(question)
        vectors = self._embedder.passages([_with_context(stated) for stated in found])
        return [max(0.0, sum(a * b for a, b in zip(asked, vector, strict=True))) for vector in vectors]


def _points(found: Match, fact: Fact) -> float:
    points = found.coverage + FITS * found.fits + MET * found.met - BROKEN * found.broken
    return points - NAME_MISSING * found.entity_missing - OPEN * found.open + CELL * fact.cell - EXCEPTION * fact.exception


def _with_context(stated: Stated) -> str:
    heading = stated.passage.headings[-1] if stated.passage.headings else stated.passage.source.title
    return f"{heading}\n{stated.fact.text}"
