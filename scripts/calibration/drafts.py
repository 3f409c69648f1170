"""The calibrator: ridge logistic regression from the features of a draft to whether it is right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from bot.domain.decisions import Policy
from bot.domain.evidence import Verdict
from bot.evals.cases import load
from bot.evals.grade import states
from bot.stages.features import NAMES
from scripts.calibration.corpora import Corpus, opened

PENALTIES = (1.0, 3.0, 10.0, 30.0, 100.0)
THRESHOLD = Policy().threshold()  # of the default losses: what is printed

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    kind: str  # answerable, or the kind of miss
    answerable: bool
    features: dict[str, float]  # {}: no draft came as far as the threshold
    right: bool
    fits: str  # hash of the configuration
    question: str
    reply: str


@dataclass(frozen=True, slots=True)
class Model:
    means: Array
    scales: Array
    weights: Array
    bias: float

    def p(self, x: Array) -> Array:
        return np.asarray(1 / (1 + np.exp(-(self.bias + ((x - self.means) / self.scales) @ self.weights))))


async def collect(corpus: Corpus) -> list[Row]:
    """Every case through the very code that answers people."""
    found = []
    async with opened(corpus) as services:
        for case in load(corpus.folder / "cases.jsonl"):
            question = case.question(today=datetime.now(UTC).date(), tenant=corpus.settings.tenant)
            exchange = await services.assistant.answer(replace(question, history=()))
            said = " ".join(claim.text for claim in exchange.decision.claims)
            usable = exchange.verdict is Verdict.ANSWER and bool(exchange.features) and bool(said)
            right = case.reason is None and any(states(said, form) for form in (case.expect, *case.accept))
            kind = case.tags[1] if case.tags[0] == "unanswerable" else case.tags[0]
            features = exchange.features if usable else {}
            fits = services.assistant.calibrated_as
            found.append(Row(kind, case.reason is None, features, right, fits, case.q, said))
    return found


def fit(rows: dict[str, list[Row]], described: dict[str, object], *, prior: float) -> dict[str, object]:
    """Weighted so that a share `prior` of the questions is answerable, whatever it is in the data."""
    fitting, developing = (_arrays(rows[split], prior) for split in ("fit", "develop"))
    penalty = min(PENALTIES, key=lambda penalty: _log_loss(_train(*fitting, penalty), *developing))
    model = _train(*fitting, penalty)
    print(f"penalty {penalty:g}; weights of the standardised features:")
    for name, weight in sorted(zip(NAMES, model.weights, strict=True), key=lambda pair: -abs(pair[1])):
        print(f"  {name:15} {weight:+.2f}")
    for split, members in rows.items():
        print(f"{split}: {_summary(model, members, prior)}")
    _print_confident(model, rows["report"])
    return {
        "features": list(NAMES),
        "means": model.means.round(6).tolist(),
        "scales": model.scales.round(6).tolist(),
        "weights": model.weights.round(6).tolist(),
        "bias": round(model.bias, 6),
        "fits": rows["fit"][0].fits,
        "description": {
            "name": f"extractive {described['fitted']}",
            **described,
            "prior": prior,
            "penalty": penalty,
            "labels": {split: len(members) for split, members in rows.items()},
            "drafts": {split: sum(bool(r.features) for r in members) for split, members in rows.items()},
            "kinds": dict(sorted(Counter(row.kind for row in rows["fit"]).items())),
            "report": _summary(model, rows["report"], prior),
        },
    }


def _arrays(rows: list[Row], prior: float) -> tuple[Array, Array, Array]:
    """(features, right, weight) of the drafts."""
    answerable = sum(row.answerable for row in rows) / len(rows)
    drafts = [row for row in rows if row.features]
    x = np.array([[row.features[name] for name in NAMES] for row in drafts])
    weights = [prior / answerable if row.answerable else (1 - prior) / (1 - answerable) for row in drafts]
    return x, np.array([float(row.right) for row in drafts]), np.array(weights)


def _train(x: Array, y: Array, w: Array, penalty: float) -> Model:
    """Newton's method on the penalised log likelihood; the bias is not penalised."""
    means, spread = x.mean(0), x.std(0)
    scales = np.where(spread > 1e-6, spread, 1.0)  # a feature that never varies says nothing
    design = np.column_stack([np.ones(len(x)), (x - means) / scales])
    ridge = np.diag([0.0] + [penalty] * x.shape[1])
    beta = np.zeros(design.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-design @ beta))
        hessian = design.T @ (design * (w * p * (1 - p))[:, None]) + ridge
        beta -= np.linalg.solve(hessian, design.T @ (w * (p - y)) + ridge @ beta)
    return Model(means, scales, beta[1:], float(beta[0]))


def _log_loss(model: Model, x: Array, y: Array, w: Array) -> float:
    p = np.clip(model.p(x), 1e-6, 1 - 1e-6)
    return float(-(w * (y * np.log(p) + (1 - y) * np.log(1 - p))).sum() / w.sum())


def _summary(model: Model, rows: list[Row], prior: float) -> dict[str, float]:
    x, y, w = _arrays(rows, prior)
    p = model.p(x)
    shown = p > THRESHOLD
    bins = np.minimum((p * 10).astype(int), 9)
    gaps = [abs((w * (p - y))[bins == b].sum()) for b in range(10)]
    answerable = sum(row.answerable for row in rows)
    return {
        "coverage": round(float(y[shown].sum()) / answerable, 3),
        "selective_error": round(float((w * (1 - y))[shown].sum() / max(w[shown].sum(), 1e-9)), 4),
        "brier": round(float((w * (p - y) ** 2).sum() / w.sum()), 4),
        "ece": round(float(sum(gaps) / w.sum()), 4),
    }


def _print_confident(model: Model, rows: list[Row]) -> None:
    drafts = [row for row in rows if row.features]
    p = model.p(np.array([[row.features[name] for name in NAMES] for row in drafts]))
    answerable = sum(row.answerable for row in rows)
    for threshold in (0.5, 0.8, 0.9, 0.95, 0.98):
        shown = [row for row, value in zip(drafts, p, strict=True) if value > threshold]
        right = sum(row.right for row in shown)
        wrong = Counter(row.kind for row in shown if not row.right)
        print(f"p > {threshold}: {right}/{answerable} answered right, wrong: {dict(wrong)}")
