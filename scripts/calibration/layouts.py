"""Ways in which a page may be laid out: sections, FAQ, memo, numbered rules, fact sheet, bullet list.

A layout takes items (sentences with a fact), talk (sentences without) and returns text in which item number i stands
between the marks \\ue000i\\ue001 and \\ue002.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from scripts.calibration.wording import Statement


@dataclass(slots=True)
class Item:
    text: str
    key: str = ""  # of the fact; empty: no fact
    said: Statement | None = None
    label: str = ""  # row label: "Length of parental leave"
    question: str = ""  # FAQ heading
    group: str = ""  # items of one scoped attribute share it
    who: str = ""
    leans: bool = False  # begins with a pronoun, so something has to stand before it
    yes_no: bool = False  # the whole sentence is the answer: no table row
    also: tuple[tuple[str, Statement], ...] = ()  # further facts that the same sentence states
    plain: bool = False  # its first word may be written small


@dataclass(slots=True)
class Page:
    text: str = ""
    items: list[Item] = field(default_factory=list)

    def mark(self, item: Item, text: str = "") -> str:
        if not item.key:
            return text or item.text
        self.items.append(item)
        return f"\ue000{len(self.items) - 1}\ue001{text or item.text}\ue002"


def _paragraph(page: Page, items: list[Item]) -> str:
    ordered = sorted(items[:2], key=lambda item: item.leans) + items[2:]
    return " ".join(page.mark(item) for item in ordered)


def _bullets(page: Page, items: list[Item], rng: random.Random) -> str:
    short = rng.random() < 0.5

    def bullet(item: Item) -> str:
        if short and item.said and not item.yes_no and not item.who:
            return "- " + page.mark(item, f"{item.label}: {item.said.span}")
        return "- " + page.mark(item)

    return "\n".join(bullet(item) for item in items)


def _scope_table(page: Page, items: list[Item], rng: random.Random) -> str:
    first = rng.choice(["Applies to", "Who", "Category", "Group"])
    rows = [f"| {first} | {items[0].label} |", "|---|---|"]
    for item in items:
        assert item.said is not None
        rows.append(page.mark(item, f"| {item.who} | {item.said.span} |"))
    return "\n".join(rows)


def _facts_table(page: Page, items: list[Item], rng: random.Random) -> str:
    head = rng.choice([("Item", "Rule"), ("Point", "What applies"), ("", "Details"), ("Question", "In short")])
    rows = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    for item in items:
        assert item.said is not None
        label = f"{item.label} – {item.who[0].lower() + item.who[1:]}" if item.who else item.label
        rows.append(page.mark(item, f"| {label} | {item.said.span} |"))
    return "\n".join(rows)


def _blocks(items: list[Item], talk: list[Item], rng: random.Random) -> list[list[Item]]:
    """Facts in runs of one to three with talk in between; members of one scope stay side by side."""
    groups: dict[str, list[Item]] = {}
    for at, item in enumerate(items):
        groups.setdefault(item.group or f"#{at}", []).append(item)
    blocks: list[list[Item]] = []
    for members in groups.values():
        if blocks and len(members) == 1 and len(blocks[-1]) < 3 and rng.random() < 0.6:
            blocks[-1] += members
        else:
            blocks.append(list(members))
    if not blocks:
        blocks = [[]]
    for item in talk:
        block = rng.choice(blocks)
        at = rng.choice([0, 0, len(block), rng.randint(0, len(block))])
        block.insert(at, item)
    return [block for block in blocks if block]


def _tabular(block: list[Item]) -> list[Item]:
    return [item for item in block if item.said and not item.yes_no]


def _section(page: Page, block: list[Item], rng: random.Random) -> str:
    scoped = [item for item in block if item.group and not item.yes_no]
    rest = [item for item in block if item not in scoped]
    roll = rng.random()
    if len(scoped) >= 2 and roll < 0.5:
        parts = [_paragraph(page, rest)] if rest else []
        return "\n\n".join([*parts, _scope_table(page, scoped, rng)])
    if len(block) >= 3 and roll > 0.75:
        return _bullets(page, block, rng)
    return _paragraph(page, block)


def _heading(block: list[Item], headings: list[str], used: set[str], rng: random.Random) -> str:
    labels = [item.label for item in block if item.label and len(item.label) < 45]
    free = [heading for heading in headings if heading not in used] or headings
    heading = rng.choice(labels) if labels and rng.random() < 0.35 else rng.choice(free)
    used.add(heading)
    return heading


def sections(
    title: str, items: list[Item], talk: list[Item], boiler: list[str], headings: list[str], rng: random.Random
) -> Page:
    page, used = Page(), set[str]()
    parts = [f"# {title}", boiler[0]]
    for block in _blocks(items, talk, rng):
        parts += [f"## {_heading(block, headings, used, rng)}", _section(page, block, rng)]
    page.text = "\n\n".join([*parts, boiler[1]]) + "\n"
    return page


def faq(
    title: str, items: list[Item], talk: list[Item], boiler: list[str], headings: list[str], rng: random.Random
) -> Page:
    page = Page()
    parts = [f"# {title}: questions and answers", " ".join([boiler[0], *(item.text for item in talk[:2])])]
    rest = talk[2:]
    for item in items:
        follow = [rest.pop()] if rest and rng.random() < 0.6 else []
        lead = [follow.pop()] if follow and item.leans else []
        heading = item.question if rng.random() < 0.7 else item.label
        parts += [f"### {heading}", " ".join([*(x.text for x in lead), page.mark(item), *(x.text for x in follow)])]
    if rest:
        parts += [f"### {rng.choice(headings)}", " ".join(x.text for x in rest)]
    page.text = "\n\n".join(parts) + "\n"
    return page


def memo(
    title: str, items: list[Item], talk: list[Item], boiler: list[str], headings: list[str], rng: random.Random
) -> Page:
    page = Page()
    greeting = rng.choice(["Dear colleagues,", "Dear all,", "To everyone concerned", "Hello everyone,"])
    parts = [f"# {title}", greeting, *(_paragraph(page, block) for block in _blocks(items, talk, rng)), boiler[2]]
    page.text = "\n\n".join(parts) + "\n"
    return page


def numbered(
    title: str, items: list[Item], talk: list[Item], boiler: list[str], headings: list[str], rng: random.Random
) -> Page:
    page, used = Page(), set[str]()
    parts = [f"# {title}"]
    for number, block in enumerate(_blocks(items, talk, rng), 1):
        lines = [f"{number}.{at} {page.mark(item)}" for at, item in enumerate(sorted(block, key=lambda x: x.leans), 1)]
        parts += [f"## {number}. {_heading(block, headings, used, rng)}", "\n\n".join(lines)]
    page.text = "\n\n".join([*parts, boiler[1]]) + "\n"
    return page


def fact_sheet(
    title: str, items: list[Item], talk: list[Item], boiler: list[str], headings: list[str], rng: random.Random
) -> Page:
    page = Page()
    rows = _tabular(items)
    rest = [item for item in items if item not in rows]
    parts = [f"# {title}", " ".join([boiler[0], *(item.text for item in talk[: len(talk) // 2 + 1])])]
    if rows:
        parts += [f"## {rng.choice(['At a glance', 'Overview', 'Key points', 'The rules in short'])}"]
        parts.append(_facts_table(page, rows, rng))
    tail = [*talk[len(talk) // 2 + 1 :], *rest]
    if tail:
        parts += [f"## {rng.choice(headings)}", _paragraph(page, tail)]
    page.text = "\n\n".join(parts) + "\n"
    return page


LAYOUTS: dict[str, Callable[..., Page]] = {
    "sections": sections, "faq": faq, "memo": memo, "numbered": numbered, "sheet": fact_sheet,
}  # fmt: skip
