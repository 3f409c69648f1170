"""Decides what a company's documents state: which topics, which attributes, which values, and what they leave out.

Pure decisions; the text is written by `pages`, the questions by `cases`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from scripts.calibration.bank import Attribute, Topic, Who
from scripts.calibration.wording import Names

TOPICS = 18  # documented topics of a company
_STATED, _ABSENT, _VAGUE = 0.64, 0.83, 0.92  # cumulative: stated, absent, mentioned without its value, elsewhere
_MONEY = ("{} EUR", "€{}", "£{}", "CHF {}", "${}", "{} euros", "EUR {}")
_PORTALS = ("Hubline", "Orbis", "the staff portal", "MyDesk", "Kestrel", "the self-service app", "Workroom", "Lumen")
_PEOPLE = ("People Operations", "the HR department", "Personnel Services", "the People Team", "Human Resources")


@dataclass(frozen=True, slots=True)
class Fact:
    """One value that the documents state."""

    topic: Topic
    attribute: Attribute
    values: tuple[tuple[str, str], ...]
    who: Who | None = None
    rival: tuple[tuple[str, str], ...] | None = None  # another document states this instead

    @property
    def key(self) -> str:
        return key_of(self.topic, self.attribute, self.who)


def key_of(topic: Topic, attribute: Attribute, who: Who | None = None) -> str:
    return f"{topic.id}.{attribute.id}" + (f":{who.stated}" if who else "")


@dataclass(slots=True)
class TopicPlan:
    topic: Topic
    facts: list[Fact] = field(default_factory=list)
    absent: list[Attribute] = field(default_factory=list)
    vague: list[Attribute] = field(default_factory=list)
    elsewhere: list[Attribute] = field(default_factory=list)
    uncovered: list[tuple[Attribute, Who]] = field(default_factory=list)  # stated for others only
    documents: int = 1


@dataclass(slots=True)
class Company:
    slug: str
    sector: str
    split: str
    names: Names
    plans: list[TopicPlan]
    removed: list[Topic]  # topics of the same split with no document here
    pools: dict[str, tuple[Who, ...]]

    @property
    def facts(self) -> list[Fact]:
        return [fact for plan in self.plans for fact in plan.facts]


def _choose_pools(pools: dict[str, tuple[Who, ...]], rng: random.Random) -> dict[str, tuple[Who, ...]]:
    """One set a scope: `plan.1`, `plan.2` … are alternatives; members are shuffled, and countries limited."""
    chosen: dict[str, tuple[Who, ...]] = {}
    for name in sorted({key.split(".")[0] for key in pools}):
        alternatives = sorted(key for key in pools if key.split(".")[0] == name)
        members = list(pools[rng.choice(alternatives)])
        rng.shuffle(members)
        chosen[name] = tuple(members[:6])
    return chosen


def _draw(attribute: Attribute, rng: random.Random, count: int) -> list[tuple[tuple[str, str], ...]]:
    """`count` draws of an attribute's values, as different from each other as its lists allow."""
    columns: dict[str, list[str]] = {}
    for name, options in attribute.values.items():
        order = list(options)
        rng.shuffle(order)
        columns[name] = [order[i % len(order)] for i in range(count)]
    return [tuple((name, column[i]) for name, column in columns.items()) for i in range(count)]


def _plan_scoped(plan: TopicPlan, attribute: Attribute, pools: dict[str, tuple[Who, ...]], rng: random.Random) -> None:
    members = list(attribute.members or pools[attribute.scope])
    rng.shuffle(members)
    covered = rng.randint(1, max(1, min(3, len(members) - 1)))
    if covered == 1 and len(members) > 2 and rng.random() < 0.7:
        covered = 2
    for who, values in zip(members, _draw(attribute, rng, covered), strict=False):
        plan.facts.append(Fact(plan.topic, attribute, values, who))
    plan.uncovered += [(attribute, who) for who in members[covered:]]


def _plan_topic(topic: Topic, pools: dict[str, tuple[Who, ...]], rng: random.Random) -> TopicPlan:
    plan = TopicPlan(topic)
    attributes = list(topic.attributes)
    rng.shuffle(attributes)
    for at, attribute in enumerate(attributes):
        roll = rng.random() if at else 0.0  # at least one is stated
        if roll < _STATED:
            if attribute.scope:
                _plan_scoped(plan, attribute, pools, rng)
            else:
                plan.facts.append(Fact(topic, attribute, _draw(attribute, rng, 1)[0]))
        elif roll < _ABSENT:
            plan.absent.append(attribute)
        elif roll < _VAGUE and attribute.type != "yesno":
            plan.vague.append(attribute)
        else:
            plan.elsewhere.append(attribute)
    return plan


def _conflicts(plans: list[TopicPlan], rng: random.Random, wanted: int) -> None:
    """Lets a second document state another value for a few facts."""
    able = [plan for plan in plans if plan.documents == 2]
    rng.shuffle(able)
    for plan in able[: wanted + 2]:
        places = [i for i, fact in enumerate(plan.facts) if fact.who is None and _has_rival(fact.attribute)]
        if not places or wanted == 0:
            continue
        at = rng.choice(places)
        fact = plan.facts[at]
        other = next(v for v in _draw_all(fact.attribute, rng) if all(v[i] != fact.values[i] for i in range(len(v))))
        plan.facts[at] = Fact(fact.topic, fact.attribute, fact.values, None, other)
        wanted -= 1


def _has_rival(attribute: Attribute) -> bool:
    return bool(attribute.values) and all(len(options) > 1 for options in attribute.values.values())


def _draw_all(attribute: Attribute, rng: random.Random) -> list[tuple[tuple[str, str], ...]]:
    return _draw(attribute, rng, 2 * max(len(options) for options in attribute.values.values())) + [
        tuple((name, options[i % len(options)]) for name, options in attribute.values.items()) for i in range(40)
    ]


def _choose_topics(topics: list[Topic], sector: str, rng: random.Random) -> tuple[list[Topic], list[Topic]]:
    """Documented and left-out topics: the sector's own first, then general ones, then other sectors'."""
    order = list(topics)
    rng.shuffle(order)
    order.sort(key=lambda topic: 0 if sector in topic.sectors else 1 if not topic.sectors else 2)
    count = min(TOPICS, max(1, len(order) - 4))
    left_out = {topic.id for topic in rng.sample(order[: count + 4], min(4, len(order) - count))}
    chosen = [topic for topic in order if topic.id not in left_out][:count]
    taken = {topic.id for topic in chosen}
    return chosen, [topic for topic in order if topic.id not in taken]


def draw_company(
    *, name: str, sector: str, split: str, topics: list[Topic], pools: dict[str, tuple[Who, ...]], rng: random.Random
) -> Company:
    chosen_pools = _choose_pools(pools, rng)
    names = Names(name, rng.choice(_PORTALS), rng.choice(_PEOPLE), rng.choice(_MONEY))
    chosen, removed = _choose_topics(topics, sector, rng)
    plans = [_plan_topic(topic, chosen_pools, rng) for topic in chosen]
    for plan in sorted(plans, key=lambda p: (-len(p.facts), p.topic.id))[:12]:
        plan.documents = 2
    _conflicts(plans, rng, 3)
    slug = "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-")
    return Company(slug, sector, split, names, plans, removed, chosen_pools)
