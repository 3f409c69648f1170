"""Setup: everything that shapes an answer and is chosen by whoever runs saywhy, with the hash it is known by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from bot.domain.calibration import Calibrator
from bot.domain.decisions import Policy

# Raised with every change to a stage or to the extractive model that moves the features a calibrator sees.
PIPELINE = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    policy: Policy
    rules: str  # the system prompt
    model: str
    embedding: str
    chunker: str
    deadline_s: float = 30.0  # for one question, everything included
    candidates: int = 60  # an arm of a search
    ranking: Mapping[str, float] = field(default_factory=dict)  # weights of `bot.text.ranking`
    calibrator: Calibrator | None = None
    code_version: str = ""

    def config(self) -> dict[str, object]:
        return {
            **self.calibrated(),
            "policy": asdict(self.policy),
            "calibrator": self.calibrator.description.get("name") if self._fits() and self.calibrator else None,
        }

    def config_hash(self) -> str:
        return _digest(self.config())

    def calibrated(self) -> dict[str, object]:
        """The part of the configuration on which the features, and so a calibrator, depend: not the losses."""
        return {
            "pipeline": PIPELINE,
            "model": self.model,
            "embedding": self.embedding,
            "chunker": self.chunker,
            "rules": hashlib.sha256(self.rules.encode()).hexdigest()[:16],
            "candidates": self.candidates,
            "token_budget": self.policy.token_budget,
            "max_passages": self.policy.max_passages,
        }

    def calibrated_as(self) -> str:
        return _digest(self.calibrated())

    def probability(self, found: Mapping[str, float]) -> float | None:
        """None: no calibrator fits this configuration, or the draft has no features."""
        if self.calibrator is None or not self._fits() or not found:
            return None
        return self.calibrator.probability(found)

    def _fits(self) -> bool:
        return self.calibrator is not None and self.calibrator.fits == self.calibrated_as()


def _digest(config: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(config, sort_keys=True, default=str).encode()).hexdigest()[:16]
