"""The weights by which facts are ranked: softmax regression over the facts of a prompt (listwise, Cao et al. 2007)."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from bot.domain.access import reader_tokens
from bot.domain.decisions import Policy
from bot.domain.documents import Passage
from bot.domain.retrieval import Search
from bot.evals.cases import Case, load
from bot.evals.grade import states
from bot.stages.clamp import clamp
from bot.stages.frame import frame
from bot.stages.fuse import fuse
from bot.stages.gate import gate
from bot.text.asked import read
from bot.text.meaning import Meaning
from bot.text.ranking import Ranked, rank, values
from scripts.calibration.corpora import Corpus, opened

NAMES = ("coverage", "own", "meaning", "fits", "met", "broken", "open", "exception", "cell", "entity_missing")
# What is fitted. `broken` is left to the composer, which excludes what it marks; of conditions left open and of
# exceptions the generated companies have too few kinds to learn from.
FREE = ("coverage", "own", "meaning", "fits", "met", "cell", "entity_missing")
START = {"coverage": 7.0, "meaning": 15.0, "fits": 2.7, "met": 5.0, "exception": -4.0}

Array = NDArray[np.float64]
Row = tuple[Array, Array]  # (facts × NAMES, 1 where the fact is gold)


async def collect(corpus: Corpus) -> list[Row]:
    """One row a question whose gold fact is in the prompt."""
    found: list[Row] = []
    async with opened(corpus) as services:
        meanings = Meaning(services.embedder).cosines
        for case in load(corpus.folder / "cases.jsonl"):
            if case.reason is not None or not case.expect:
                continue
            question = case.question(today=datetime.now(UTC).date(), tenant=corpus.settings.tenant)
            framed = frame(question)
            catalogue = await services.index.catalogue(question.tenant, question.reader)
            tokens = reader_tokens(question.reader)
            search = Search(text=framed.text, tenant=question.tenant, reader_tokens=tokens)
            asked = read(framed.text)
            ranking = fuse(asked, await services.index.search(search), frozenset(catalogue.sources))
            gated = gate(asked, ranking)
            kept, _ = clamp(gated.hits, Policy())
            passages: list[Passage] = [hit.passage for hit in kept]
            facts = rank(asked, ranking.weighted, passages, START, meanings)
            gold = np.array([_is_gold(case, one) for one in facts], dtype=float)
            if gated.evidence is None and gold.any():
                found.append((np.array([_vector(one) for one in facts]), gold))
    return found


def _vector(one: Ranked) -> list[float]:
    found = {**values(one.stated.match, one.stated.fact), "meaning": one.meaning}
    return [found[name] for name in NAMES]


def _is_gold(case: Case, one: Ranked) -> bool:
    documents = {position.rpartition("#")[0] for position in case.gold}
    right = any(states(one.stated.fact.text, form) for form in (case.expect, *case.accept))
    return right and one.stated.passage.source.id in documents


def fit(rows: dict[str, list[Row]], *, penalty: float = 1.0, steps: int = 500, rate: float = 0.3) -> dict[str, float]:
    stacked = np.vstack([x for x, _ in rows["fit"]])
    scale = stacked.std(0) + 1e-9
    free = np.array([name in FREE for name in NAMES], dtype=float)
    weights = np.zeros(len(NAMES))
    for _ in range(steps):
        gradient = sum((_gradient(x / scale, y, weights) for x, y in rows["fit"]), np.zeros(len(NAMES)))
        weights += rate * free * (gradient - penalty * weights) / len(rows["fit"])
    raw = weights / scale
    for split, members in rows.items():
        first = sum(y[(x @ raw).argmax()] for x, y in members)
        print(f"{split}: the gold fact is first for {first:.0f} of {len(members)}")
    return {name: round(float(weight), 3) for name, weight in zip(NAMES, raw, strict=True) if weight}


def _gradient(x: Array, gold: Array, weights: Array) -> Array:
    """Of the log probability that one of the gold facts is drawn, with respect to the weights."""
    scores = x @ weights
    p = np.exp(scores - scores.max())
    p /= p.sum()
    q = p * gold
    return np.asarray((q / q.sum() - p) @ x)
