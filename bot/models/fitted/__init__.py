"""What was fitted on labelled runs and ships with the product: see scripts/calibration/fit.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from pydantic import TypeAdapter

from bot.domain.calibration import Calibrator


def ranking() -> Mapping[str, float]:
    """The weights of `bot.text.ranking`."""
    found: dict[str, float] = json.loads(files(__name__).joinpath("ranking.json").read_text(encoding="utf-8"))
    return found


def calibrator() -> Calibrator | None:
    """The calibrator of the extractive model."""
    file = files(__name__).joinpath("extractive.json")
    return TypeAdapter(Calibrator).validate_json(file.read_bytes()) if file.is_file() else None
