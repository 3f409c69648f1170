from __future__ import annotations

import math

import pytest

from bot.domain.documents import Passage
from bot.stages.features import FARTHEST, NAMES, features
from bot.stages.verify import Verified, verify
from bot.text.meaning import Meaning
from bot.text.ranking import rank
from tests.fakes.embedder import BagOfStems
from tests.stages.builders import asked_over, claim, hit, passage

WEIGHTS = {"coverage": 4.4, "own": 2.1, "meaning": 12.4, "fits": 2.4, "met": 4.4, "entity_missing": -6.3}


def seen(question: str, own: Passage, *others: Passage, said: str = "", uncalled: bool = False) -> dict[str, float]:
    """The features of a draft that says `said`, or the whole of `own`."""
    passages = (own, *others)
    asked, weighted = asked_over(question, passages)
    ranked = rank(asked, weighted, passages, WEIGHTS, Meaning(BagOfStems(256)).cosines)
    verified = (
        Verified((), ()) if uncalled else verify([claim(said or own.text, own)], {one.id: one for one in passages})
    )
    return features(asked, weighted, verified, [hit(one, n) for n, one in enumerate(passages, start=1)], ranked)


def test_every_name_once_and_finite() -> None:
    found = seen("How long are records kept?", passage("Records are kept for ten years."))
    assert tuple(found) == NAMES and len(set(NAMES)) == len(NAMES)
    assert all(math.isfinite(value) for value in found.values())


def test_nothing_claimed_nothing_seen() -> None:
    assert seen("How long are records kept?", passage("Records are kept for ten years."), uncalled=True) == {}
    assert seen("How long?", passage("Records are kept."), said="Completely other words here.") == {}


KEPT = "How long are records kept?"
TEN = passage("Records are kept for ten years.", "a.md")


@pytest.mark.parametrize(
    ("name", "question", "text", "low", "high"),
    [
        ("coverage", "Who keeps records?", "The board keeps records.", 0.9, 1),
        ("coverage", "How long are payslips archived?", TEN.text, 0, 0.5),
        ("gap", "Who keeps records?", "The board keeps records.", 0, 0.1),
        ("gap", "How long are records of charities kept?", TEN.text, 0.3, 1),
        ("broken", "Who approves 300 EUR?", "The board approves amounts over 5,000 EUR.", 1, 1),
        ("conditions", "Who approves 7,000 EUR?", "The board approves amounts over 5,000 EUR.", 1, 1),
        ("conditions", "Who approves 7,000 EUR?", "The board approves amounts.", -1, -1),
        ("figure", KEPT, TEN.text, 1, 1),
        ("figure", "Who keeps records?", "The board keeps records.", 0, 0),
        ("loose", KEPT, TEN.text, 0, 0),
        ("loose", "Are records kept?", TEN.text, 1, 1),
        ("fits", KEPT, TEN.text, 1, 1),
        ("fits", "Who keeps records?", TEN.text, 0, 0),
        ("figures", KEPT, TEN.text, 1, 1),
        ("figures", KEPT, "Records are kept for ten years and copies for 3 months.", 2, 2),
        ("narrower", KEPT, TEN.text, 0, 0),
        ("narrower", KEPT, "Records of interns are kept for ten years.", 1, 1),
        ("lost_case", KEPT, TEN.text, 0, 0),
        ("lost_case", "How long are records of interns kept?", TEN.text, 1, 1),
        ("swapped", "How long is parental leave?", "Annual leave is 25 days.", 1, 1),
        ("swapped", "How long is parental leave?", "Parental leave is 16 weeks.", 0, 0),
        ("polarity", "Is alcohol reimbursed?", "Alcohol is reimbursed.", 0, 0),
        ("polarity", "Is alcohol reimbursed?", "Alcohol is not reimbursed.", 1, 1),
        ("polarity", "What is not reimbursed?", "Alcohol is not reimbursed.", 0, 0),
        ("findings", KEPT, TEN.text, 0, 0),
        ("similarity", KEPT, TEN.text, 0.5, 0.5),  # of the hit
        ("meaning", KEPT, TEN.text, 0.5, 1),
        ("terms", KEPT, TEN.text, math.log(2), math.log(6)),
    ],
)
def test_each(name: str, question: str, text: str, low: float, high: float) -> None:
    assert low - 1e-5 <= seen(question, passage(text, "a.md"))[name] <= high + 1e-5


def test_soft_findings_are_counted_a_claim() -> None:
    assert seen(KEPT, TEN, said="Records are always kept for ten years.")["findings"] == 2  # a qualifier, a word


def test_lead_is_over_what_would_answer_otherwise() -> None:
    alone = seen(KEPT, TEN)
    assert alone["lead"] == alone["lead_elsewhere"] == FARTHEST
    again = seen(KEPT, TEN, passage("Records are kept for 120 months.", "b.md"))
    assert again["lead"] == FARTHEST and again["lead_elsewhere"] < FARTHEST
    rival = seen(KEPT, TEN, passage("Records are kept for seven years.", "b.md"))
    assert rival["lead"] < 1
    inside = seen(KEPT, passage("Records are kept for ten years. Records are stored for two years.", "a.md"),
                  said="Records are kept for ten years.")  # fmt: skip
    assert inside["lead"] < FARTHEST == inside["lead_elsewhere"]


def test_another_word_in_the_corpus_tells_what_the_fact_lacks() -> None:
    question = "How long are records of charities kept?"
    assert seen(question, TEN)["lacking"] < seen(question, TEN, passage("Charities pay half.", "b.md"))["lacking"]


def test_the_same_features_whatever_else_is_claimed_of_the_same_fact() -> None:
    assert seen(KEPT, TEN, said="Records are kept for ten years") == seen(KEPT, TEN)
