"""Writes a company's documents and notes where each fact stands.

Sentences that carry a fact are wrapped in private-use marks while a page is put together; `settle` takes the marks
out and turns them into offsets in the body.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scripts.calibration.bank import Attribute, share
from scripts.calibration.company import Company, Fact, TopicPlan
from scripts.calibration.layouts import LAYOUTS, Item, Page
from scripts.calibration.wording import bare, capital, dress, fill, lower, starts_plainly, state

_MARK = re.compile("\ue000(\\d+)\ue001|\ue002")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document states a fact."""

    path: str
    offset: int
    sentence: str
    span: str
    accept: tuple[str, ...]
    layout: str

    @property
    def id(self) -> str:
        return f"{self.path}#{self.offset}"


@dataclass(slots=True)
class Corpus:
    bodies: dict[str, str] = field(default_factory=dict)  # path → text after the front matter
    subjects: dict[str, str] = field(default_factory=dict)  # path → topic
    headers: dict[str, str] = field(default_factory=dict)  # path → front matter, with its closing line
    places: dict[str, list[Place]] = field(default_factory=dict)  # fact key → places
    mentioned: list[str] = field(default_factory=list)  # topics that an overview names without saying anything of them


def _item(fact: Fact, company: Company, general: dict[str, list[str]], rng: random.Random, rival: bool = False) -> Item:
    values = dict(fact.rival if rival and fact.rival else fact.values)
    template = rng.choice(fact.attribute.says)
    said = state(template, fact.attribute, values, fact.who, company.names, words=rng.random() < 0.3)
    leans = bool(re.match(r"(It|They|This|These|That)\b", said.text))
    said = dress(said, template, share(general["lead"], company.split), share(general["tail"], company.split), rng)
    question = fill(rng.choice(fact.attribute.near), _scope(fact), fact.attribute, company.names)
    label = capital(re.sub(r"^(the|an?|whether) ", "", fact.attribute.noun))
    return Item(
        said.text,
        key=fact.key,
        said=said,
        label=label,
        question=capital(question),
        group=fact.attribute.id if fact.who else "",
        who=capital(fact.who.stated) if fact.who else "",
        leans=leans,
        plain=starts_plainly(template),
        yes_no="<" not in template,
    )


def _scope(fact: Fact) -> dict[str, str]:
    return {"who": fact.who.stated, "in": fact.who.short} if fact.who else {}


def _hints(plan: TopicPlan, company: Company, rng: random.Random, general: dict[str, list[str]]) -> list[Item]:
    """Sentences that speak of an attribute and keep its value to themselves."""

    def loose(attribute: Attribute, own: list[str], frames: list[str]) -> Item:
        template = rng.choice(own or frames)
        noun = attribute.noun
        return Item(capital(fill(template, {"noun": noun, "Noun": capital(noun)}, attribute, company.names)))

    vague = [loose(a, a.vague, share(general["vague"], company.split)) for a in plan.vague]
    return vague + [loose(a, [], share(general["elsewhere"], company.split)) for a in plan.elsewhere]


def _siblings(plan: TopicPlan, company: Company, rng: random.Random, general: dict[str, list[str]]) -> list[Item]:
    if not plan.topic.others or rng.random() < 0.55:
        return []
    frame = rng.choice(share(general["sibling"], company.split))
    slots = {"other": rng.choice(plan.topic.others), "subject": plan.topic.name}
    return [Item(capital(fill(frame, slots, None, company.names)))]


def _noise(subject: str, company: Company, general: dict[str, list[str]], rng: random.Random) -> list[str]:
    """Sentences with figures, dates and names that answer nothing that is asked."""
    lines = rng.sample(share(general["noise"], company.split), rng.randint(0, 2))
    lines += rng.sample(share(general["topical"], company.split), rng.randint(1, 3))
    numbered = [re.sub(r"#", lambda _: str(rng.randint(2, 95)), line) for line in lines]
    return [capital(fill(line, {"subject": subject}, None, company.names)) for line in numbered]


def _background(plan: TopicPlan, company: Company, rng: random.Random) -> list[Item]:
    lines = [capital(fill(line, {}, None, company.names)) for line in plan.topic.background]
    rng.shuffle(lines)
    return [Item(line) for line in lines]


def _deal(items: list[Item], rivals: list[Item], parts: int, rng: random.Random) -> list[list[Item]]:
    """Items over a topic's documents; members of one table stay together, a rival goes to the other document."""
    if parts == 1:
        return [items]
    dealt: list[list[Item]] = [[], []]
    groups: dict[str, int] = {}
    disputed = {item.key for item in rivals}
    for at, item in enumerate(items):
        to = 0 if item.key in disputed else at % 2 if rng.random() < 0.8 else 0
        if item.group:
            to = groups.setdefault(item.group, to)
        dealt[to].append(item)
    dealt[1] += rivals
    return dealt


def _combine(items: list[Item], rng: random.Random) -> list[Item]:
    """Now and then two facts in one sentence."""
    out: list[Item] = []
    for item in items:
        before = out[-1] if out else None
        fit = before is not None and item.plain and not (before.also or before.group or item.group or item.leans)
        if before is None or not fit or item.said is None or before.said is None or rng.random() > 0.18:
            out.append(item)
            continue
        joined = rng.choice([", and ", "; ", ", while "])
        second = replace(item.said, span=lower(item.said.span)) if item.yes_no else item.said
        if second.span not in lower(item.text):
            second = replace(second, span=lower(second.span))
        text = bare(before.text) + joined + lower(item.text)
        out[-1] = replace(before, text=text, also=((item.key, second),), yes_no=True, label=before.label)
    return out


def _front_matter(title: str, company: Company, rng: random.Random, general: dict[str, list[str]]) -> str:
    roll = rng.random()
    if roll < 0.35:
        return ""
    lines = [f"title: {title}"]
    if rng.random() < 0.8:
        lines.append(f"effective: {rng.randint(2021, 2024)}-{rng.randint(1, 12):02}-01")
    if rng.random() < 0.5:
        lines.append("status: current")
    if rng.random() < 0.5:
        lines.append(f"owner: {rng.choice(share(general['owner'], company.split))}")
    if rng.random() < 0.3:
        lines.append(f'version: "{rng.randint(1, 4)}.{rng.randint(0, 9)}"')
    return "---\n" + "\n".join(lines) + "\n---\n"


def settle(marked: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The text without marks, and (number, start, end) of what they enclosed."""
    out: list[str] = []
    found: list[tuple[int, int, int]] = []
    last = length = 0
    number = start = -1
    for match in _MARK.finditer(marked):
        piece = marked[last : match.start()]
        out.append(piece)
        length += len(piece)
        last = match.end()
        if match[1] is None:
            found.append((number, start, length))
        else:
            number, start = int(match[1]), length
    out.append(marked[last:])
    return "".join(out), found


def _publish(corpus: Corpus, path: str, page: Page, header: str, layout: str) -> None:
    body, found = settle(page.text)
    corpus.bodies[path], corpus.headers[path] = body, header
    for number, start, end in found:
        item = page.items[number]
        assert item.said is not None
        for key, said in ((item.key, item.said), *item.also):
            place = Place(path, start, body[start:end], said.span, said.accept, layout)
            corpus.places.setdefault(key, []).append(place)


def _write_topic(
    plan: TopicPlan, company: Company, corpus: Corpus, general: dict[str, list[str]], rng: random.Random
) -> None:
    items = [_item(fact, company, general, rng) for fact in plan.facts]
    rivals = [_item(fact, company, general, rng, rival=True) for fact in plan.facts if fact.rival]
    rng.shuffle(items)
    dealt = _deal(items, rivals, plan.documents, rng)
    background = _background(plan, company, rng)
    loose = _hints(plan, company, rng, general) + _siblings(plan, company, rng, general)
    titles = plan.topic.titles or [capital(plan.topic.name)]
    for part, stated in enumerate(dealt):
        facts = _combine(stated, rng)
        cut = len(background) * 3 // 5
        talk = (background[:cut] if part == 0 else background[cut:]) if plan.documents == 2 else background
        talk = talk + [item for i, item in enumerate(loose) if i % plan.documents == part]
        talk += [Item(line) for line in _noise(plan.topic.name, company, general, rng)]
        title = titles[part % len(titles)] if part == 0 else _second_title(plan, titles, general, company, rng)
        boiler = [fill(x, {}, None, company.names) for x in rng.sample(share(general["boiler"], company.split), 3)]
        layout = rng.choice([*sorted(LAYOUTS), "sections"])
        write: Callable[..., Page] = LAYOUTS[layout]
        page = write(title, facts, talk, boiler, share(general["heading"], company.split), rng)
        path = f"{plan.topic.family}/{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-')}.md"
        corpus.subjects[path] = plan.topic.id
        _publish(corpus, path, page, _front_matter(title, company, rng, general), layout)


def _second_title(
    plan: TopicPlan, titles: list[str], general: dict[str, list[str]], company: Company, rng: random.Random
) -> str:
    if len(titles) > 1:
        return titles[1]
    return rng.choice(share(general["guide_title"], company.split)).replace("{subject}", plan.topic.name)


def _write_overview(company: Company, corpus: Corpus, general: dict[str, list[str]], rng: random.Random) -> None:
    """A page that names subjects and says where to look, two of them not documented at all."""
    unsaid = rng.sample(company.removed, min(2, len(company.removed)))
    corpus.mentioned = [topic.id for topic in unsaid]
    topics = [*unsaid, *(plan.topic for plan in rng.sample(company.plans, min(4, len(company.plans))))]
    rng.shuffle(topics)
    pointers = share(general["pointer"], company.split)
    lines = [f"- {capital(fill(rng.choice(pointers), {'subject': t.name}, None, company.names))}" for t in topics]
    title = rng.choice(share(general["overview_title"], company.split))
    opening = fill(rng.choice(share(general["overview_opening"], company.split)), {}, None, company.names)
    corpus.bodies["general/overview.md"] = f"# {title}\n\n{opening}\n\n" + "\n".join(lines) + "\n"
    corpus.headers["general/overview.md"] = _front_matter(title, company, rng, general)


def write_corpus(company: Company, general: dict[str, list[str]], rng: random.Random) -> Corpus:
    corpus = Corpus()
    for plan in company.plans:
        _write_topic(plan, company, corpus, general, rng)
    _merge_some(corpus, rng)
    _write_overview(company, corpus, general, rng)
    return corpus


def _merge_some(corpus: Corpus, rng: random.Random) -> None:
    """Longer documents: six pairs of pages, of one folder where there are enough, are put one after the other."""
    paths = sorted(corpus.bodies)
    rng.shuffle(paths)
    paths.sort(key=lambda path: path.split("/")[0])
    pairs = list(zip(paths[::2], paths[1::2], strict=False))
    pairs = [(a, b) for a, b in pairs if corpus.subjects[a] != corpus.subjects[b]]  # a conflict keeps its two documents
    for first, second in rng.sample(pairs, min(6, len(pairs))):
        shift = len(corpus.bodies[first]) + 1
        corpus.bodies[first] += "\n" + corpus.bodies.pop(second)
        corpus.headers.pop(second)
        for places in corpus.places.values():
            places[:] = [replace(p, path=first, offset=p.offset + shift) if p.path == second else p for p in places]
