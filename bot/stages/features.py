"""Features: what a calibrator sees of a draft. Numbers only, all from the question, the ranking and the checks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from bot.domain.retrieval import Hit
from bot.stages.contest import asserted
from bot.stages.verify import Verified, negated
from bot.text.asked import Asked, Sought
from bot.text.cases import is_case
from bot.text.match import Weighted, match
from bot.text.quantities import comparable
from bot.text.ranking import Ranked
from bot.text.rivals import Relation, Stated, agree, compare
from bot.text.terms import bag, terms
from bot.text.tokens import Token, tokens

NAMES = (
    "coverage",  # of the question's term weight by the best claimed fact and what frames it
    "own",  # by the fact itself
    "gap",  # largest share of weight that one term leaves uncovered
    "lacking",  # the same among terms that another passage at hand holds
    "meaning",  # cosine of question and claimed fact
    "similarity",  # of question and cited passage
    "lead",  # score over the best fact that would answer otherwise
    "lead_elsewhere",  # score over the best fact of another document
    "broken",  # conditions of the question that the fact's figures don't meet
    "conditions",  # met, less those that nothing speaks to
    "terms",  # ln(1 + terms of the question)
    "figure",  # 1 where a figure is sought
    "loose",  # 1 where the kind of answer can't be told: open questions, yes or no, how, where
    "fits",  # 1 where the fact holds the kind of answer sought
    "figures",  # figures in the fact
    "narrower",  # names and special cases in the fact that the question doesn't mention
    "lost_case",  # names and special cases of the question that the fact doesn't mention
    "swapped",  # modifiers of the question that the fact replaces by others: "parental leave", "annual leave"
    "polarity",  # 1 where question and fact differ in negation
    "findings",  # soft findings a claim
)
FARTHEST = 4.0  # a lead counts no further


def features(
    asked: Asked,
    weighted: Sequence[Weighted],
    verified: Verified,
    hits: Sequence[Hit],
    ranked: Sequence[Ranked],
) -> dict[str, float]:
    """{name: value} for every name of NAMES; {} where no claim could be matched to a ranked fact."""
    by_id = {hit.passage.id: hit for hit in hits}
    claimed = [one for claim in verified.claims for one in asserted(claim, ranked)]
    if not claimed:
        return {}
    best = max(claimed, key=lambda one: one.score)
    found, fact = match(asked, weighted, best.stated.fact), best.stated.fact
    soft = sum(not finding.hard for finding in verified.findings)
    values = (
        found.coverage,
        found.own_coverage,
        found.weakest,
        found.lacking,
        best.meaning,
        by_id[best.stated.passage.id].similarity or 0.0,
        _lead(best, (one for one in ranked if _answers_otherwise(best, one, weighted))),
        _lead(best, (one for one in ranked if one.stated.passage.source.id != best.stated.passage.source.id)),
        float(found.broken),
        float(found.met - found.open),
        math.log1p(len(weighted)),
        float(asked.wants_figure),
        float(asked.sought in (Sought.OPEN, Sought.POLARITY, Sought.METHOD, Sought.PLACE)),
        float(found.fits),
        float(len(fact.quantities)),
        float(_unmentioned(fact.text, asked.text)),
        float(sum(is_case(term) for term in found.uncovered)),
        float(_swapped(asked.text, best.stated)),
        float(asked.negated != negated(fact.text)),
        soft / len(verified.claims),
    )
    return {name: round(value, 6) for name, value in zip(NAMES, values, strict=True)}


def _lead(best: Ranked, others: Iterable[Ranked]) -> float:
    scores = [one.score for one in others]
    return min(FARTHEST, best.score - max(scores)) if scores else FARTHEST


def _answers_otherwise(best: Ranked, other: Ranked, weighted: Sequence[Weighted]) -> bool:
    """A fact that could be the answer too: not the same one told again, nor a special case that nobody asked for."""
    found = other.stated.match
    if other.stated.fact.text == best.stated.fact.text or not found.fits or found.broken or found.entity_missing:
        return False
    mine = best.stated.match.answers
    if any(comparable(a, b) and agree(a, b) for a in mine for b in found.answers):
        return False
    known = [w.term for w in weighted]
    return compare(best.stated, other.stated, known).relation is not Relation.NARROWER


def _swapped(question: str, stated: Stated) -> int:
    """Pairs of neighbouring words whose second the fact has, behind another first, while it has the first nowhere."""
    fact = stated.fact
    said = {head.stem: modifier for modifier, head in _pairs(fact.text)}
    heard = bag(question)
    held = fact.own | fact.near | fact.context
    return sum(
        head.stem in said
        and modifier.stem not in held.stems
        and not bag(modifier.text).concepts & held.concepts
        and said[head.stem].stem not in heard.stems
        for modifier, head in _pairs(question)
    )


def _pairs(text: str) -> Iterator[tuple[Token, Token]]:
    words = tokens(text)
    for first, second in pairwise(words):
        between = text[first.end : second.start]
        if not (first.is_stop or second.is_stop or first.is_figure) and between in (" ", "-"):
            yield first, second


def _unmentioned(fact: str, question: str) -> int:
    words = bag(question)
    return sum(is_case(term) and not term.general and words.holds(term) < 0.5 for term in terms(fact))
