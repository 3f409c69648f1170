"""The generated corpora are what their labels say."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.calibration.bank import CONTENT, SPLITS, partition, read_lists, read_pools, read_topics, share
from scripts.calibration.cases import MISSES, Case
from scripts.calibration.company import Company, key_of
from scripts.calibration.generate import build, main, splits_of
from scripts.calibration.pages import Corpus
from scripts.calibration.wording import pattern, singular

Built = list[tuple[Company, Corpus, list[Case]]]
COMPANIES = 3


@pytest.fixture(scope="module")
def built() -> Built:
    return build(7, COMPANIES)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("generated")
    main(["--seed", "7", "--out", str(out), "--companies", str(COMPANIES)])
    return out


def cases_of(folder: Path) -> Iterator[dict[str, object]]:
    for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def body_of(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text.split("\n---\n", 1)[1] if text.startswith("---\n") else text


def manifest(out: Path) -> list[dict[str, object]]:
    loaded: dict[str, list[dict[str, object]]] = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    return loaded["companies"]


def test_the_same_seed_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    main(["--seed", "7", "--out", str(tmp_path), "--companies", str(COMPANIES)])
    first, second = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (written, tmp_path)
    )
    assert first == second


def test_another_seed_gives_other_questions(built: Built) -> None:
    questions = {case.q for _, _, cases in built for case in cases}
    others = {case.q for _, _, cases in build(8, COMPANIES) for case in cases}
    assert len(questions & others) < len(questions) / 2


def test_positions_point_at_the_sentence_with_the_answer(written: Path) -> None:
    seen = 0
    for entry in manifest(written):
        folder = written / str(entry["company"])
        for case in cases_of(folder):
            gold = case["gold"]
            for position in [gold] if isinstance(gold, str) else gold if isinstance(gold, list) else []:
                path, _, offset = str(position).rpartition("#")
                body = body_of(folder / "docs" / path)
                line = body[int(offset) :].split("\n", 1)[0]
                assert int(offset) == 0 or body[int(offset) - 1] in " \n", (position, line)
                assert str(case["expect"]) in line, (position, line)
                seen += 1
    assert seen > 150


def test_positions_start_with_what_was_stated(built: Built) -> None:
    for company, corpus, _ in built:
        for fact in company.facts:
            for place in corpus.places[fact.key]:
                assert corpus.bodies[place.path].startswith(place.sentence, place.offset)
                assert place.span in place.sentence


def test_answerable_questions_have_exactly_one_answer(built: Built) -> None:
    for _, _, cases in built:
        for case in cases:
            if "answerable" in case.tags:
                assert case.expect
                assert case.gold
                assert not case.reason


def test_what_is_not_stated_stands_in_no_document(built: Built) -> None:
    for company, corpus, cases in built:
        for case in cases:
            if case.reason != "missing_evidence" or case.source is None:
                continue
            topic, attribute, who = case.source
            assert key_of(topic, attribute, who) not in corpus.places
            wanted = [pattern(template, attribute, who, company.names) for template in attribute.says]
            assert not any(said.search(body) for said in wanted for body in corpus.bodies.values()), case.q


def test_a_neighbouring_subject_has_no_facts(built: Built) -> None:
    for company, corpus, _ in built:
        sentences = [place.sentence.lower() for places in corpus.places.values() for place in places]
        for plan in company.plans:
            for other in plan.topic.others:
                named = re.compile(rf"\b{re.escape(other.lower())}\b")
                assert not any(named.search(sentence) for sentence in sentences), other


def test_every_kind_of_near_miss_occurs(written: Path) -> None:
    entries = manifest(written)
    kinds = {kind for entry in entries for kind in dict(entry["kinds"])}  # type: ignore[call-overload]
    assert kinds == {*MISSES, "answerable", "ambiguity", "conflict"}
    assert all(80 <= int(str(entry["cases"])) <= 110 for entry in entries)


def test_conflicts_and_ambiguities_name_all_sides(built: Built) -> None:
    for _, _, cases in built:
        for case in cases:
            if case.reason in ("conflict", "ambiguity"):
                assert len(case.gold) >= 2
            if case.reason == "conflict":
                assert len({position.rpartition("#")[0] for position in case.gold}) == 2


def test_splits_share_no_topic_no_phrasing_and_no_question(built: Built) -> None:
    assert {company.split for company, _, _ in built} == set(SPLITS)
    topics = {
        split: {plan.topic.id for company, _, _ in built if company.split == split for plan in company.plans}
        for split in SPLITS
    }
    asked = {
        split: {case.q for company, _, cases in built if company.split == split for case in cases} for split in SPLITS
    }
    for one, other in (("fit", "develop"), ("fit", "report"), ("develop", "report")):
        assert not topics[one] & topics[other]
        assert not asked[one] & asked[other]
        assert not set(share(["a", "b", "c", "d"], one)) & set(share(["a", "b", "c", "d"], other))


@pytest.mark.parametrize(
    ("companies", "expected"),
    [(1, [1, 0, 0]), (3, [1, 1, 1]), (5, [3, 1, 1]), (10, [6, 2, 2]), (12, [7, 2, 3]), (20, [12, 4, 4])],
)
def test_companies_go_to_splits_by_index(companies: int, expected: list[int]) -> None:
    dealt = splits_of(companies)
    assert [dealt.count(split) for split in SPLITS] == expected
    assert dealt == sorted(dealt, key=SPLITS.index)


def test_the_bank_is_rich_enough() -> None:
    topics = read_topics()
    assert len(topics) >= 60
    assert len({topic.id for topic in topics}) == len(topics)
    assert all(len(topic.attributes) >= 4 and len(topic.background) >= 4 for topic in topics)
    pools = read_pools()
    for topic in topics:
        for attribute in topic.attributes:
            scoped = attribute.members or not attribute.scope or any(key.startswith(attribute.scope) for key in pools)
            assert scoped, (topic.id, attribute.id)


def test_foreign_questions_are_on_no_topic() -> None:
    names = [topic.name.lower() for topic in read_topics()]
    for question in next(iter(read_lists(CONTENT / "foreign.txt").values())):
        assert not any(name in question.lower() for name in names), question


def test_each_split_has_enough_topics() -> None:
    topics_of_all = read_topics()
    for seed in range(20):
        split = partition(topics_of_all, random.Random(seed))
        assert min(len(topics) for topics in split.values()) >= 16


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 days", "1 day"),
        ("one working days", "one working day"),
        ("1 wrong entries", "1 wrong entry"),
        ("11 days", "11 days"),
    ],
)
def test_one_is_singular(text: str, expected: str) -> None:
    assert singular(text) == expected
