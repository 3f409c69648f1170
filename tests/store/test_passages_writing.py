"""The writer of the LanceDB index: what it refuses, one at a time over processes, killed at any point."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.domain.errors import ConfigError, IndexUnavailable
from bot.ingest.ports import Record
from store.passages import Place, filters, snapshot
from tests.contracts.test_index import EMBEDDER, LEAVE, PARKING, World
from tests.store.test_passages import open_index, open_writer


@pytest.fixture
def uri(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def world(uri: Path) -> World:
    return World(open_writer(uri), lambda: open_index(uri))


class TestWriter:
    async def test_refuses_what_it_cannot_keep(self, world: World) -> None:
        one, passages = LEAVE
        record = Record(root="/r", fingerprint="f")
        async with world.writer.writing("t"):
            for bad in ([], EMBEDDER.passages(["one"])):
                with pytest.raises(ValueError, match=r"passages|argument"):
                    await world.writer.put("t", one, passages[: len(bad) and None], bad, record)
            with pytest.raises(ValueError, match="two passages at one place"):
                await world.writer.put("t", one, [passages[0]] * 2, EMBEDDER.passages(["a", "b"]), record)
            assert await world.writer.known("t") == {}

    async def test_object_storage_is_not_written_yet(self) -> None:
        with pytest.raises(ConfigError, match="object storage"):
            async with open_writer("s3://bucket/prefix").writing("t"):
                raise AssertionError("wrote")

    async def test_another_process_keeps_the_lock_until_it_dies(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        code = """
        async with writer.writing('t'):
            print('in', flush=True)
            await asyncio.sleep(60)
        """
        with _child(uri, code), pytest.raises(IndexUnavailable, match="another ingest"):
            await world.put(PARKING)
        await world.put(PARKING)

    @pytest.mark.slow
    async def test_killed_at_any_point_every_document_is_whole(self, uri: Path) -> None:
        """Each revision of a document has its number in every passage and another count of passages."""
        code = """
        async with writer.writing('t'):
            for revision in range(1, 10_000):
                for name in 'ab':
                    one, passages = document(name, *[f'revision {revision}'] * (1 + revision % 5))
                    record = Record(root='/r', fingerprint=str(revision))
                    vectors = EMBEDDER.passages([p.text for p in passages])
                    await writer.put('t', one, passages, vectors, record)
                if revision % 7 == 0:
                    await writer.finish('t')
                if revision == 3:
                    print('in', flush=True)
        """
        for wait in (0.0, 0.13, 0.31):
            with _child(uri, code):
                time.sleep(wait)  # noqa: ASYNC251  # the child works meanwhile
            await _assert_whole(uri)
        writer = open_writer(uri)
        async with writer.writing("t"):
            await writer.finish("t")
        assert (await open_index(uri).check()).fine


async def _assert_whole(uri: Path) -> None:
    table = await Place(uri).open()
    for name, head in (await snapshot.read_heads(table))["t"].items():
        passages = await table.query().where(filters.owned("t", [name])).to_list()
        assert {row["text"] for row in passages} == {f"revision {head.fingerprint}"}
        assert len(passages) == 1 + int(head.fingerprint) % 5
    check = await open_index(uri).check()
    assert (check.without_document, check.documents_twice, check.documents) == (0, 0, 2)


@contextmanager
def _child(uri: Path, body: str) -> Iterator[None]:
    """Runs `body`, with an open writer, in a process of its own; enters once it printed `in`, kills it at the end."""
    code = (
        "import asyncio\nfrom tests.contracts.test_index import *\nfrom tests.store.test_passages import *\n"
        f"async def main():\n    writer = open_writer({str(uri)!r})\n"
        f"{textwrap.indent(textwrap.dedent(body), '    ')}\nasyncio.run(main())"
    )
    environment = os.environ | {"PYTHONPATH": "."}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "in\n"
            yield
        finally:
            child.kill()
