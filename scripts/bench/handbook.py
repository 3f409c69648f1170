"""A made-up handbook of any size, in a home of its own: what speed and memory are measured on.

The documents are those of generated companies, as many as it takes. Their rules are worded alike from company to
company, so that a question finds far more near answers than in a handbook of one: a hard case for every stage. One
in twenty is out of force, one in thirty hidden from the asker: there is something to leave out and to probe.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from bot.domain.documents import Document, Passage
from bot.domain.ports import Embedder
from bot.ingest.blocks import Rejected
from bot.ingest.ports import Record
from bot.ingest.read import read
from bot.settings import Settings, load
from bot.text.passage_text import embedding_text
from bot.wiring import open_library
from scripts.calibration.generate import build

COMPANIES = 12  # of one seed
REAL = 500  # passages with a vector of their own where the rest have random ones
RECIPE = 2  # raised when what is made here changes
MARK = "handbook.json"

Page = tuple[Document, Sequence[Passage]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handbook:
    home: Path
    passages: int
    documents: int
    embedded: int  # passages whose vector is the model's; those of the others are random
    questions: tuple[str, ...]

    @property
    def settings(self) -> Settings:
        return settings_of(self.home)


def settings_of(home: Path) -> Settings:
    return load(environ={"SAYWHY_HOME": str(home)})


def handbook(home: Path, passages: int, *, fast: bool) -> Handbook:
    """The one in `home` where it is as asked for; made anew otherwise, by another process: its memory isn't ours."""
    wanted = {"passages": passages, "fast": fast, "recipe": RECIPE}
    mark = home / MARK
    found = json.loads(mark.read_text(encoding="utf-8")) if mark.exists() else {}
    if found.get("wanted") != wanted:
        mark.unlink(missing_ok=True)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            made = pool.submit(_make, home, passages, REAL if fast else passages).result()
        found = {"wanted": wanted, **made}
        mark.write_text(json.dumps(found), encoding="utf-8")
    return Handbook(
        home=home,
        passages=found["passages"],
        documents=found["documents"],
        embedded=found["embedded"],
        questions=tuple(found["questions"]),
    )


def _make(home: Path, wanted: int, real: int) -> dict[str, object]:
    print(f"making a handbook of {wanted:,} passages in {home}: 20 s a thousand", flush=True)
    return asyncio.run(_written(home, wanted, real))


async def _written(home: Path, wanted: int, real: int) -> dict[str, object]:
    settings = settings_of(home)
    held = documents = 0
    questions: list[str] = []
    async with open_library(settings, rebuild=True) as library, library.writer.writing(settings.tenant):
        vectors = _Vectors(library.embedder, real)
        for document, passages in map(_restricted, count(), _documents(questions)):
            record = Record(root=document.source.root, fingerprint=document.source.digest)
            await library.writer.put(settings.tenant, document, passages, vectors.of(passages), record)
            held, documents = held + len(passages), documents + 1
            if documents % 500 == 0:
                print(f"  {held:,} passages of {documents:,} documents", flush=True)
            if held >= wanted:
                break
        await library.writer.finish(settings.tenant)
    return {
        "passages": held,
        "documents": documents,
        "embedded": min(real, held),
        "questions": list(dict.fromkeys(questions)),
    }


def _restricted(number: int, page: Page) -> Page:
    document, passages = page
    expires = date(2020, 12, 31) if number % 20 == 7 else document.source.expires
    audience = frozenset({"board"}) if number % 30 == 11 else document.source.audience
    source = replace(document.source, expires=expires, audience=audience)
    return replace(document, source=source), [replace(passage, source=source) for passage in passages]


def _documents(questions: list[str]) -> Iterator[Page]:
    """Without end. The questions of a company are added before its documents come."""
    for seed in count(1):
        for company, corpus, cases in build(seed, COMPANIES):
            questions.extend(case.q for case in cases)
            for path, body in corpus.bodies.items():
                data = (corpus.headers[path] + body).encode()
                result = read(f"{company.slug}-{seed}/{path}", "bench", data, {})
                if not isinstance(result, Rejected):
                    yield result.document, result.passages


class _Vectors:
    """The first ones from the model, then random unit vectors: at 30 passages a second 10,000 take minutes."""

    def __init__(self, embedder: Embedder, real: int) -> None:
        self._embedder, self._real = embedder, real
        self._random = np.random.default_rng(1)

    def of(self, passages: Sequence[Passage]) -> list[list[float]]:
        if self._real > 0:
            self._real -= len(passages)
            return self._embedder.passages([embedding_text(passage) for passage in passages])
        drawn = self._random.normal(size=(len(passages), self._embedder.dimension))
        rows: list[list[float]] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).tolist()
        return rows
