"""Terms: the words of a text that carry its subject, each with the concepts it stands for.

Two terms match when they share a stem, or stand in one group of the thesaurus. A phrase of the thesaurus ("work from
home") is one term. Countries are groups too, and entities: a rule for one says nothing about another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from bot.text.tokens import Token, stem, tokens

CALENDAR = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april may june july august september october november december q1 q2 q3 q4 am pm"""
    .split()
)
_BEFORE_VERSION = re.compile(r"(?:\b[A-Z]\w+|\b(?:version|release|update|v))\s*$")
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
    shouting = sum(token.capitalised for token in words if not token.is_stop) > 0.7 * max(4, len(words))
    found: list[Term] = []
    i = 0
    while i < len(words):
        width, concepts, general = _concepts(words, i)
        span = words[i : i + width]
        if term := _term(text, span, concepts, general, shouting):
            found.append(term)
        i += width
    return tuple(found)


def _concepts(words: tuple[Token, ...], i: int) -> tuple[int, frozenset[str], bool]:
    """Width of the longest thesaurus variant that starts at word i, the groups it stands in, and whether general."""
    width, groups = 1, list[_Group]()
    for stems, group in _lexicon().get(words[i].stem, ()):
        if len(stems) < width or tuple(token.stem for token in words[i : i + len(stems)]) != stems:
            continue
        if stems == ("us",) and words[i].text != "US":  # the pronoun
            continue
        if len(stems) > width:
            width, groups = len(stems), []
        groups.append(group)
    return width, frozenset(group.id for group in groups), bool(groups) and all(group.general for group in groups)


def _term(text: str, span: tuple[Token, ...], concepts: frozenset[str], general: bool, shouting: bool) -> Term | None:
    stems = tuple(token.stem for token in span if not token.is_stop)
    start, end = span[0].start, span[-1].end
    if span[0].is_figure and not _is_version(text, span[0]) and span[0].norm.replace(".", "").isdigit():
        return None
    if not concepts and not stems:
        return None
    entity = any(concept.startswith("country:") for concept in concepts) or (not shouting and _is_name(text, span[0]))
    if entity and general:  # the Business plan is no company
        concepts, general = frozenset(), False
    return Term(text[start:end], stems or (span[0].stem,), concepts, entity, general, start, end)


def _is_version(text: str, token: Token) -> bool:
    """`3.10` behind a name or a word for it: names one of several versions."""
    return "." in token.norm and bool(_BEFORE_VERSION.search(text[: token.start]))


def _is_name(text: str, token: Token) -> bool:
    """An acronym, an identifier, or a capital that doesn't open a sentence."""
    if token.norm in CALENDAR:
        return False
    if len(token.text) > 1 and (token.text.isupper() or any(c.isdigit() for c in token.text)):
        return True
    before = text[: token.start].rstrip(" \"'“‘(")
    return token.capitalised and bool(before) and before[-1] not in ".!?:|\n•-–—"


@dataclass(frozen=True, slots=True)
class Bag:
    """What a text can be matched against: its stems and concepts, and the initials of its word runs."""

    stems: frozenset[str]
    concepts: frozenset[str]
    initials: frozenset[str] = frozenset()

    def __or__(self, other: Bag) -> Bag:
        return Bag(self.stems | other.stems, self.concepts | other.concepts, self.initials | other.initials)

    def holds(self, term: Term) -> float:
        """1 where the text has the term's words, 0.9 where it says the same otherwise, a share where it has part."""
        if all(s in self.stems for s in term.stems):
            return 1.0
        if term.concepts & self.concepts:
            return 0.9
        if len(term.stems) == 1 and term.stems[0] in self.initials and term.text.isupper():
            return 0.9
        return 0.5 * sum(s in self.stems for s in term.stems) / len(term.stems)


EMPTY = Bag(frozenset(), frozenset())


@lru_cache(maxsize=20_000)
def bag(text: str) -> Bag:
    """The bag of a text. A compound counts as itself and as its parts (`ten-seat`, `EX-12b`)."""
    stems: set[str] = set()
    words = tokens(text)
    for token in words:
        stems.add(token.stem)
        if "-" in token.norm or "'" in token.norm:
            parts = re.split(r"[-']", token.norm)
            stems.update(map(stem, filter(None, parts)))
            stems.add(stem("".join(parts)))
    concepts = frozenset(concept for term in terms(text) for concept in term.concepts)
    return Bag(frozenset(stems), concepts, _initials(words))


def _initials(words: tuple[Token, ...]) -> frozenset[str]:
    """`service level agreement` → sla, sl, la: so that an acronym finds its words."""
    letters = [token.norm[0] for token in words if token.norm[0].isalpha()]
    return frozenset("".join(letters[i : i + n]) for n in (3, 4) for i in range(len(letters) - n + 1))


def other_words(term: Term) -> tuple[str, ...]:
    """The other variants of the term's groups, as stems put together."""
    rows = (row for rows in _lexicon().values() for row in rows)
    return tuple(" ".join(stems) for stems, group in rows if group.id in term.concepts and stems != term.stems)
