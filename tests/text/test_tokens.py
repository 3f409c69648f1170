from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.tokens import content, index_terms, tokens


def norms(text: str) -> list[str]:
    return [token.norm for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5000", ["5000"]),
        ("5,000", ["5000"]),
        ("5k", ["5000"]),
        ("5K", ["5000"]),
        ("5'000", ["5000"]),
        ("5\u202f000", ["5000"]),
        ("1.5k", ["1500"]),
        ("5.000", ["5.000"]),  # five, or five thousand: not to be settled here
        ("25", ["25"]),
        ("3.10", ["3.10"]),  # a version is no number
        ("v3.10", ["3.10"]),
        ("EX-12b", ["ex-12b"]),
        ("EX‑12b", ["ex-12b"]),
        ("EX12b", ["ex12b"]),
        ("don’t", ["don't"]),
        ("Straße", ["strasse"]),
        ("oﬃce", ["office"]),
        ("ＦＵＬＬ", ["full"]),
        ("lea\u00adve", ["leave"]),
        ("le\u200bave", ["leave"]),
        ("\ufeffleave", ["leave"]),
        ("cafe\u0301", ["café"]),
        ("", []),
        ("… – 👋", []),
    ],
)
def test_norm(text: str, expected: list[str]) -> None:
    assert norms(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("employee", "employees"),
        ("employee's", "employees'"),
        ("Berlin", "Berlin’s"),
        ("reimburse", "reimbursed"),
        ("policy", "policies"),
        ("5,000", "5k"),
    ],
)
def test_one_stem(one: str, other: str) -> None:
    assert [t.stem for t in tokens(one)] == [t.stem for t in tokens(other)]


@pytest.mark.parametrize("text", ["who's", "they're", "I've", "what’s", "we'll", "you'd", "isn't", "the"])
def test_stop_words_contracted_too(text: str) -> None:
    assert content(text) == ()


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("IT", "The IT desk"),
        ("NO", "Employees in NO"),
        ("WHO", "WHO guidance"),
        ("EX12b", "form EX-12b"),
        ("EX-12b", "form EX12b"),
        ("EX-12b", "form EX 12b"),
        ("5000", "up to 5,000 EUR"),
        ("5k", "up to 5000 EUR"),
        ("POL-017", "see POL-017"),
        ("email", "by e-mail"),
        ("年假", "员工的年假有多少天"),
        ("休暇", "有給休暇は二十日"),
        ("휴가", "연차휴가는 15일"),
        ("leave", "lea\u00adve"),
        ("leave", "le\u200bave"),
        ("employees", "an employee's right"),
    ],
)
def test_what_is_asked_finds_what_is_written(asked: str, written: str) -> None:
    assert set(index_terms(asked)) & set(index_terms(written))


def test_near_twins_are_told_apart() -> None:
    assert "pol-017" not in index_terms("POL-031") and "pol017" not in index_terms("POL-031")
    assert "25" not in index_terms("5 days") and "3.1" not in index_terms("version 3.10")


@given(st.text())
def test_never_raises_and_offsets_are_those_of_the_text(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        end = token.end
        assert token.norm and token.text
    index_terms(text)
    content(text)


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_composed_or_not_is_the_same(text: str) -> None:
    assert norms(unicodedata.normalize("NFC", text)) == norms(unicodedata.normalize("NFD", text))
