"""Labelled questions on one company's corpus: what it states, near misses that it does not, ambiguities, conflicts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scripts.calibration.bank import Attribute, Topic, Who, share
from scripts.calibration.company import Company, Fact, key_of
from scripts.calibration.pages import Corpus
from scripts.calibration.wording import capital, casual, fill, keywords, pattern

ANSWERABLE = 50
MISSES = {
    "swap_attribute": 10,
    "swap_entity": 9,
    "swap_condition": 5,
    "gold_removed": 8,
    "type_mismatch": 5,
    "mention_only": 5,
    "foreign": 4,
}
AMBIGUOUS, CONFLICTS = 5, 3
_NAMEABLE = {"how_much", "how_long", "when", "what", "which", "where", "list"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    q: str
    expect: str = ""
    accept: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    reason: str = ""  # empty: answerable
    tags: tuple[str, ...] = ()
    source: tuple[Topic, Attribute, Who | None] | None = None  # what is asked, for the structural checks

    def row(self, qid: str) -> dict[str, object]:
        row: dict[str, object] = {"qid": qid, "q": self.q, "expect": self.expect}
        if self.accept:
            row["accept"] = list(self.accept)
        row["gold"] = self.gold[0] if len(self.gold) == 1 else list(self.gold)
        if self.reason:
            row["reason"] = self.reason
        return row | {"tags": list(self.tags)}


class Asker:
    """Words questions for one company; never the same question twice."""

    def __init__(self, company: Company, general: dict[str, list[str]], rng: random.Random) -> None:
        self.company, self.rng = company, rng
        self.frames = share(general["frame"], company.split)
        self.naming = share(general["naming"], company.split)
        self.seen: set[str] = set()

    def form(self, attribute: Attribute) -> str:
        roll = self.rng.random()
        if roll < 0.36 and attribute.far:
            return "far"
        if roll < 0.48:
            return "keywords"
        if roll < 0.55 and attribute.type in _NAMEABLE:
            return "noun"
        return "near"

    def _plain(self, attribute: Attribute, who: Who | None, form: str) -> str:
        if form == "keywords":
            return keywords(attribute, who, self.rng)
        slots = {"who": self.rng.choice(who.asked), "in": who.short} if who else {}
        if form == "noun":
            frame = self.rng.choice(self.naming)
            text = frame.replace("{noun}", attribute.noun)
            return capital(text.replace("{for}", f" {who.short}" if who else ""))
        template = self.rng.choice({"far": attribute.far, "open": attribute.open}.get(form, attribute.near))
        return capital(fill(template, slots, attribute, self.company.names))

    def ask(self, topic: Topic, attribute: Attribute, who: Who | None, form: str = "", swap: str = "") -> Case | None:
        """A question, with its source; with `swap`, one on that neighbour in place of the topic's subject."""
        for _ in range(8):
            used = form or self.form(attribute)
            text = self._plain(attribute, who, used)
            if swap:
                text, count = re.subn(rf"\b{re.escape(topic.name)}\b", swap, text, flags=re.IGNORECASE)
                if not count:
                    continue
            text, done = casual(capital(text), self.frames, self.rng)
            if text not in self.seen:
                self.seen.add(text)
                tags = (f"type:{attribute.type}", f"form:{used}", f"topic:{topic.id}", *(f"how:{x}" for x in done))
                return Case(q=text, tags=tags, source=None if swap else (topic, attribute, who))
        return None


def _answerable(company: Company, corpus: Corpus, asker: Asker, rng: random.Random) -> list[Case]:
    facts = [fact for fact in company.facts if fact.rival is None]
    rng.shuffle(facts)
    cases: list[Case] = []
    for fact in [*facts, *facts, *facts]:
        case = asker.ask(fact.topic, fact.attribute, fact.who)
        if case is None or len(cases) == ANSWERABLE:
            continue
        places = corpus.places[fact.key]
        place = places[0]
        scope = (f"scope:{fact.attribute.scope}",) if fact.attribute.scope else ()
        cases.append(
            replace(
                case,
                expect=place.span,
                accept=place.accept,
                gold=tuple(p.id for p in places),
                tags=("answerable", *case.tags, f"layout:{place.layout}", *scope),
            )
        )
    return cases


def _missing(case: Case | None, kind: str, *more: str) -> Case | None:
    return case and replace(case, reason="missing_evidence", tags=("unanswerable", kind, *case.tags, *more))


def _member(attribute: Attribute, company: Company, rng: random.Random) -> Who | None:
    if not attribute.scope:
        return None
    return rng.choice(list(attribute.members or company.pools[attribute.scope]))


def _subjects(
    kind: str, company: Company, corpus: Corpus, rng: random.Random
) -> list[tuple[Topic, Attribute, Who | None]]:
    """What may be asked of a kind of near miss."""
    plans = company.plans
    listed: list[tuple[Topic, Attribute, Who | None]]
    if kind in ("swap_entity", "swap_condition"):
        condition = kind == "swap_condition"
        return [(p.topic, a, w) for p in plans for a, w in p.uncovered if (a.scope == "cond") == condition]
    if kind == "gold_removed":
        listed = [(t, a, None) for t in company.removed if t.id not in corpus.mentioned for a in t.attributes]
    elif kind == "mention_only":
        named = [t for t in company.removed if t.id in corpus.mentioned]
        listed = [(p.topic, a, None) for p in plans for a in p.elsewhere]
        listed += [(t, a, None) for t in named for a in rng.sample(t.attributes, 1)]
    else:
        listed = [(p.topic, a, None) for p in plans for a in (p.vague if kind == "type_mismatch" else p.absent)]
    return [(topic, attribute, _member(attribute, company, rng)) for topic, attribute, _ in listed]


def _neighbours(company: Company, asker: Asker, rng: random.Random, wanted: int) -> Iterator[Case]:
    """Questions that a stated fact would answer, were they not on a neighbouring subject."""
    facts = [fact for fact in company.facts if fact.topic.others and _names_subject(fact)]
    for fact in rng.sample(facts, min(wanted, len(facts))):
        case = asker.ask(fact.topic, fact.attribute, fact.who, "near", swap=rng.choice(fact.topic.others))
        found = _missing(case, "swap_entity", "swap:subject")
        if found:
            yield found


def _names_subject(fact: Fact) -> bool:
    return any(fact.topic.name.lower() in question.lower() for question in fact.attribute.near)


def _near_misses(company: Company, corpus: Corpus, asker: Asker, foreign: list[str], rng: random.Random) -> list[Case]:
    cases: list[Case] = []
    for kind, wanted in MISSES.items():
        if kind == "foreign":
            for text in rng.sample(foreign, wanted):
                asked, done = casual(text, asker.frames, rng)
                tags = ("unanswerable", kind, "form:foreign", *(f"how:{x}" for x in done))
                cases.append(Case(q=asked, reason="missing_evidence", tags=tags))
            continue
        found = list(_neighbours(company, asker, rng, wanted // 2)) if kind == "swap_entity" else []
        subjects = _subjects(kind, company, corpus, rng)
        rng.shuffle(subjects)
        for subject in subjects * 2:
            case = _missing(asker.ask(*subject), kind) if len(found) < wanted else None
            if case:
                found.append(case)
        cases += found
    return cases


def _ambiguous(company: Company, corpus: Corpus, asker: Asker, rng: random.Random) -> Iterator[Case]:
    groups: dict[str, list[Fact]] = {}
    for fact in company.facts:
        if fact.who and fact.attribute.open:
            groups.setdefault(key_of(fact.topic, fact.attribute), []).append(fact)
    several = [group for group in groups.values() if len({fact.values for fact in group}) == len(group) > 1]
    for group in rng.sample(several, min(AMBIGUOUS, len(several))):
        case = asker.ask(group[0].topic, group[0].attribute, None, "open")
        if case:
            gold = tuple(corpus.places[fact.key][0].id for fact in group)
            scope = f"scope:{group[0].attribute.scope}"
            yield replace(case, reason="ambiguity", gold=gold, tags=("ambiguity", *case.tags, scope), source=None)


def _conflicting(company: Company, corpus: Corpus, asker: Asker) -> Iterator[Case]:
    for fact in [fact for fact in company.facts if fact.rival][:CONFLICTS]:
        case = asker.ask(fact.topic, fact.attribute, fact.who)
        if case:
            gold = tuple(place.id for place in corpus.places[fact.key])
            yield replace(case, reason="conflict", gold=gold, tags=("conflict", *case.tags), source=None)


def check(case: Case, company: Company, corpus: Corpus) -> None:
    """Raises AssertionError unless the corpus supports the label."""
    if case.source is None or case.reason != "missing_evidence":
        return
    topic, attribute, who = case.source
    assert key_of(topic, attribute, who) not in corpus.places, case
    everything = "\n".join(corpus.bodies.values())
    for template in attribute.says:
        match = pattern(template, attribute, who, company.names).search(everything)
        assert match is None, (case.q, template, match)


def write_cases(
    company: Company, corpus: Corpus, general: dict[str, list[str]], foreign: list[str], rng: random.Random
) -> list[Case]:
    asker = Asker(company, general, rng)
    build: list[Callable[[], list[Case]]] = [
        lambda: list(_conflicting(company, corpus, asker)),
        lambda: list(_ambiguous(company, corpus, asker, rng)),
        lambda: _near_misses(company, corpus, asker, share(foreign, company.split), rng),
        lambda: _answerable(company, corpus, asker, rng),
    ]
    cases = [case for part in build for case in part()]
    for case in cases:
        check(case, company, corpus)
    rng.shuffle(cases)
    return cases
