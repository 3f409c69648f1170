"""What the LanceDB index promises beyond the port: crashes, other models, pinned versions, clean-up, checks."""

from __future__ import annotations

import asyncio
import random
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.domain.documents import Reader
from bot.domain.errors import IndexMismatch, IndexUnavailable, UsageError
from bot.ingest.ports import Finished, Record, index_version
from store.passages import PassageIndex, PassageWriter, Place, indices
from tests.contracts.test_index import EMBEDDER, LEAVE, PARKING, World, document, everything, ids, search
from tests.fakes.embedder import BagOfStems

MEMBER = Reader()
MARGIN = timedelta(milliseconds=400)  # longer than one clean-up takes here


def open_index(uri: Path, embedder: BagOfStems = EMBEDDER, **changes: Any) -> PassageIndex:
    defaults: dict[str, Any] = {"chunker": "1", "resolve": everything, "digest": index_version}
    return PassageIndex(uri, embedder, **defaults | changes)


def open_writer(uri: Path | str, embedder: BagOfStems = EMBEDDER, **changes: Any) -> PassageWriter[Record, Finished]:
    defaults: dict[str, Any] = {
        "chunker": "1",
        "record": Record,
        "finished": Finished,
        "digest": index_version,
        "wait_s": 0.0,
    }
    return PassageWriter(uri, embedder, **defaults | changes)


@pytest.fixture
def uri(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def world(uri: Path) -> World:
    return World(open_writer(uri), lambda: open_index(uri))


class TestAnotherSetUp:
    @pytest.mark.parametrize(
        ("embedder", "chunker", "said"),
        [
            (BagOfStems(name="other"), "1", "model bag-of-stems instead of other"),
            (BagOfStems(dimension=32), "1", "dimension 64 instead of 32"),
            (EMBEDDER, "2", "chunker 1 instead of 2"),
        ],
    )
    async def test_is_refused_for_reading_and_writing(
        self, world: World, uri: Path, embedder: BagOfStems, chunker: str, said: str
    ) -> None:
        await world.put(LEAVE)
        with pytest.raises(IndexMismatch, match=said) as read:
            await open_index(uri, embedder, chunker=chunker).search(search("leave"))
        with pytest.raises(IndexMismatch, match=said):
            async with open_writer(uri, embedder, chunker=chunker).writing("t"):
                raise AssertionError("wrote")
        assert "saywhy ingest --rebuild /handbook" in read.value.hint

    async def test_a_rebuild_starts_empty_and_running_readers_notice(self, world: World, uri: Path) -> None:
        await world.put(LEAVE, PARKING)
        running = world.open()
        await running.version()
        other = BagOfStems(dimension=32, name="other")
        writer = open_writer(uri, other, rebuild=True)
        async with writer.writing("t"):
            assert await writer.known("t") == {}
            one, passages = LEAVE
            vectors = other.passages([passage.text for passage in passages])
            await writer.put("t", one, passages, vectors, Record(root="/handbook", fingerprint="f"))
        async with writer.writing("t"):  # the rebuild happens once
            assert set(await writer.known("t")) == {one.id for one in [LEAVE[0].source]}
        with pytest.raises(IndexMismatch):
            await running.search(search("leave"))
        assert ids(await open_index(uri, other).search(search("leave"))) == {p.id for p in LEAVE[1]}


class TestPinning:
    async def test_a_pinned_version_outlives_changes_clean_up_and_rebuild(
        self, world: World, uri: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = await world.put(LEAVE, PARKING)
        index = open_index(uri)
        pinned = await index.pin("before-2027")
        assert (pinned.version, pinned.documents, pinned.passages) == (first.version, 2, 3)
        monkeypatch.setattr(indices, "KEEP", timedelta(0))
        monkeypatch.setattr(indices, "CLOCK_MARGIN", MARGIN)
        for days in range(5):
            await world.put(document("hr/leave.md", f"{days} days."))
        await world.remove("parking.md")
        async with open_writer(uri, rebuild=True).writing("t"):
            pass
        old = open_index(uri, index="before-2027")
        assert await old.version() == first.version
        assert set((await old.catalogue("t", MEMBER)).sources) == {"hr/leave.md", "parking.md"}
        assert ids(await old.search(search("annual leave warehouse"))) >= {p.id for p in (*LEAVE[1], *PARKING[1])}
        newest, kept = await index.versions()
        assert (newest.name, newest.documents) == ("", 0)
        assert (kept.name, kept.version, kept.model) == ("before-2027", first.version, EMBEDDER.name)

    async def test_old_commits_go_but_for_pinned_ones(
        self, world: World, uri: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(indices, "CLOCK_MARGIN", MARGIN)
        await world.put(LEAVE)
        table = await Place(uri).open()
        first = await table.version()
        await asyncio.sleep(2 * MARGIN.total_seconds())
        await world.put(PARKING)
        pinned = await open_index(uri).pin("p")
        await world.put(document("hr/leave.md", "5 days."))
        assert first in [commit["version"] for commit in await table.list_versions()]  # not an hour old
        monkeypatch.setattr(indices, "KEEP", timedelta(0))
        await world.put(document("hr/leave.md", "6 days."))
        left = [commit["version"] for commit in await table.list_versions()]
        assert first < min(left) <= pinned.commit
        assert await open_index(uri, index="p").version() == pinned.version

    async def test_names(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        index = open_index(uri)
        await index.pin("a")
        assert (await index.pin("a")).name == "a"
        await world.put(PARKING)
        for name in ("a", "", "a b", "../x", ".hidden", "a..b", "x" * 65, "a/b"):
            with pytest.raises(UsageError):
                await index.pin(name)
        with pytest.raises(IndexUnavailable, match="no version is pinned"):
            await open_index(uri, index="never").version()


class TestOptimising:
    async def test_changes_nothing_and_covers_everything(self, world: World, uri: Path) -> None:
        async with world.writer.writing("t"):
            for number in range(12):
                one, passages = document(f"d{number}.md", f"rule {number} about leave")
                vectors = EMBEDDER.passages([passage.text for passage in passages])
                await world.writer.put("t", one, passages, vectors, Record(root="/r", fingerprint=str(number)))
            index = open_index(uri)
            before = (
                await index.version(),
                {(c.passage.id, c.keyword_rank is None) for c in await index.search(search("leave"))},
            )
            assert (await index.check()).not_indexed == 12
            await world.writer.finish("t")
        after = (
            await index.version(),
            {(c.passage.id, c.keyword_rank is None) for c in await index.search(search("leave"))},
        )
        assert after == before
        check = await index.check()
        assert check.fine
        assert (check.documents, check.passages, check.version) == (12, 12, after[0])

    async def test_an_interrupted_finish_is_made_up_for(self, world: World, uri: Path) -> None:
        async with world.writer.writing("t"):
            one, passages = LEAVE
            vectors = EMBEDDER.passages([passage.text for passage in passages])
            await world.writer.put("t", one, passages, vectors, Record(root="/r", fingerprint="f"))
        assert not (await open_index(uri).check()).fine
        fresh = open_writer(uri)
        async with fresh.writing("t"):
            await fresh.finish("t")
        assert (await open_index(uri).check()).fine

    async def test_nothing_written_makes_no_commit(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        table = await Place(uri).open()
        before = await table.version()
        fresh = open_writer(uri)
        async with fresh.writing("t"):
            await fresh.finish("t")
        assert await table.version() == before

    async def test_a_large_table_gets_a_vector_index_and_is_searched_as_before(
        self, world: World, uri: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        words = [f"word{number}" for number in range(40)]
        draw = random.Random(7)
        documents = [document(f"d{n}.md", *(" ".join(draw.sample(words, 8)) for _ in range(60))) for n in range(6)]
        await world.put(*documents)
        exact = await open_index(uri).search(search("word1 word2 word3", limit=20))
        monkeypatch.setattr(indices, "ROWS_FOR_VECTOR_INDEX", 300)
        await world.put(document("e.md", "one more"))
        table = await Place(uri).open()
        assert "vector" in {column for index in await table.list_indices() for column in index.columns}
        near = await open_index(uri).search(search("word1 word2 word3", limit=20))
        best = {c.passage.id for c in exact if c.dense_rank}
        assert len(best & {c.passage.id for c in near if c.dense_rank}) >= 15
        for candidate in near:
            alike = sum(
                a * b
                for a, b in zip(
                    EMBEDDER.query("word1 word2 word3"), EMBEDDER.query(f"Rules\n{candidate.passage.text}"), strict=True
                )
            )
            assert candidate.similarity == pytest.approx(alike, abs=1e-5)


class TestReading:
    async def test_a_call_without_end_ends(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)

        class Slow(BagOfStems):
            def query(self, text: str) -> list[float]:
                time.sleep(0.3)
                return super().query(text)

        with pytest.raises(IndexUnavailable, match=r"within 0.1 s"):
            await open_index(uri, Slow(), deadline_s=0.1).search(search("leave"))

    async def test_a_damaged_index_is_unavailable(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        for path in (uri / "passages.lance" / "data").iterdir():
            path.write_bytes(b"damage")
        with pytest.raises(IndexUnavailable) as caught:
            await open_index(uri).search(search("leave"))
        assert caught.value.message == "the index is damaged"
        assert caught.value.hint == "run `saywhy ingest --rebuild PATH`"

    @pytest.mark.parametrize("part", ["data", "_indices", "_versions"])
    @pytest.mark.parametrize("damage", [b"damage" * 20, b"", None])
    async def test_damage_is_found_by_a_check_and_mended_by_a_rebuild(
        self, world: World, uri: Path, part: str, damage: bytes | None
    ) -> None:
        await world.put(LEAVE, PARKING)
        for path in (uri / "passages.lance" / part).rglob("*"):
            if path.is_file() and damage is None:
                path.unlink()
            elif path.is_file():
                path.write_bytes(damage or b"")
        with pytest.raises(IndexUnavailable, match=r"^the index is damaged$"):
            await open_index(uri).check()
        again = World(open_writer(uri, rebuild=True), lambda: open_index(uri))
        await again.put(LEAVE, PARKING)
        assert (await open_index(uri).check()).fine
        assert ids(await open_index(uri).search(search("leave"))) >= {p.id for p in LEAVE[1]}

    async def test_an_old_commit_that_is_damaged_does_not_outlive_a_rebuild(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        oldest = max((uri / "passages.lance" / "_versions").glob("*.manifest"))
        oldest.write_bytes(b"damage" * 20)
        await World(open_writer(uri, rebuild=True), lambda: open_index(uri)).put(LEAVE)
        assert (await open_index(uri).check()).fine

    async def test_asking_makes_no_folder(self, uri: Path) -> None:
        with pytest.raises(IndexUnavailable):
            await open_index(uri).version()
        assert list(uri.parent.iterdir()) == []

    async def test_catalogues_are_resolved_once_for_equal_readers(self, world: World, uri: Path) -> None:
        await world.put(LEAVE)
        calls = []

        def resolve(found: Any) -> Any:
            calls.append(1)
            return everything(found)

        index = open_index(uri, resolve=resolve)
        for _ in range(3):
            for groups in ({"a", "b"}, {"b", "a"}, {"c"}):
                await index.catalogue("t", Reader(groups=frozenset(groups)))
        assert len(calls) == 2
        await world.put(PARKING)
        assert set((await index.catalogue("t", MEMBER)).sources) == {"hr/leave.md", "parking.md"}

    async def test_a_relative_path_called_db_is_a_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        await World(open_writer("db"), lambda: open_index(Path("db"))).put(LEAVE)
        assert (tmp_path / "db" / "passages.lance").is_dir()
