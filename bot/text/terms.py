"""Terms: the words of a text that carry its subject, each with the concepts it stands for.

Two terms match when they share a stem, or stand in one group of the thesaurus. A phrase of the thesaurus ("work from
home") is one term. Countries are groups too, and entities: a rule for one says nothing about another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from bot.text.quantities.units import CURRENCY_CODES
from bot.text.tokens import STOP_WORDS, Token, pairs, stem, tokens

CALENDAR = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april may june july august september october november december q1 q2 q3 q4 am pm
    """.split()
)
# Acronyms that are spelled like a stop word: only capitals tell them apart, so their stem keeps the capitals.
_ACRONYMS = frozenset("IT NO WHO US".split())
_ASKING = frozenset("WHO NO".split())  # opens a sentence, in capitals for emphasis
_LETTERED = frozenset(
    "plan option group class band grade level category tier type schedule annex appendix zone".split()
)
# Countries whose name or adjective is an everyday word in small letters.
_CAPITAL_COUNTRIES = frozenset("us polish poles turkey china".split())
_LOCATED = re.compile(r"-(?:based|resident|located|wide|only)$")
# Behind these a capitalised word is a name even where the thesaurus knows it: the Premium plan.
_NAMED = frozenset(
    "plan package tier edition subscription licence license account programme program card suite".split()
)
_BEFORE_VERSION = re.compile(r"(?:\b[A-Z]\w+|\b(?:version|release|update|v))\s*$")
_NONE: frozenset[str] = frozenset()
_VARIANT = re.compile(r'"([^"]+)"|([^,]+)')


@dataclass(frozen=True, slots=True)
class Term:
    text: str  # as written
    stems: tuple[str, ...]  # of its words, stop words left out
    concepts: frozenset[str]  # ids of thesaurus groups; countries begin with `country:`
    entity: bool  # a name: a rule about it isn't one about another
    general: bool  # too general to carry a subject
    start: int
    end: int

    @property
    def key(self) -> str:
        """What the term is counted by: its concept where it has one, its stem otherwise."""
        return min(self.concepts) if self.concepts else " ".join(self.stems)

    @property
    def country(self) -> bool:
        return any(concept.startswith("country:") for concept in self.concepts)


@dataclass(frozen=True, slots=True)
class _Group:
    id: str
    general: bool


@cache
def _lexicon() -> dict[str, tuple[tuple[tuple[str, ...], _Group], ...]]:
    """First stem of a variant → (stems of the variant, its group), longest first."""
    found: dict[str, list[tuple[tuple[str, ...], _Group]]] = {}
    for name, prefix in (("thesaurus.txt", ""), ("countries.txt", "country:")):
        for line in files("bot.text").joinpath(name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                _add_group(found, line, prefix)
    return {first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in found.items()}


def _add_group(found: dict[str, list[tuple[tuple[str, ...], _Group]]], line: str, prefix: str) -> None:
    variants = [(quoted or plain).strip() for quoted, plain in _VARIANT.findall(line.lstrip("*"))]
    group = _Group(prefix + variants[0], line.startswith("*"))
    for variant in filter(None, variants):
        stems = tuple(token.stem for token in tokens(variant))
        found.setdefault(stems[0], []).append((stems, group))


@lru_cache(maxsize=4_096)
def terms(text: str) -> tuple[Term, ...]:
    """The terms of a text, in order. Figures are left to `quantities`, unless they are part of a name."""
    words = tokens(text)
    shouting = _shouting(words)
    found: list[Term] = []
    i = 0
    while i < len(words):
        if paired := pairs(words[i]):
            found.extend(_pair_terms(words[i], paired))
            i += 1
            continue
        width, concepts, general = _concepts(words, i)
        if term := _term(text, words, i, i + width, concepts, general, shouting):
            found.append(term)
        i += width
    return tuple(found)


def _shouting(words: tuple[Token, ...]) -> bool:
    """Whether capitals say nothing here: a title, or everything in capitals."""
    letters = [token for token in words if token.text.upper() != token.text.lower()]
    if len(letters) > 2 and all(token.text.isupper() for token in letters):
        return True
    return sum(token.capitalised for token in words if not token.is_stop) > 0.7 * max(4, len(words))


def _pair_terms(token: Token, paired: list[str]) -> list[Term]:
    """A script without spaces has no words to be found: every pair of characters counts as one."""
    starts = range(token.start, token.end) if len(token.text) == len(token.norm) else [token.start] * len(paired)
    return [
        Term(pair, (pair,), frozenset(), False, False, at, min(at + len(pair), token.end))
        for at, pair in zip(starts, paired, strict=False)
    ]


def _concepts(words: tuple[Token, ...], i: int) -> tuple[int, frozenset[str], bool]:
    """Width of the longest thesaurus variant that starts at word i, the groups it stands in, and whether general."""
    width, groups = 1, list[_Group]()
    rows = _lexicon().get(_located(words[i]))
    if rows is None:  # most words
        return 1, _NONE, False
    for stems, group in rows:
        if len(stems) < width:
            break
        if len(stems) > 1 and not _follow(words, i + 1, stems):
            continue
        if len(stems) == 1 and not _may_be_country(words[i], group):
            continue
        if len(stems) > width:
            width, groups = len(stems), []
        groups.append(group)
    return width, frozenset(group.id for group in groups), bool(groups) and all(group.general for group in groups)


def _follow(words: tuple[Token, ...], at: int, stems: tuple[str, ...]) -> bool:
    """Whether the words from `at` on are those of the variant behind its first."""
    if at >= len(words) or words[at].stem != stems[1]:  # nearly always
        return False
    return len(stems) == 2 or tuple(token.stem for token in words[at : at + len(stems) - 1]) == stems[1:]


def _located(token: Token) -> str:
    """The stem to look up: `US-based` is of the US."""
    return stem(_LOCATED.sub("", token.norm)) if "-" in token.norm and _LOCATED.search(token.norm) else token.stem


def _may_be_country(token: Token, group: _Group) -> bool:
    """`us` is a pronoun, `polish` a verb: as countries they need their capitals."""
    word = re.split(r"['’-]", token.text)[0]
    if not group.id.startswith("country:") or word.casefold() not in _CAPITAL_COUNTRIES:
        return True
    return word == "US" if word.casefold() == "us" else word[:1].isupper()


def _term(
    text: str, words: tuple[Token, ...], i: int, end: int, concepts: frozenset[str], general: bool, shouting: bool
) -> Term | None:
    span = words[i:end]
    stems = tuple(token.stem for token in span if not token.is_stop)
    if span[0].is_figure and not _is_version(text, span[0]) and span[0].norm.replace(".", "").isdigit():
        return None
    if not shouting and (acronym := _acronym(text, words, i)):
        stems = (acronym,)
    if not stems and (not concepts or len(span) == 1):
        return None
    country = any(concept.startswith("country:") for concept in concepts)
    name = not shouting and _is_name(text, span[0])
    if name and general:  # the Business plan is no company
        concepts, general = frozenset(), False
    elif name and concepts and not span[0].text.isupper():  # Support alone is no name
        name = end < len(words) and (words[end].norm in _NAMED or words[end].capitalised)
    start = span[0].start
    return Term(
        text[start : span[-1].end], stems or (span[0].stem,), concepts, country or name, general, start, span[-1].end
    )


def _acronym(text: str, words: tuple[Token, ...], i: int) -> str | None:
    """The stem of a stop word that is meant as a name: `IT`, `WHO`, plan `A`."""
    word = words[i].text
    if word == "A" and i and words[i - 1].norm in _LETTERED:
        return word
    if word.removesuffix("'s").removesuffix("’s") not in _ACRONYMS:
        return None
    word = word[:3].rstrip("'’")
    before = text[: words[i].start].rstrip(" \"'“‘(")
    opens = not before or before[-1] in ".!?:|\n•"
    return None if opens and word in _ASKING and len(words) > 1 else word


def _is_version(text: str, token: Token) -> bool:
    """`3.10` behind a name or a word for it: names one of several versions."""
    return "." in token.norm and bool(_BEFORE_VERSION.search(text[: token.start]))


def _is_name(text: str, token: Token) -> bool:
    """An acronym, an identifier, or a capital that doesn't open a sentence."""
    if token.norm in CALENDAR or token.text in CURRENCY_CODES or token.norm.split("-")[0] in STOP_WORDS:
        return False
    if len(token.text) > 1 and (token.text.isupper() or any(c.isdigit() for c in token.text)):
        return True
    before = text[: token.start].rstrip(" \"'“‘(")
    return token.capitalised and bool(before) and before[-1] not in ".!?:|\n•-–—"


@dataclass(frozen=True, slots=True)
class Bag:
    """What a text can be matched against: its stems and concepts, and the initials of its words."""

    stems: frozenset[str]
    concepts: frozenset[str]
    initials: str = ""  # of all words in a row; of texts put together, a line each

    def __or__(self, other: Bag) -> Bag:
        initials = "\n".join(filter(None, dict.fromkeys((self.initials, other.initials))))
        return Bag(self.stems | other.stems, self.concepts | other.concepts, initials)

    def holds(self, term: Term) -> float:
        """1 where the text has the term's words, 0.9 where it says the same otherwise, a share where it has part."""
        if self.stems.issuperset(term.stems):
            return 1.0
        if len(term.stems) == 1 and "-" in term.text:
            return self._holds_compound(term)
        if not term.concepts.isdisjoint(self.concepts):
            return 0.9
        if len(term.stems) > 1:
            return 0.5 * sum(s in self.stems for s in term.stems) / len(term.stems)
        return 0.9 if term.text.isupper() and self._abbreviated(term.stems[0]) else 0.0

    def _abbreviated(self, acronym: str) -> bool:
        """`service level agreement` holds sla: so that an acronym finds its words."""
        return len(acronym) in (3, 4) and acronym in self.initials

    def _holds_compound(self, term: Term) -> float:
        """`EX-12b` as EX12b or EX 12b, `e-mail` as email, `ten-seat` as ten seats; POL-017 is never POL-031."""
        parts = [part for part in re.split(r"[-‐‑]", term.text.casefold()) if part]
        if stem("".join(parts)) in self.stems:
            return 1.0
        if term.concepts & self.concepts:
            return 0.9
        held = sum(stem(part) in self.stems for part in parts) / max(1, len(parts))
        worded = not any(char.isdigit() for char in term.text)
        return 0.9 if held == 1 and worded else 0.5 * held * worded


EMPTY = Bag(frozenset(), frozenset())


@lru_cache(maxsize=20_000)
def bag(text: str) -> Bag:
    """The bag of a text. A compound counts as itself and as its parts (`ten-seat`, `EX-12b`)."""
    stems: set[str] = set()
    words = tokens(text)
    for i, token in enumerate(words):
        stems.add(token.stem)
        if not token.norm.isascii():
            stems.update(pairs(token))
        if token.text[:2] in ("IT", "NO", "US") or token.text[:3] == "WHO" or token.text == "A":
            stems.update(filter(None, [_acronym(text, words, i)]))
        if i and token.is_figure and not words[i - 1].is_figure:  # EX 12b, covid 19
            stems.add(words[i - 1].norm + token.norm)
        if "-" in token.norm or "'" in token.norm:
            parts = re.split(r"[-']", token.norm)
            stems.update(map(stem, filter(None, parts)))
            stems.add(stem("".join(parts)))
    initials = "".join(token.norm[0] for token in words if token.norm[0].isalpha())
    return Bag(frozenset(stems), _all_concepts(text, words), initials)


def _all_concepts(text: str, words: tuple[Token, ...]) -> frozenset[str]:
    """Those of the text's `terms`, without making the terms: most words of a passage stand in no group."""
    found: set[str] = set()
    lexicon, shouting = _lexicon(), _shouting(words)
    i = 0
    while i < len(words):
        word = words[i]
        if word.stem not in lexicon and "-" not in word.norm and word.norm.isascii():  # spares it what follows
            i += 1
            continue
        width, concepts, general = (1, _NONE, False) if pairs(words[i]) else _concepts(words, i)
        if concepts and (term := _term(text, words, i, i + width, concepts, general, shouting)):
            found |= term.concepts
        i += width
    return frozenset(found)


def other_words(term: Term) -> tuple[str, ...]:
    """The other variants of the term's groups, as stems put together."""
    rows = (row for rows in _lexicon().values() for row in rows)
    return tuple(" ".join(stems) for stems, group in rows if group.id in term.concepts and stems != term.stems)


@cache
def variants() -> frozenset[str]:
    """Every single word of the lexicon, as written."""
    words: set[str] = set()
    for name in ("thesaurus.txt", "countries.txt"):
        lines = files("bot.text").joinpath(name).read_text(encoding="utf-8").splitlines()
        found = (
            quoted or plain for line in lines if not line.startswith("#") for quoted, plain in _VARIANT.findall(line)
        )
        words.update(word.strip(" *") for word in found)
    return frozenset(word for word in words if word.isalpha())
