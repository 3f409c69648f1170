"""Exchange ⇄ JSON without a database."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from bot.domain.exchanges import Exchange
from store.codec import clean, pack, unpack
from tests import samples


@pytest.mark.slow
@given(samples.exchanges)
def test_json_and_back_is_the_same(exchange: Exchange) -> None:
    assert unpack(json.loads(json.dumps(pack(exchange), allow_nan=False))) == exchange


def test_a_passage_is_written_once() -> None:
    packed = pack(samples.exchange())
    assert list(packed["passages"]) == ["hr/leave.md#0", "hr/leave.md#40"]
    assert packed["kept"][0]["passage"] == packed["prompt"]["passages"][0] == "hr/leave.md#0"
    assert json.dumps(packed).count("Everyone gets 25 days") == 1


def test_keys_of_a_newer_program_are_passed_over() -> None:
    packed = pack(samples.exchange()) | {"mood": "good"}
    assert unpack(packed) == samples.exchange()


@pytest.mark.parametrize(
    ("text", "cleaned"), [("a\0b", "a\ufffdb"), ("\ud83d\ude00", "\ufffd\ufffd"), ("😀\n\t", "😀\n\t"), ("", "")]
)
def test_cleaning_keeps_the_length(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
    assert len(cleaned) == len(text)
