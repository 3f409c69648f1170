"""Features: what a calibrator sees of a draft. Numbers only, all from the question, the ranking and the checks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bot.domain.evidence import Claim
from bot.domain.retrieval import Hit
from bot.stages.align import align
from bot.stages.verify import Verified, negated
from bot.text.asked import Asked, Sought
from bot.text.facts import facts
from bot.text.match import Weighted, match
from bot.text.rivals import Stated

NAMES = (
    "coverage",  # of the question's term weight by the best claimed fact and what frames it
    "own_coverage",  # by the fact itself
    "gap",  # largest share of weight that one term leaves uncovered
    "similarity",  # cosine of question and cited passage
    "similarity_lead",  # over the best passage of another document
    "coverage_lead",  # over the best fact of another document that holds the kind of answer sought
    "meets",  # conditions of the question met, less those that nothing speaks to
    "terms",  # ln(1 + terms of the question)
    "first",  # 1 where a cited passage is first in both arms, ½ in one
    "figure",  # 1 where a figure is sought
    "loose",  # 1 where the kind of answer can't be told: open and yes/no questions
    "polarity",  # 1 where question and fact differ in negation
    "findings",  # soft findings a claim
)


def features(asked: Asked, weighted: Sequence[Weighted], verified: Verified, hits: Sequence[Hit]) -> dict[str, float]:
    """{name: value} for every name of NAMES; {} where no claim could be matched to a fact."""
    by_id = {hit.passage.id: hit for hit in hits}
    cited = [by_id[id_] for claim in verified.claims for id_ in claim.passages if id_ in by_id]
    stated = [best for claim in verified.claims if (best := _best(asked, weighted, claim, by_id))]
    if not cited or not stated:
        return {}
    best = max(stated, key=lambda s: s.match.coverage)
    documents = {hit.passage.source.id for hit in cited}
    others = [hit for hit in hits if hit.passage.source.id not in documents]
    similarity = max(hit.similarity or 0.0 for hit in cited)
    soft = sum(not finding.hard for finding in verified.findings)
    values = (
        best.match.coverage,
        best.match.own_coverage,
        best.match.weakest,
        similarity,
        similarity - max((hit.similarity or 0.0 for hit in others), default=0.0),
        best.match.coverage - _best_elsewhere(asked, weighted, others),
        float(best.match.met - best.match.open),
        math.log1p(len(weighted)),
        max(0.5 * (hit.dense_rank == 1) + 0.5 * (hit.keyword_rank == 1) for hit in cited),
        float(asked.wants_figure),
        float(asked.sought in (Sought.OPEN, Sought.POLARITY, Sought.METHOD, Sought.PLACE)),
        float(asked.negated != negated(best.fact.text)),
        soft / len(verified.claims),
    )
    return {name: round(value, 6) for name, value in zip(NAMES, values, strict=True)}


def _best(asked: Asked, weighted: Sequence[Weighted], claim: Claim, by_id: dict[str, Hit]) -> Stated | None:
    """The fact that the claim is closest to, in the first passage it cites."""
    for id_ in claim.passages:
        if id_ in by_id and (aligned := align(claim.text, by_id[id_].passage)):
            fact = aligned[0].fact
            return Stated(by_id[id_].passage, fact, match(asked, weighted, fact))
    return None


def _best_elsewhere(asked: Asked, weighted: Sequence[Weighted], hits: Sequence[Hit]) -> float:
    matches = (match(asked, weighted, fact) for hit in hits for fact in facts(hit.passage))
    return max((m.coverage for m in matches if m.fits and not m.broken), default=0.0)
