from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.text import meaning
from bot.text.meaning import Meaning
from tests.fakes.embedder import BagOfStems


class Counting(BagOfStems):
    def __init__(self) -> None:
        super().__init__(256)
        self.embedded: list[str] = []

    def passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.embedded.extend(texts)
        return super().passages(texts)


def test_close_is_what_shares_its_words() -> None:
    same, part, other = Meaning(BagOfStems(256)).cosines("annual leave", ["annual leave", "annual fee", "parking lot"])
    assert same == pytest.approx(1.0)
    assert same > part > other


def test_order_and_length_are_those_of_the_texts() -> None:
    one = Meaning(BagOfStems(256))
    texts = ["b c", "a", "b c", "a b"]
    assert one.cosines("a", texts) == [one.cosines("a", [text])[0] for text in texts]
    assert one.cosines("a", []) == []


def test_no_text_is_embedded_twice() -> None:
    embedder = Counting()
    one = Meaning(embedder)
    one.cosines("q", ["a", "b", "a"])
    one.cosines("another", ["b", "c"])
    assert embedder.embedded == ["a", "b", "c"]
    assert one.name == embedder.name


def test_the_oldest_are_forgotten() -> None:
    embedder = Counting()
    one = Meaning(embedder)
    one.cosines("q", [str(n) for n in range(meaning.KEPT + 1)])
    one.cosines("q", [str(meaning.KEPT)])
    assert len(embedder.embedded) == meaning.KEPT + 1
    one.cosines("q", ["0"])
    assert len(embedder.embedded) == meaning.KEPT + 2


def test_may_be_asked_from_many_threads() -> None:
    one = Meaning(BagOfStems())
    texts = [f"text {n}" for n in range(200)]
    expected = Meaning(BagOfStems()).cosines("text 7", texts)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(lambda _: one.cosines("text 7", texts), range(12)))
