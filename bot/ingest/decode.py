"""Bytes → text without guessing: BOM, UTF-8, what the file declares, cp1252 where it reads like a language."""

from __future__ import annotations

import codecs
import re

from bot.ingest.blocks import Rejected

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]")
_MAX_STRAY = 5  # damaged bytes that are dropped before a file counts as unreadable

# Letters beyond ASCII in the languages written with cp1252. Text of another code page uses a mixture that fits none.
_ALPHABETS = [
    frozenset(letters + letters.upper())
    for letters in (
        "äöüßéèàêç",  # German, Swiss names
        "àâæçéèêëîïôœùûüÿ",  # French
        "áéíñóúüïçàèòªº",  # Spanish, Catalan
        "ãáàâçéêíóôõúüªº",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "åäöæøéèüô",  # Nordic
        "ëïéèêöüäáóíúûâô",  # Dutch
        "áðéíóúýþæö",  # Icelandic
        "áéíóúèâêîôûŵŷ",  # Irish, Welsh
    )
]
_INNER_SYMBOL = re.compile(r"(?<=[^\W\d_])[^\w\s'’‘´\-–—…·/&@.,:;()\"“”«»\xa0\xad\x00-\x7f](?=[^\W\d_])")
_HIGH_LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
_HIGH_RUN = re.compile(r"[^\W\d_\x00-\x7f]{4,}")
_LONELY = re.compile(r"(?<![^\W_])[^\W\d_\x00-\x7fàÀèéÈÉóòÓåÅöÖøØæÆµªº](?![^\W_])")


def decode(data: bytes, declared: str | None = None) -> str | Rejected:
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(codec, errors="ignore")
    if data.count(0) * 5 > len(data):
        return Rejected(reason="unknown_encoding", detail="every other byte is empty: UTF-16 without its mark?")
    data = _SURROGATE.sub(b"", data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _declared(data, declared) or _damaged(data) or _cp1252(data) or _stray(data)


def _declared(data: bytes, charset: str | None) -> str | None:
    try:
        return data.decode(charset) if charset else None
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def _damaged(data: bytes) -> str | None:
    """UTF-8 with a few bad bytes: most of its high bytes still form characters."""
    valid = len(_MULTIBYTE.findall(data))
    stray = len(_HIGH.findall(_MULTIBYTE.sub(b"", data)))
    return data.decode("utf-8", errors="ignore") if stray <= _MAX_STRAY and valid > 2 * stray else None


def _cp1252(data: bytes) -> str | None:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return text if _reads_well(text) else None


def _reads_well(text: str) -> bool:
    letters = frozenset(_HIGH_LETTER.findall(text)) - frozenset("µƒªº")
    if not any(letters <= alphabet for alphabet in _ALPHABETS):
        return False
    return not (_INNER_SYMBOL.search(text) or _HIGH_RUN.search(text) or _LONELY.search(text))


def _stray(data: bytes) -> str | Rejected:
    if len(_HIGH.findall(data)) <= _MAX_STRAY:
        return data.decode("utf-8", errors="ignore")
    return Rejected(reason="unknown_encoding", detail="neither UTF-8 nor cp1252: save it as UTF-8")
