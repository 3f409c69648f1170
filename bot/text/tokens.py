"""Words of a text in the one form in which they are compared and indexed.

Used by the index for what it stores and for what it is asked, and by every stage that compares words: two texts match
here exactly when their stems are equal, whatever the typography.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import Stemmer

ZERO_WIDTH = dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, 0x00AD])
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "′": "'", "‐": "-", "‑": "-", "−": "-"})

# A letter or digit, with the invisible characters before it and the accents behind it that don't end a word.
_LETTER = r"(?:[^\W_][\u0300-\u036f]*)"
_UNSEEN = r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
_WORD = rf"{_LETTER}(?:{_UNSEEN}*{_LETTER})*"
# A version, a figure with its separators, an identifier with inner hyphens, or a word with an inner apostrophe.
_TOKEN = re.compile(
    r"\bv\d+(?:\.\d+)+\b"
    r"|\d+(?:[.,\u202f'’]\d+)*(?:[a-z]\b(?![\u0300-\u036f]))?"
    rf"|{_WORD}(?:{_UNSEEN}*['’‐‑-]{_UNSEEN}*{_WORD})*",
    re.IGNORECASE,
)
# The same for a text without any of these characters, which is most of them: three times as fast.
_PLAIN_TOKEN = re.compile(
    r"\bv\d+(?:\.\d+)+\b|\d+(?:[.,\u202f'’]\d+)*(?:[a-z]\b)?|[^\W_]+(?:['’‐‑-][^\W_]+)*", re.IGNORECASE
)
_NOT_PLAIN = re.compile(rf"{_UNSEEN}|[\u0300-\u036f]")
_CONTRACTED = re.compile(r"'(?:s|re|ve|ll|d|m)$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:[,\u202f'’]\d{3})+(?:\.\d+)?$")
_KILO = re.compile(r"(\d+(?:\.\d+)?)k$")
_PART = re.compile(r"\d+|[^\W\d_]+")

_stemmer = Stemmer.Stemmer("english")

# Words that say nothing about the subject of a question or a rule.
STOP_WORDS = frozenset(
    """
    a an the this that these those there here it its it's i i'm i've i'd i'll me my mine we we're our ours us
    you your yours he him his she her they them their theirs one ones who whom whose what what's which when
    where why how is are was were be been being am do does did doing done have has had having can could will
    would shall should may might must of in on at by for from to into onto with within without about as if then
    than so such and or but nor not no any some each every all both either neither much many more most less
    least few lot lots very just only also too please thanks thank hi hello hey ok okay tell know say says said
    give gives get gets got getting need needs want wants let lets like go goes going there's isn't aren't
    wasn't weren't don't doesn't didn't can't cannot couldn't won't wouldn't shouldn't haven't hasn't hadn't up
    out off over under again once while during per until till after before since because although though whether
    upon via across actually currently exactly now today really still ever happen happens happened someone
    somebody anyone anybody person people thing things mean means kind sort
    """.split()
)


class Token(NamedTuple):  # made in three times less time than a frozen dataclass, and by the thousand
    text: str  # as written
    norm: str  # NFKC, case-folded, figures without thousands separators
    stem: str
    start: int  # offsets in the text
    end: int

    @property
    def is_stop(self) -> bool:
        return self.norm in STOP_WORDS or ("'" in self.norm and _CONTRACTED.sub("", self.norm) in STOP_WORDS)

    @property
    def is_figure(self) -> bool:
        return self.norm[0].isdigit()

    @property
    def capitalised(self) -> bool:
        return self.text[:1].isupper()


def clean(text: str) -> str:
    """NFKC with invisible characters taken out: for comparing, never for showing."""
    return unicodedata.normalize("NFKC", text.translate(ZERO_WIDTH)).translate(_APOSTROPHES)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """English stem of a case-folded word; a possessive is taken off first."""
    base = word.removesuffix("'s").removesuffix("'")
    return str(_stemmer.stemWord(base))


@lru_cache(maxsize=20_000)
def _norm(raw: str) -> str:
    word = unicodedata.normalize("NFKC", raw.replace("\u202f", "'")).translate(_APOSTROPHES).casefold()
    if word[0] == "v" and "." in word:
        return word[1:]
    if _THOUSANDS.match(word):
        return re.sub(r"[,\u202f']", "", word)
    if kilo := _KILO.match(word):
        return f"{float(kilo[1]) * 1000:g}" if float(kilo[1]) < 1000 else word
    return word


@lru_cache(maxsize=1_024)  # a passage's take 20 kB; the text of one question is asked for by nearly every stage
def tokens(text: str) -> tuple[Token, ...]:
    """The words and figures of a text, in order. Offsets are those of the text given."""
    found = []
    pattern = _PLAIN_TOKEN if text.isascii() or not _NOT_PLAIN.search(text) else _TOKEN
    for match in pattern.finditer(text):
        raw = match.group()
        if not raw.isascii():
            raw = raw.translate(ZERO_WIDTH)
        if raw:
            norm = _norm(raw)
            found.append(Token(raw, norm, stem(norm), match.start(), match.end()))
    return tuple(found)


def content(text: str) -> tuple[Token, ...]:
    """The tokens that carry meaning: no stop words."""
    return tuple(token for token in tokens(text) if not token.is_stop)


def index_terms(text: str) -> list[str]:
    """What the keyword index stores for a text and looks for in a question.

    Stems of every word, stop words too (IT, NO and WHO are subjects as well); a compound also as its parts and without
    its hyphens (`EX-12b` → ex-12b, ex12b, ex, 12, b); scripts without spaces as overlapping pairs of characters.
    """
    terms: list[str] = []
    for token in tokens(text.translate(ZERO_WIDTH)):
        if paired := pairs(token):
            terms.extend(paired)
            continue
        terms.append(token.stem)
        parts = _PART.findall(token.norm)
        if len(parts) > 1 and not token.norm.replace(".", "").isdigit():
            joined = "".join(parts)
            terms.extend(term for term in [joined, *map(stem, parts)] if term != token.stem)
    return terms


def pairs(token: Token) -> list[str]:
    """The overlapping pairs of characters of a script without spaces; none for other scripts."""
    return [] if token.norm.isascii() or not _CJK.search(token.norm) else _pairs(token.norm)


def _pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)] or [word]
