from __future__ import annotations

import pytest

from bot.text.dictionary import is_word


@pytest.mark.parametrize("word", ["customer", "refund", "password", "leave", "licence", "notice"])
def test_words(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", ["tyres", "cheque", "colour", "organisation", "programme"])
def test_british_words(word: str) -> None:
    assert is_word(word)


@pytest.mark.parametrize("word", ["custommer", "refnud", "pasword", "subscripton", "xqzt", ""])
def test_slips(word: str) -> None:
    assert not is_word(word)
