"""Bytes → text: never a guess that reads as nonsense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ingest.blocks import Rejected
from bot.ingest.characters import clean
from bot.ingest.decode import decode

GERMAN = "Die Gebühr beträgt 5 €. Größe und Öffnungszeiten: „Menü“ – täglich."
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy, dovolená je pět týdnů."
POLISH = "Zażółć gęślą jaźń, urlop trwa pięć tygodni."
RUSSIAN = "Отпуск длится двадцать восемь дней."


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfplain", "plain"),
        (GERMAN.encode(), GERMAN),
        (GERMAN.encode("cp1252"), GERMAN),
        (b"Meals: \x8045 a day \x96 UK: \xa340. isn\x92t, caf\xe9", "Meals: €45 a day – UK: £40. isn’t, café"),
        (CZECH.encode("utf-16"), CZECH),
        (b"\xfe\xff" + CZECH.encode("utf-16-be"), CZECH),
        (b"\xff\xfe\0\0" + "ok".encode("utf-32-le"), "ok"),
        (b"fee 25 \xed\xa0\x80 EUR, \xff stray", "fee 25  EUR,  stray"),
        ("naïve café, 5 €, façade ".encode() + b"\xff end", "naïve café, 5 €, façade  end"),
        (b"", ""),
    ],
)  # fmt: skip
def test_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    "data",
    [
        CZECH.encode("cp1250"),
        POLISH.encode("cp1250"),
        POLISH.encode("iso-8859-2"),
        RUSSIAN.encode("cp1251"),
        RUSSIAN.encode("koi8-r"),
        "休暇は五日間です。".encode("shift-jis"),
        "年假五天。".encode("gbk"),
        "every other byte".encode("utf-16-le"),
        bytes(range(256)),
    ],
)
def test_no_mojibake(data: bytes) -> None:
    text = decode(data)
    assert isinstance(text, Rejected) and text.reason == "unknown_encoding"


def test_a_declared_charset_is_believed_where_it_fits() -> None:
    assert decode(CZECH.encode("cp1250"), "windows-1250") == CZECH
    assert isinstance(decode(CZECH.encode("cp1250"), "no-such-charset"), Rejected)


@given(st.binary())
def test_no_bytes_raise(data: bytes) -> None:
    assert isinstance(decode(data), str | Rejected)


@given(st.text())
def test_utf8_is_read_as_it_is(text: str) -> None:
    data = text.encode()
    if not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) and data.count(0) * 5 <= len(data):
        assert decode(data) == text


@pytest.mark.parametrize(
    ("text", "cleaned", "kinds"),
    [
        ("a\r\nb\rc\x0bd", "a\nb\nc\nd", 0),
        ("3 days\0 \ud800of\x07 leave\ufffe", "3 days of leave", 0),
        ("soft\u00adhyphen \ufeff", "softhyphen ", 0),
        ("quo\u200bta", "quota", 1),
        ("200\U000e0041\U000e0042 pages", "200 pages", 1),
        ("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f flag", "\U0001f3f4 flag", 0),
        ("pay \u202e000,9\u202c EUR", "pay  EUR", 2),
        ("\u2066left\u2069", "left", 1),
        ("می\u200cخواهم", "می\u200cخواهم", 0),
        ("👩\u200d💻", "👩\u200d💻", 0),
    ],
)
def test_invisible_characters(text: str, cleaned: str, kinds: int) -> None:
    found, notes = clean(text)
    assert (found, len(notes)) == (cleaned, kinds)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)[0]
    assert clean(once)[0] == once
    once.encode()
