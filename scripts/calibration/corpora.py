"""Generated companies, ingested: what the fits run on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from bot.settings import Settings, load
from bot.wiring import Services
from scripts.bench import corpus as bench
from scripts.calibration.generate import main as generate


@dataclass(frozen=True, slots=True)
class Corpus:
    split: str  # fit | develop | report
    folder: Path
    home: Path

    @property
    def settings(self) -> Settings:
        return load(environ={"SAYWHY_HOME": str(self.home)})


def corpora(work: Path, seed: int, companies: int) -> Iterator[Corpus]:
    """Generates what isn't there yet. Companies of one split share no topic with those of another."""
    folder = work / f"seed-{seed}-{companies}"
    if not (folder / "manifest.json").exists():
        generate(["--seed", str(seed), "--out", str(folder), "--companies", str(companies)])
    for row in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["companies"]:
        name = str(row["company"])
        yield Corpus(str(row["split"]), folder / name, folder / "homes" / name)


def opened(corpus: Corpus) -> AbstractAsyncContextManager[Services]:
    """Ingest leaves alone what an earlier run has ingested."""
    return bench.opened(corpus.folder / "docs", corpus.home)
