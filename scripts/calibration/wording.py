"""Turns templates and drawn values into sentences and questions. Knows nothing of documents or cases."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from scripts.calibration.bank import Attribute, Who

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_CHOICE = re.compile(r"\{(\w+)\?([^}]*)\}")
_MONEY = re.compile(r"\{\$(\w+)\}")
_SLOT = re.compile(r"\{(\w+)\}")
_SPAN = re.compile(r"<([^<>]+)>")
_SINGLE = re.compile(r"\b(1|one) (working day|failed attempt|wrong entr|wrong password|night shift|\w+?)(s|ies)\b(?!')")
_SMALL = {"the", "a", "an", "of", "for", "to", "in", "on", "at", "with", "is", "that", "and", "whether", "how", "by"}


@dataclass(frozen=True, slots=True)
class Names:
    """What a company calls things; fills the slots that are not values of an attribute."""

    company: str
    portal: str
    people: str  # the personnel department
    money: str  # a pattern: "{} EUR", "€{}"

    def slots(self) -> dict[str, str]:
        return {"co": self.company, "portal": self.portal, "people": self.people}


@dataclass(frozen=True, slots=True)
class Statement:
    text: str
    span: str  # the words in it that answer the question
    accept: tuple[str, ...]  # other spellings of the span


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def fill(template: str, values: dict[str, str], attribute: Attribute | None, names: Names) -> str:
    """The template with its choices, amounts and slots filled; marks of the answer are kept."""

    def choice(match: re.Match[str]) -> str:
        assert attribute is not None
        options = match[2].split(";")
        return options[attribute.values[match[1]].index(values[match[1]])]

    def money(match: re.Match[str]) -> str:
        return names.money.format(f"{int(values[match[1]]):,}")

    def slot(match: re.Match[str]) -> str:
        return (names.slots() | values)[match[1]]

    return singular(_SLOT.sub(slot, _MONEY.sub(money, _CHOICE.sub(choice, template))))


def singular(text: str) -> str:
    """`1 days` as `1 day`."""
    return _SINGLE.sub(lambda m: f"{m[1]} {m[2]}{'y' if m[3] == 'ies' else ''}", text)


def _worded(template: str, values: dict[str, str]) -> dict[str, str]:
    """Small counts as words, but never an amount of money, a clock time or a percentage."""
    plain = set(re.findall(r"\{(\w+)\} (?!per cent)[a-z]", template))
    return {
        key: NUMBERS[int(value)] if key in plain and value.isdigit() and 0 < int(value) <= 12 else value
        for key, value in values.items()
    }


def state(
    template: str, attribute: Attribute, values: dict[str, str], who: Who | None, names: Names, words: bool = False
) -> Statement:
    scoped = values | ({"who": who.stated, "in": who.short} if who else {})
    spelled = _worded(template, scoped)
    used, other = (spelled, scoped) if words else (scoped, spelled)
    text, alternative = (fill(template, chosen, attribute, names) for chosen in (used, other))
    marked = _SPAN.search(text)
    plain = capital(_SPAN.sub(r"\1", text))
    plain = plain[:-1] if plain.endswith("m..") else plain  # "… by 9 a.m.."
    if marked is None:
        return Statement(plain, bare(plain), ())
    span = plain[marked.start() : marked.start() + len(marked[1])]
    unmarked = _SPAN.search(alternative)
    assert unmarked is not None
    accept = tuple(sorted({unmarked[1], marked[1]} - {span}))
    return Statement(plain, span, accept)


def dress(said: Statement, template: str, leads: list[str], tails: list[str], rng: random.Random) -> Statement:
    """The statement within a longer sentence: `Please note that …`, `…, as agreed in 2021.`"""
    roll = rng.random()
    core = bare(said.text)
    if roll < 0.2 and starts_plainly(template):
        text = f"{rng.choice(leads)} {lower(said.text)}"
        span = lower(said.span) if said.span == core else said.span
        return Statement(text, span if span in text else lower(said.span), said.accept)
    if roll < 0.45:
        tail = rng.choice(tails)
        return Statement(f"{core}{'' if tail[0] in ',;' else ' '}{tail}", said.span, said.accept)
    return said


def bare(text: str) -> str:
    """A sentence without its full stop; the one of `a.m.` stays."""
    return text if text.endswith(".m.") else text.rstrip(".")


def starts_plainly(template: str) -> bool:
    """Whether the first word is an ordinary one, that is written small within a sentence."""
    return template[0].isupper()


def lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def pattern(template: str, attribute: Attribute, who: Who | None, names: Names) -> re.Pattern[str]:
    """What any statement from the template looks like, whatever the values drawn."""
    slots = names.slots() | ({"who": who.stated, "in": who.short} if who else {})

    def part(piece: str) -> str:
        choice, found = _CHOICE.fullmatch(piece), _SLOT.fullmatch(piece)
        if choice:
            return "(?:" + "|".join(map(re.escape, choice[2].split(";"))) + ")"
        if found and found[1] in slots:
            return re.escape(slots[found[1]])
        if found:
            return "(?:" + "|".join(map(re.escape, [*attribute.values.get(found[1], ()), *NUMBERS[1:]])) + ")"
        return r"\D{0,4}\d" if piece.startswith("{") else re.escape(piece)

    pieces = re.split(r"(\{[^}]*\})", template.rstrip(".").replace("<", "").replace(">", ""))
    return re.compile("".join(part(piece) for piece in pieces), re.IGNORECASE)


def keywords(attribute: Attribute, who: Who | None, rng: random.Random) -> str:
    words = [word for word in re.findall(r"[\w'-]+", attribute.noun) if word.lower() not in _SMALL]
    if rng.random() < 0.4:
        words = words[-1:] + words[:-1]
    scoped = [] if who is None else [rng.choice([who.stated, who.short, *who.asked])]
    return " ".join([*words, *scoped]) + rng.choice(["", "?"])


def misspell(text: str, rng: random.Random) -> str:
    """One slip in one longer lower-case word: a swap, a loss or a doubling."""
    places = list(re.finditer(r"(?<![\w-])[a-z]{5,}", text))
    if not places:
        return text
    match = rng.choice(places)
    at = rng.randrange(match.start() + 1, match.end() - 2)
    slips = [text[at + 1] + text[at], text[at], text[at] * 2 + text[at + 1]]
    return text[:at] + rng.choice(slips) + text[at + 2 :]


def casual(text: str, frames: list[str], rng: random.Random) -> tuple[str, list[str]]:
    """The question as people type it, and what was done to it."""
    done: list[str] = []
    roll = rng.random()
    if roll < 0.16:
        frame = rng.choice(frames)
        inner = text[0].lower() + text[1:] if not frame.startswith("{q}") and not re.match(r"I\b|I'", text) else text
        text = frame.replace("{q}", inner)
        done.append("filler")
    elif roll < 0.3:
        text = re.sub(r"\bi\b", "i", text.lower() if not re.search(r"\b[A-Z][a-z]+\b", text[1:]) else text).rstrip("?.")
        done.append("untidy")
    if rng.random() < 0.1:
        text = misspell(text, rng)
        done.append("typo")
    return text, done
