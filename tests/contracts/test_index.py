"""What every index promises: the real one and the fake, each written through its own `IngestStore`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot.domain.access import audience_tokens, reader_tokens
from bot.domain.documents import Catalogue, Document, Passage, PassageKind, Reader, Source, Status
from bot.domain.errors import IndexUnavailable
from bot.domain.ports import Index
from bot.domain.retrieval import Candidate, Search
from bot.ingest.ports import Finished, IngestStore, Record, index_version
from bot.text.passage_text import embedding_key, embedding_text
from store.passages import PassageIndex, PassageWriter
from tests.fakes.embedder import BagOfStems
from tests.fakes.index import MemoryIndex
from tests.fakes.ingest_store import MemoryIngestStore

MEMBER, GUEST = Reader(), Reader(member=False, groups=frozenset({"hr"}))
HR = Reader(groups=frozenset({"hr", "it's"}))
EMBEDDER = BagOfStems()


def everything(sources: Iterable[Source]) -> Catalogue:
    return Catalogue(sources={source.id: source for source in sources})


def document(
    id_: str, *texts: str, audience: Iterable[str] | None = None, **facts: object
) -> tuple[Document, list[Passage]]:
    """A document whose passages are the texts, one a line."""
    source = Source(
        id=id_,
        root="/handbook",
        title=str(facts.pop("title", "Rules")),
        audience=None if audience is None else frozenset(audience),
        digest=hashlib.sha256("\n".join(texts).encode()).hexdigest(),
        **facts,  # type: ignore[arg-type]
    )
    passages, offset = [], 0
    for text in texts:
        passages.append(Passage(source=source, offset=offset, length=len(text), text=text))
        offset += len(text) + 1
    return Document(source=source, text="\n".join(texts)), passages


@dataclass
class World:
    writer: IngestStore
    open: Callable[[], Index]

    async def put(self, *documents: tuple[Document, list[Passage]], tenant: str = "t", notes: str = "") -> Finished:
        async with self.writer.writing(tenant):
            for one, passages in documents:
                vectors = EMBEDDER.passages([embedding_text(passage) for passage in passages])
                record = Record(root=one.source.root, fingerprint=one.source.digest, notes=notes)
                await self.writer.put(tenant, one, passages, vectors, record)
            return await self.writer.finish(tenant)

    async def remove(self, *ids: str, tenant: str = "t") -> Finished:
        async with self.writer.writing(tenant):
            await self.writer.remove(tenant, ids)
            return await self.writer.finish(tenant)


@pytest.fixture(params=["lancedb", "memory"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    if request.param == "memory":
        store = MemoryIngestStore()
        return World(store, lambda: MemoryIndex(store, EMBEDDER, everything))
    uri = tmp_path / "index"
    writer = PassageWriter(uri, EMBEDDER, chunker="1", record=Record, finished=Finished, digest=index_version, wait_s=0)
    return World(writer, lambda: PassageIndex(uri, EMBEDDER, chunker="1", resolve=everything, digest=index_version))


def search(text: str, reader: Reader | None = MEMBER, **changes: object) -> Search:
    asked = Search(text=text, tenant="t", reader_tokens=None if reader is None else reader_tokens(reader))
    return replace(asked, **changes)  # type: ignore[arg-type]


def ids(found: Iterable[Candidate]) -> set[str]:
    return {candidate.passage.id for candidate in found}


def by_words(found: Iterable[Candidate]) -> list[str]:
    ranked = [(one.keyword_rank, one.passage.id) for one in found if one.keyword_rank is not None]
    assert [rank for rank, _ in sorted(ranked)] == list(range(1, len(ranked) + 1))
    return [id_ for _, id_ in sorted(ranked)]


LEAVE = document("hr/leave.md", "Employees get 30 days of annual leave.", "Leave is asked for a week ahead.")
PARKING = document("parking.md", "Visitors park behind the warehouse.")
PAY = document("hr/pay.md", "Salary bands for annual review.", audience=["hr", "board"])
BRIBES = document("o'neil \\ x.md", "Gifts above 50 euros are refused.", audience=["it's"])
OPEN = document("open.md", "The office opens at 9.", audience=["public", "hr"])
NOBODY = document("nobody.md", "Annual secrets.", audience=[])
ALL = (LEAVE, PARKING, PAY, BRIBES, OPEN, NOBODY)
READABLE = [
    (MEMBER, {"hr/leave.md", "parking.md", "open.md"}),
    (GUEST, {"open.md"}),
    (HR, {"hr/leave.md", "parking.md", "open.md", "hr/pay.md", "o'neil \\ x.md"}),
    (
        Reader(groups=frozenset({"public", "members", "group:hr", "' OR true --"})),
        {"hr/leave.md", "parking.md", "open.md"},
    ),
]


class TestNothingYet:
    async def test_every_call_says_what_to_do(self, world: World) -> None:
        index = world.open()
        for call in (
            index.version(),
            index.catalogue("t", MEMBER),
            index.search(search("leave")),
            index.passage("t", MEMBER, "a.md#0"),
        ):
            with pytest.raises(IndexUnavailable) as caught:
                await call
            assert caught.value.hint == "run `saywhy ingest PATH`"

    async def test_it_is_there_once_something_was_ingested(self, world: World) -> None:
        index = world.open()
        with pytest.raises(IndexUnavailable):
            await index.version()
        finished = await world.put(LEAVE)
        assert await index.version() == finished.version


class TestPermission:
    @pytest.mark.parametrize(("reader", "readable"), READABLE)
    async def test_catalogue_search_and_passage_agree(self, world: World, reader: Reader, readable: set[str]) -> None:
        await world.put(*ALL)
        index = world.open()
        assert set((await index.catalogue("t", reader)).sources) == readable
        found = await index.search(search("annual leave salary office gifts park", reader))
        assert {candidate.passage.source.id for candidate in found} == readable
        for one, passages in ALL:
            got = await index.passage("t", reader, passages[0].id)
            assert (got == passages[0]) if one.source.id in readable else (got is None)

    @pytest.mark.parametrize("reader", [reader for reader, _ in READABLE])
    def test_tokens_say_what_the_rule_says(self, reader: Reader) -> None:
        for one, _ in ALL:
            shared = set(reader_tokens(reader)) & set(audience_tokens(one.source.audience))
            assert bool(shared) == reader.may_read(one.source.audience)

    async def test_the_probe_sees_everything(self, world: World) -> None:
        await world.put(*ALL)
        found = await world.open().search(search("annual", None))
        assert {c.passage.source.id for c in found} == {one.source.id for one, _ in ALL}

    async def test_hidden_passages_take_no_place(self, world: World) -> None:
        """The filter runs before the limit: a hundred hidden passages that fit better leave the permitted one found."""
        hidden = [document(f"secret{i}.md", "annual leave annual leave", audience=["board"]) for i in range(30)]
        await world.put(*hidden, LEAVE)
        found = await world.open().search(search("annual leave", limit=2))
        assert ids(found) == {passage.id for passage in LEAVE[1]}

    async def test_tenants_never_meet(self, world: World) -> None:
        await world.put(LEAVE)
        await world.put(document("hr/leave.md", "Our leave is 12 days."), tenant="t'2")
        index = world.open()
        assert {c.passage.text for c in await index.search(search("leave", tenant="t'2"))} == {"Our leave is 12 days."}
        assert ids(await index.search(search("leave"))) == {passage.id for passage in LEAVE[1]}
        assert (await index.catalogue("other", HR)).sources == {}
        assert await index.search(search("leave", None, tenant="other")) == ()
        assert await index.passage("other", HR, LEAVE[1][0].id) is None
        await world.remove("hr/leave.md")
        assert set((await index.catalogue("t'2", MEMBER)).sources) == {"hr/leave.md"}
        assert (await index.catalogue("t", MEMBER)).sources == {}


class TestSearch:
    async def test_both_arms_and_the_cosine_of_all(self, world: World) -> None:
        await world.put(*ALL)
        asked = search("annual leave", limit=1)
        found = await world.open().search(asked)
        question = EMBEDDER.query(asked.text)
        for candidate in found:
            vector = EMBEDDER.query(embedding_text(candidate.passage))
            cosine = sum(a * b for a, b in zip(question, vector, strict=True))
            assert candidate.similarity == pytest.approx(cosine, abs=1e-5)
            assert (candidate.keyword_rank is None) == (candidate.keyword_score is None)
        assert sum(c.dense_rank is not None for c in found) == 1
        assert by_words(found) == ["hr/leave.md#0"]

    async def test_ranks_follow_similarity_and_score(self, world: World) -> None:
        await world.put(*ALL)
        found = await world.open().search(search("annual leave days", None))
        dense = sorted((c for c in found if c.dense_rank), key=lambda c: c.dense_rank or 0)
        assert [c.dense_rank for c in dense] == list(range(1, len(dense) + 1))
        assert [c.similarity for c in dense] == sorted((c.similarity or 0 for c in dense), reverse=True)
        words = sorted((c for c in found if c.keyword_rank), key=lambda c: c.keyword_rank or 0)
        assert [c.keyword_score for c in words] == sorted((c.keyword_score or 0 for c in words), reverse=True)
        assert len(ids(found)) == len(found)

    async def test_keyword_only(self, world: World) -> None:
        await world.put(*ALL)
        found = await world.open().search(search("warehouse", keyword_only=True))
        assert [(c.passage.id, c.dense_rank, c.keyword_rank) for c in found] == [("parking.md#0", None, 1)]
        assert found[0].similarity is not None

    @pytest.mark.parametrize(
        "id_", ["", "#", "hr/leave.md", "hr/leave.md#", "hr/leave.md#1", "hr/leave.md#\ud800", "x#0"]
    )
    async def test_no_such_passage(self, world: World, id_: str) -> None:
        await world.put(LEAVE)
        assert await world.open().passage("t", MEMBER, id_) is None

    async def test_excluded_documents_take_no_place(self, world: World) -> None:
        old = [document(f"old '{i}'.md", "annual leave annual leave") for i in range(30)]
        await world.put(*old, LEAVE)
        excluded = frozenset({one.source.id for one, _ in old} | {f"gone {i}.md" for i in range(3_000)})
        found = await world.open().search(search("annual leave", limit=2, exclude=excluded))
        assert ids(found) == {passage.id for passage in LEAVE[1]}

    @pytest.mark.parametrize(
        ("asked", "written"),
        [
            ("IT", "Ask IT for a laptop."),
            ("who is WHO", "The WHO guideline applies."),
            ("NO", "NO means nitric oxide."),
            ("EX12b", "Form EX-12b is needed."),
            ("EX-12b", "Form EX12b is needed."),
            ("ex 12 b", "Form EX-12b is needed."),
            ("5000", "Up to 5,000 euros."),
            ("5,000", "Up to 5k euros."),
            ("5k", "Up to 5000 euros."),
            ("POL-017", "See POL-017."),
            ("reimbursed", "We reimburse it."),
            ("employee’s", "The employee's manager."),
            ("pass\u200bword", "Your password expires."),
            ("Größe", "GRÖSSE und Gewicht"),
            ("有給休暇", "社員は有給休暇を取得できます。"),
            ("x" * 200, f"{'x' * 200} is long"),
        ],
    )
    async def test_found_by_words(self, world: World, asked: str, written: str) -> None:
        await world.put(document("a.md", written, title="A"), document("b.md", "Something else, POL-031.", title="B"))
        assert by_words(await world.open().search(search(asked)))[0] == "a.md#0"

    @pytest.mark.parametrize(
        "asked",
        [
            "",
            "   ",
            "🙂",
            '"',
            "zzz AND (b OR",
            "leave~2^3 +x -y",
            "field:leave",
            "{'x': [",
            "\x00",
            "'; DROP--",
            "\ud800",
            "leave " * 2_000,
        ],
    )
    async def test_hostile_text_is_only_words(self, world: World, asked: str) -> None:
        await world.put(LEAVE, PARKING)
        found = await world.open().search(search(asked))
        assert set(by_words(found)) == ({p.id for p in LEAVE[1]} if "leave" in asked.lower() else set())

    async def test_a_passage_comes_back_as_it_went_in(self, world: World) -> None:
        source = Source(
            id="a/ü '\"\\ #1.md",
            root="/root ' x",
            title="T “1”",
            format="pdf",
            declared_id="POL-1",
            url="https://example.org/?a=b",
            effective=date(2024, 3, 1),
            expires=date(2030, 1, 1),
            status=Status.SUPERSEDED,
            supersedes=("b.md",),
            superseded_by=("c.md", "d"),
            amends=("e",),
            audience=frozenset({"public"}),
            authority=3,
            owner="HR",
            version="1.10",
            facets=(("country", "Germany"), ("plan", "it's")),
            ingested_at=datetime(2026, 3, 2, 12, 30, tzinfo=UTC),
            digest="d",
        )
        text = "a | b\n\u2028x\x0b"
        passage = Passage(
            source=source, offset=7, length=3, text=text, headings=("H", "1. “x”"), kind=PassageKind.TABLE
        )
        await world.put((Document(source=source, text=text), [passage]))
        index = world.open()
        assert await index.passage("t", GUEST, passage.id) == passage
        assert [c.passage for c in await index.search(search("x", GUEST))] == [passage]
        assert (await index.catalogue("t", GUEST)).sources == {source.id: source}


class TestWriting:
    async def test_a_changed_document_replaces_all_of_the_old_one(self, world: World) -> None:
        await world.put(LEAVE, PARKING)
        index = world.open()
        await index.search(search("leave"))
        await world.put(document("hr/leave.md", "Holidays: 28 days."))
        found = await index.search(search("leave week holidays", None))
        assert {c.passage.text for c in found} == {"Holidays: 28 days.", "Visitors park behind the warehouse."}
        assert by_words(found) == ["hr/leave.md#0"]
        assert await index.passage("t", MEMBER, LEAVE[1][1].id) is None

    async def test_a_withdrawn_document_is_gone_at_once(self, world: World) -> None:
        await world.put(*ALL)
        index = world.open()
        assert "parking.md" in (await index.catalogue("t", MEMBER)).sources
        async with world.writer.writing("t"):
            await world.writer.remove("t", ["parking.md", "o'neil \\ x.md", "never was.md"])
            assert not {"parking.md", "o'neil \\ x.md"} & set((await index.catalogue("t", HR)).sources)
            assert not {"parking.md#0"} & ids(await index.search(search("park warehouse", None)))
            assert await index.passage("t", MEMBER, "parking.md#0") is None

    async def test_a_narrowed_audience_counts_at_once(self, world: World) -> None:
        await world.put(LEAVE)
        index = world.open()
        assert await index.search(search("leave"))
        await world.put(document("hr/leave.md", *LEAVE[0].text.split("\n"), audience=["board"]))
        assert await index.search(search("leave")) == ()
        assert (await index.catalogue("t", MEMBER)).sources == {}

    async def test_what_ingest_reads_back(self, world: World) -> None:
        await world.put(LEAVE, notes="page 2 has no text")
        async with world.writer.writing("t"):
            known = await world.writer.known("t")
            assert known == {
                "hr/leave.md": Record(root="/handbook", fingerprint=LEAVE[0].source.digest, notes="page 2 has no text")
            }
            vectors = await world.writer.vectors("t", "hr/leave.md")
            assert vectors.keys() == {embedding_key(passage) for passage in LEAVE[1]}
            for passage in LEAVE[1]:
                expected = EMBEDDER.query(embedding_text(passage))
                assert vectors[embedding_key(passage)] == pytest.approx(expected, abs=1e-6)
            assert await world.writer.vectors("t", "never was.md") == {}

    async def test_writing_twice_changes_nothing(self, world: World) -> None:
        first = await world.put(LEAVE, PARKING)
        assert await world.put(LEAVE, PARKING) == first == Finished(version=first.version, passages=3)
        assert len(await world.open().search(search("leave", None))) == 3

    async def test_one_writer_at_a_time(self, world: World) -> None:
        async with world.writer.writing("t"):
            with pytest.raises(IndexUnavailable, match="another ingest"):
                async with world.writer.writing("t"):
                    raise AssertionError("two writers")
        await world.put(LEAVE)

    async def test_only_while_holding_the_lock(self, world: World) -> None:
        with pytest.raises(AssertionError, match="outside `writing`"):
            await world.writer.known("t")

    async def test_a_failure_lets_go_of_the_lock(self, world: World) -> None:
        with pytest.raises(ZeroDivisionError):
            async with world.writer.writing("t"):
                raise ZeroDivisionError
        await world.put(LEAVE)


class TestVersion:
    async def test_is_what_ingest_says_whatever_the_order(self, world: World) -> None:
        await world.put(PARKING)
        finished = await world.put(LEAVE)
        prints = {one.source.id: one.source.digest for one, _ in (LEAVE, PARKING)}
        assert await world.open().version() == finished.version == index_version(prints)

    async def test_changes_with_a_document_and_comes_back(self, world: World) -> None:
        index = world.open()
        first = await world.put(LEAVE, PARKING)
        await world.put(document("hr/leave.md", "28 days."))
        assert await index.version() != first.version
        await world.put(LEAVE)
        assert await index.version() == first.version

    async def test_emptied_is_not_missing(self, world: World) -> None:
        await world.put(LEAVE)
        finished = await world.remove("hr/leave.md")
        index = world.open()
        assert finished == Finished(version=index_version({}), passages=0)
        assert await index.version() == index_version({})
        assert await index.search(search("leave")) == ()
