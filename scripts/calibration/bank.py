"""The content bank: topics with attributes, each with several statements and questions, read from `content/*.txt`.

Only reads and partitions; it draws no values and renders nothing. A content file is a list of lines, each with a mark:

    == id | family | subject | other subject; other subject | sector, sector     a topic begins
    % Title; Title                                                               document titles
    ~ sentence                                                                   background, answers no question
    @ attribute | type | noun phrase | n=1/2/3; r=@role | scope                  an attribute begins
    . statement        with <answer> marked, {n} a value, {$n} money, {p?yes;no} a choice by the value's index
    & vague statement  says that the attribute exists, not what it is
    ? question         near paraphrase
    ! question         far paraphrase
    * question         leaves the scope open, so it has several answers
    ^ stated | in-form | asked; asked                     a member of the scope, in place of a pool
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

CONTENT = Path(__file__).parent / "content"
SPLITS = ("fit", "develop", "report")
_SHARES = {"fit": 0.42, "develop": 0.29, "report": 0.29}  # of the topics: a report company needs enough of its own


@dataclass(frozen=True, slots=True)
class Who:
    """A member of a scope: an employee group, country, plan, or a condition such as an amount."""

    stated: str  # as documents write it: "employees in Spain"
    short: str  # as an adverb of a first-person question: "in Spain"
    asked: tuple[str, ...]  # as questions write it


@dataclass(slots=True)
class Attribute:
    id: str
    type: str  # how_much, how_long, when, who, where, which, what, yesno, list, how
    noun: str  # "the length of parental leave"
    values: dict[str, tuple[str, ...]]
    scope: str  # "" | cond | the name of a pool in scopes.txt
    members: list[Who] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    vague: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    far: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Topic:
    id: str
    family: str
    name: str
    others: tuple[str, ...]  # neighbouring subjects that no document ever covers
    sectors: frozenset[str]  # empty: any
    titles: list[str] = field(default_factory=list)
    background: list[str] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)


def _cells(line: str, count: int) -> list[str]:
    cells = [cell.strip() for cell in line.split("|")]
    return cells + [""] * (count - len(cells))


def _items(cell: str, separator: str = ";") -> tuple[str, ...]:
    return tuple(item.strip() for item in cell.split(separator) if item.strip())


def _who(rest: str) -> Who:
    stated, short, asked = _cells(rest, 3)[:3]
    return Who(stated, short or f"for {stated}", _items(asked) or (stated,))


def read_pools(path: Path = CONTENT / "scopes.txt") -> dict[str, tuple[Who, ...]]:
    """Pools of mutually exclusive members, by name; a name may stand for several alternative sets (`plan.1`)."""
    pools: dict[str, list[Who]] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, rest = line.strip().partition(" ")
        if mark == "==":
            name = rest.strip()
            pools[name] = []
        elif mark == "^":
            pools[name].append(_who(rest))
    return {key: tuple(members) for key, members in pools.items()}


def read_lists(path: Path) -> dict[str, list[str]]:
    """Named lists of lines: `== name`, then one entry a line."""
    lists: dict[str, list[str]] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            name = line[3:].strip()
            lists[name] = []
        elif line.strip():
            lists[name].append(line.strip())
    return lists


def _topic(rest: str) -> Topic:
    id_, family, name, others, sectors = _cells(rest, 5)[:5]
    return Topic(id_, family, name, _items(others), frozenset(_items(sectors, ",")))


def _attribute(rest: str, words: dict[str, list[str]]) -> Attribute:
    id_, type_, noun, values, scope = _cells(rest, 5)[:5]
    parsed: dict[str, tuple[str, ...]] = {}
    for item in _items(values):
        key, _, listed = item.partition("=")
        parsed[key.strip()] = tuple(words[listed[1:]]) if listed.startswith("@") else _items(listed, "/")
    return Attribute(id_, type_, noun, parsed, scope)


def _add(topic: Topic, mark: str, rest: str, words: dict[str, list[str]]) -> None:
    if mark == "@":
        topic.attributes.append(_attribute(rest, words))
    elif mark == "%":
        topic.titles += _items(rest)
    elif mark == "~":
        topic.background.append(rest)
    else:
        attribute = topic.attributes[-1]
        if mark == "^":
            attribute.members.append(_who(rest))
            return
        lists = {".": attribute.says, "&": attribute.vague, "?": attribute.near, "!": attribute.far}
        (lists | {"*": attribute.open})[mark].append(rest)


def read_topics(folder: Path = CONTENT) -> list[Topic]:
    words = read_lists(folder / "words.txt")
    topics: list[Topic] = []
    for path in sorted(folder.glob("topics_*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            mark, _, rest = line.strip().partition(" ")
            if mark == "==":
                topics.append(_topic(rest))
            elif mark:
                _add(topics[-1], mark, rest.strip(), words)
    for topic in topics:
        _check(topic)
    return topics


def _check(topic: Topic) -> None:
    for attribute in topic.attributes:
        where = f"{topic.id}.{attribute.id}"
        assert len(attribute.says) >= 4, where
        assert len(attribute.near) + len(attribute.far) >= 5, where
        assert bool(attribute.scope) == bool(attribute.open), where
        for line in attribute.says:
            assert line.count("<") == line.count(">") == (attribute.type != "yesno"), (where, line)
            assert line.endswith("."), (where, line)


def partition(topics: Iterable[Topic], rng: random.Random) -> dict[str, list[Topic]]:
    """Topics by split, each family dealt over the splits in the wanted shares."""
    families: dict[str, list[Topic]] = defaultdict(list)
    for topic in topics:
        families[topic.family].append(topic)
    split: dict[str, list[Topic]] = {name: [] for name in SPLITS}
    dealt = 0
    for family in sorted(families):
        members = list(families[family])
        rng.shuffle(members)
        for topic in members:
            dealt += 1
            name = max(SPLITS, key=lambda s: _SHARES[s] * dealt - len(split[s]))
            split[name].append(topic)
    return split


def share(lines: list[str], split: str) -> list[str]:
    """The part of a list of general phrasings that belongs to a split; the parts are disjoint."""
    return lines[SPLITS.index(split) :: len(SPLITS)]
