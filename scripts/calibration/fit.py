"""Fits what ships in bot/models/fitted on generated companies, and prints how it does on companies held out.

    python -m scripts.calibration.fit ranking    --work DIR [--seed 1] [--companies 36]
    python -m scripts.calibration.fit calibrator --work DIR

First the weights by which facts are ranked, then the calibrator, on drafts made with them. DIR keeps the companies and
their indexes between runs. Fitted on the companies of the split `fit`; the penalty is chosen on `develop`; the figures
printed and stored are those of `report`. No two splits share a document or a topic.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from scripts.calibration import drafts, ranks
from scripts.calibration.corpora import Corpus, corpora

FITTED = Path(__file__).parents[2] / "bot" / "models" / "fitted"
# Assumed share of the questions asked that the documents answer; half of the generated ones are near misses.
PRIOR = 0.7


def collect(collector: Callable[[Corpus], Any], found: list[Corpus], cache: Path, workers: int) -> dict[str, list[Any]]:
    """{split: rows} of every company."""
    by_split: dict[str, list[Any]] = {"fit": [], "develop": [], "report": []}
    with ProcessPoolExecutor(workers) as pool:
        for corpus, rows in zip(found, pool.map(partial(_run, collector), found), strict=True):
            by_split[corpus.split].extend(rows)
            print(f"{corpus.folder.name}: {len(rows)} rows", flush=True)
    cache.write_bytes(pickle.dumps(by_split))
    return by_split


def _run(collector: Callable[[Corpus], Any], corpus: Corpus) -> Any:
    return asyncio.run(collector(corpus))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ranking", "calibrator"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--companies", type=int, default=36)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="fit on the rows collected last")
    args = parser.parse_args()
    module = ranks if args.what == "ranking" else drafts
    found, cache = list(corpora(args.work, args.seed, args.companies)), args.work / f"{args.what}.pickle"
    rows = pickle.loads(cache.read_bytes()) if args.again else collect(module.collect, found, cache, args.workers)
    if args.what == "ranking":
        _write(FITTED / "ranking.json", dict(ranks.fit(rows)))
    else:
        described: dict[str, object] = {
            "data": f"scripts/calibration/generate.py --seed {args.seed} --companies {args.companies}"
        }
        described["fitted"] = datetime.now(UTC).date().isoformat()
        _write(FITTED / "extractive.json", drafts.fit(rows, described, prior=PRIOR))


def _write(target: Path, fitted: dict[str, object]) -> None:
    target.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")
    print(f"written: {target}")


if __name__ == "__main__":
    main()
