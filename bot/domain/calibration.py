"""A calibrator: from the features of a draft to the probability that it is right."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrator:
    """Logistic regression with ridge penalty. Used only for the configuration it was fitted for."""

    features: tuple[str, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]  # > 0
    weights: tuple[float, ...]
    bias: float
    fits: str  # hash of the configuration, see `bot.setup.Setup.calibrated_as`
    description: dict[str, object] = field(default_factory=dict)  # data, sizes, dates, reported error

    def probability(self, found: Mapping[str, float]) -> float:
        """p = 1 / (1 + exp(−(bias + Σ weight·(x − mean)/scale)))."""
        rows = zip(self.features, self.means, self.scales, self.weights, strict=True)
        logit = self.bias + sum(weight * (found[name] - mean) / scale for name, mean, scale, weight in rows)
        return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, logit))))
