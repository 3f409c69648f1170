"""What ships is fitted for what ships: the default configuration, the features of today, and their description."""

from __future__ import annotations

import math

from bot.embeddings import BUNDLED
from bot.ingest.chunk import CHUNKER_VERSION
from bot.models import extractive
from bot.models.fitted import calibrator, ranking
from bot.models.prompts import system
from bot.settings import load
from bot.setup import PIPELINE, Setup
from bot.stages.features import NAMES
from bot.text.facts import facts
from bot.text.match import match
from bot.text.ranking import values
from tests.stages.builders import asked_over, passage


def shipped() -> Setup:
    """As `bot.wiring` puts it together, with nothing configured."""
    settings = load(environ={})
    return Setup(
        policy=settings.policy.value(),
        rules=system(),
        model=extractive.NAME,
        embedding=settings.embedding.model,
        chunker=CHUNKER_VERSION,
        deadline_s=settings.limits.deadline_s,
        ranking=ranking(),
        calibrator=calibrator(),
    )


def test_the_calibrator_fits_the_default_configuration() -> None:
    fitted, setup = calibrator(), shipped()
    assert setup.embedding == BUNDLED
    assert fitted is not None and fitted.fits == setup.calibrated_as(), f"refit for pipeline {PIPELINE}"
    assert setup.config()["calibrator"] == fitted.description["name"]


def test_its_features_are_those_of_today() -> None:
    fitted = calibrator()
    assert fitted is not None
    assert fitted.features == NAMES
    assert len(fitted.means) == len(fitted.scales) == len(fitted.weights) == len(NAMES)
    assert all(map(math.isfinite, (*fitted.means, *fitted.weights, fitted.bias)))
    assert all(scale > 0 for scale in fitted.scales)


def test_its_description_is_stored() -> None:
    fitted = calibrator()
    assert fitted is not None
    described = fitted.description
    assert {"name", "data", "fitted", "labels", "drafts", "kinds", "report"} <= set(described)
    labels, kinds, report = described["labels"], described["kinds"], described["report"]
    assert isinstance(labels, dict) and isinstance(kinds, dict) and isinstance(report, dict)
    assert set(labels) == {"fit", "develop", "report"} and all(size > 0 for size in labels.values())
    # Near misses belong in the calibration set: one fitted on removed passages alone fails on them.
    assert {"gold_removed", "swap_attribute", "swap_condition", "swap_entity"} <= set(kinds)
    assert {"coverage", "selective_error", "brier", "ece"} <= set(report)
    assert 0 < report["coverage"] <= 1 and 0 <= report["selective_error"] <= 1 - shipped().policy.threshold()


BEST = {
    "coverage": 1.0, "own": 1.0, "gap": 0.0, "lacking": 0.0, "meaning": 0.9, "similarity": 0.9, "lead": 4.0,
    "lead_elsewhere": 4.0, "lost_case": 0.0, "swapped": 0.0, "narrower": 0.0, "polarity": 0.0,
}  # fmt: skip
WORST = {
    "coverage": 0.1, "own": 0.1, "gap": 0.8, "lacking": 0.5, "meaning": 0.2, "similarity": 0.2, "lead": 0.0,
    "lead_elsewhere": 0.0, "lost_case": 2.0, "swapped": 1.0, "narrower": 3.0, "polarity": 1.0,
}  # fmt: skip


def test_what_is_borne_out_in_all_respects_passes_the_default_threshold_and_the_opposite_is_nowhere_near() -> None:
    fitted = calibrator()
    assert fitted is not None
    mean = dict(zip(fitted.features, fitted.means, strict=True))
    assert fitted.probability(mean | BEST) > shipped().policy.threshold()
    assert fitted.probability(mean | WORST) < 0.2


def test_the_ranking_weights_name_features_of_a_fact_or_its_meaning() -> None:
    of = passage("Records are kept for ten years.")
    asked, weighted = asked_over("How long are records kept?", (of,))
    fact = facts(of)[0]
    known = {*values(match(asked, weighted, fact), fact), "meaning"}
    assert set(ranking()) <= known
    assert ranking()["meaning"] > 0 and ranking()["entity_missing"] < 0
