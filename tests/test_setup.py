from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.domain.calibration import Calibrator
from bot.domain.decisions import Policy
from bot.setup import Setup

SETUP = Setup(
    policy=Policy(loss_wrong=20.0, loss_abstain=1.0, clarify_rounds=2),
    rules="Rules.",
    model="extractive",
    embedding="minilm",
    chunker="1",
)


def fitted(fits: str) -> Calibrator:
    return Calibrator(
        features=("own",), means=(0.5,), scales=(0.5,), weights=(2.0,), bias=0.0, fits=fits, description={"name": "c"}
    )


@pytest.mark.parametrize(
    "change",
    [
        {"model": "claude"},
        {"embedding": "other"},
        {"chunker": "2"},
        {"rules": "Other rules."},
        {"candidates": 61},
        {"policy": Policy(token_budget=2_999)},
        {"policy": Policy(max_passages=11)},
    ],
)
def test_a_calibrator_fits_only_what_it_was_fitted_for(change: dict[str, object]) -> None:
    changed = replace(SETUP, **change)  # type: ignore[arg-type]
    assert changed.calibrated_as() != SETUP.calibrated_as()
    assert changed.config_hash() != SETUP.config_hash()
    assert replace(changed, calibrator=fitted(SETUP.calibrated_as())).probability({"own": 1.0}) is None


@pytest.mark.parametrize(
    "change",
    [{"policy": Policy(loss_wrong=7.0)}, {"policy": Policy(loss_abstain=3.0)}, {"policy": Policy(clarify_rounds=1)}],
)
def test_losses_and_rounds_leave_the_calibrator_in_place(change: dict[str, object]) -> None:
    changed = replace(SETUP, calibrator=fitted(SETUP.calibrated_as()), **change)  # type: ignore[arg-type]
    assert changed.calibrated_as() == SETUP.calibrated_as()
    assert changed.probability({"own": 1.0}) == pytest.approx(0.8808, abs=1e-4)
    assert changed.config_hash() != replace(SETUP, calibrator=fitted(SETUP.calibrated_as())).config_hash()


def test_no_calibrator_or_no_features_no_probability() -> None:
    assert SETUP.probability({"own": 1.0}) is None
    assert replace(SETUP, calibrator=fitted("another")).probability({"own": 1.0}) is None
    assert replace(SETUP, calibrator=fitted(SETUP.calibrated_as())).probability({}) is None


def test_the_configuration_names_the_calibrator_only_where_it_is_used() -> None:
    assert SETUP.config()["calibrator"] is None
    assert replace(SETUP, calibrator=fitted("another")).config()["calibrator"] is None
    assert replace(SETUP, calibrator=fitted(SETUP.calibrated_as())).config()["calibrator"] == "c"


def test_the_configuration_is_json_and_holds_no_rules_in_full() -> None:
    found = json.dumps(SETUP.config())
    assert "Rules." not in found
    assert SETUP.config_hash() == replace(SETUP).config_hash()


def test_code_version_and_deadline_shape_no_answer() -> None:
    assert replace(SETUP, code_version="2", deadline_s=1.0).config_hash() == SETUP.config_hash()


@pytest.mark.parametrize(
    ("wrong", "abstain", "threshold"), [(20, 1, 0.95), (1, 1, 0.0), (10, 2, 0.8), (100, 1, 0.99), (1, 2, -1.0)]
)
def test_threshold(wrong: float, abstain: float, threshold: float) -> None:
    assert Policy(loss_wrong=wrong, loss_abstain=abstain).threshold() == pytest.approx(threshold)


@pytest.mark.parametrize(("own", "probability"), [(0.5, 0.5), (1e9, 1.0), (-1e9, 0.0)])
def test_the_logistic_function_never_overflows(own: float, probability: float) -> None:
    assert fitted("x").probability({"own": own}) == pytest.approx(probability, abs=1e-9)
