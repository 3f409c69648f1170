"""How fast the index answers: 10,000 made-up passages, each step and the whole of a search.

    python -m scripts.bench.index [PASSAGES]

Vectors are random (their direction doesn't matter to the time), questions are embedded by the bundled model.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from bot.domain.access import reader_tokens
from bot.domain.documents import Catalogue, Document, Passage, Reader, Source
from bot.domain.retrieval import Search
from bot.embeddings import BUNDLED, open_embedder
from bot.ingest.ports import Finished, Record, index_version
from store.passages import PassageIndex, PassageWriter

PER_DOCUMENT = 10
ROUNDS = 100
READER = Reader(groups=frozenset({"g1", "g2"}))
WORDS = [
    hashlib.sha256(str(n).encode()).hexdigest()[:6].translate(str.maketrans("0123456789", "ghijklmnop"))
    for n in range(5_000)
]


def catalogue(sources: Iterable[Source]) -> Catalogue:
    return Catalogue(sources={source.id: source for source in sources})


def made_up(count: int, draw: random.Random) -> Iterable[tuple[Document, list[Passage]]]:
    for number in range(count // PER_DOCUMENT):
        audience = frozenset({f"g{number % 7}"}) if number % 3 == 0 else None
        source = Source(id=f"folder/{number}.md", root="bench", title=f"Rule {number}", audience=audience)
        texts = [" ".join(draw.choices(WORDS, k=150)) for _ in range(PER_DOCUMENT)]
        passages = [
            Passage(source=source, offset=offset * 2_000, length=len(text), text=text)
            for offset, text in enumerate(texts)
        ]
        yield Document(source=source, text=""), passages


async def load(writer: PassageWriter[Record, Finished], count: int) -> None:
    draw, numbers = random.Random(1), np.random.default_rng(1)
    async with writer.writing("t"):
        puts = []
        for document, passages in made_up(count, draw):
            vectors = numbers.normal(size=(len(passages), 384))
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            record = Record(root="bench", fingerprint=document.source.id)
            start = time.perf_counter()
            await writer.put("t", document, passages, vectors.tolist(), record)
            puts.append(time.perf_counter() - start)
        show("put one document", puts)
        start = time.perf_counter()
        await writer.finish("t")
        show("finish", [time.perf_counter() - start])


async def measure(name: str, call: Callable[[int], Awaitable[object]], rounds: int = ROUNDS) -> None:
    await call(-1)
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        await call(number)
        times.append(time.perf_counter() - start)
    show(name, times)


def show(name: str, seconds: Sequence[float]) -> None:
    ordered = sorted(seconds)
    p50, p95 = (ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1_000 for share in (0.5, 0.95))
    print(f"{name:34} {len(ordered):6} {p50:9.1f} {p95:9.1f}")


async def bench(count: int, folder: Path) -> None:
    embedder = open_embedder(BUNDLED, folder)
    print(f"{count} passages{'':20} {'n':>12} {'p50 ms':>9} {'p95 ms':>9}")
    await load(
        PassageWriter(folder / "i", embedder, chunker="1", record=Record, finished=Finished, digest=index_version),
        count,
    )
    index = PassageIndex(folder / "i", embedder, chunker="1", resolve=catalogue, digest=index_version)
    draw = random.Random(2)
    questions = [" ".join(draw.choices(WORDS, k=9)) for _ in range(ROUNDS)]
    asked = [Search(text=text, tenant="t", reader_tokens=reader_tokens(READER)) for text in questions]

    start = time.perf_counter()
    await index.catalogue("t", READER)
    show("open and first catalogue", [time.perf_counter() - start])

    async def embed(number: int) -> object:
        return embedder.query(questions[number])

    async def nth(searches: Sequence[Search], number: int) -> object:
        return await index.search(searches[number])

    await measure("embed a question", embed)
    await measure("version", lambda _: index.version())
    await measure("catalogue again", lambda _: index.catalogue("t", READER))
    await measure("search, both arms", partial(nth, asked))
    await measure("search, words only", lambda n: index.search(replace(asked[n], keyword_only=True)))
    await measure("search, meaning only (no words)", lambda n: index.search(replace(asked[n], text="?")))
    await measure("search, no permission filter", lambda n: index.search(replace(asked[n], reader_tokens=None)))
    for left_out in (10, 100, 500, 900):
        excluded = frozenset(f"folder/{number}.md" for number in range(left_out))
        fewer = [replace(one, exclude=excluded) for one in asked]
        await measure(f"search, {left_out} documents left out", partial(nth, fewer))
    await measure("one passage", lambda _: index.passage("t", READER, "folder/1.md#2000"))
    start = time.perf_counter()
    await asyncio.gather(*map(index.search, asked))
    show("search, 100 at once, each", [(time.perf_counter() - start) / ROUNDS])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(bench(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, Path(name)))
