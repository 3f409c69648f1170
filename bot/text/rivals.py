"""Whether two facts that answer one question can stand side by side.

Compared are facts, not passages: "employee-only coverage: 500" and "family coverage: 1,000" speak of different things,
"ten years" and "120 months" say the same, "is reimbursed" and "is not reimbursed" can't both hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.documents import Passage, Source
from bot.text.cases import is_case
from bot.text.facts import Fact
from bot.text.match import Match
from bot.text.quantities import Quantity, comparable, same_value
from bot.text.terms import CALENDAR, Bag, Term, bag, terms
from bot.text.tokens import content, stem

NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|excluded?|except|prohibited|forbidden|ineligible|unpaid"
    r"|optional|voluntary|hasn['’]t|haven['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|can['’]t|won['’]t|mustn['’]t|wasn['’]t|weren['’]t)\b",
    re.IGNORECASE,
)
# What stands behind one of these limits a rule: "on probation", "for night shifts".
_LIMITS = re.compile(
    r"\b(?:on|in|for|at|during|with|under|from|as|if|when|while|of) (?:the |an? |their |our )?$", re.IGNORECASE
)
SAME_SUBJECT = 0.34  # share of their terms that two facts have in common (Jaccard)
FEW_TERMS = 3
SIMILAR_WORDING = 0.5  # Jaccard of two facts' stems from which the words in which they differ tell them apart


class Relation(StrEnum):
    AGREES = "agrees"  # or speaks of something else
    CLASHES = "clashes"  # same subject and scope, another value or polarity
    OTHER_SCOPE = "other_scope"  # each speaks of a case of its own
    NARROWER = "narrower"  # the rival speaks of a special case, the fact of the rule
    BROADER = "broader"  # the other way round


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact where it stands, with what it answers."""

    passage: Passage
    fact: Fact
    match: Match


@dataclass(frozen=True, slots=True)
class Comparison:
    relation: Relation
    scope: tuple[str, ...] = ()  # what only the fact speaks of, as written
    rival_scope: tuple[str, ...] = ()


def compare(one: Stated, other: Stated, asked_terms: Sequence[Term]) -> Comparison:
    """How `other` stands to `one`. Terms of the question that both cover never tell them apart."""
    if not _about_the_same(one, other) or not _differ(one, other):
        return Comparison(Relation.AGREES)
    if one.passage.id == other.passage.id and one.fact.exception != other.fact.exception:
        return Comparison(Relation.NARROWER if other.fact.exception else Relation.BROADER)
    mine, theirs = _only_in(one, other), _only_in(other, one)
    mine, theirs = ([s for s in scopes if not _named(s, asked_terms)] for scopes in (mine, theirs))
    if not (mine and theirs):  # "… and then deleted": a tail that one of them has makes no special case
        mine, theirs = ([s for s in scopes if not s.weak] for scopes in (mine, theirs))
    scope, rival_scope = tuple(s.text for s in mine), tuple(s.text for s in theirs)
    if mine and theirs:
        return Comparison(Relation.OTHER_SCOPE, scope, rival_scope)
    if theirs:
        return Comparison(Relation.NARROWER, scope, rival_scope)
    if mine:
        return Comparison(Relation.BROADER, scope, rival_scope)
    return Comparison(Relation.CLASHES)


def _named(scope: _Scope, asked_terms: Sequence[Term]) -> bool:
    """Whether the question names the scope: all of its words, or its key."""
    words = {s for term in asked_terms for s in term.stems} | {c for term in asked_terms for c in term.concepts}
    found = terms(scope.text)
    return scope.key in words or (bool(found) and all(set(t.stems) <= words or t.concepts & words for t in found))


def _about_the_same(one: Stated, other: Stated) -> bool:
    """Whether the facts share enough of their subject to be able to contradict each other."""
    mine, theirs = _subject(one), _subject(other)
    return len(mine & theirs) >= SAME_SUBJECT * (len(mine | theirs) or 1)


def _carries(term: Term) -> bool:
    """Whether a term is of the subject, not of the case or the people that a rule is for."""
    return not term.general and "employee" not in term.concepts and not is_case(term)


def _subject(stated: Stated) -> frozenset[str]:
    """What a fact speaks of: its terms, figures and cases left out, and those of its innermost heading where few."""
    fact = stated.fact
    figures = [range(q.start, q.end) for q in fact.quantities]
    own = {t.key for t in terms(fact.text) if _carries(t) and not any(t.start in figure for figure in figures)}
    if len(own) < FEW_TERMS and stated.passage.headings:
        own |= {t.key for t in terms(stated.passage.headings[-1]) if _carries(t)}
    return frozenset(own or {t.key for t in terms(fact.text)})


def outranks(one: Source, other: Source) -> bool:
    """Whether `one` settles a difference with `other`: by higher authority, or because it amends it (by its id)."""
    if one.authority != other.authority:
        return one.authority > other.authority
    return other.id in one.amends


def _differ(one: Stated, other: Stated) -> bool:
    """Whether they answer the same thing with another value or polarity."""
    mine, theirs = one.match.answers, other.match.answers
    pairs = [(a, b) for a in mine for b in theirs if comparable(a, b)]
    if pairs:
        return not any(agree(a, b) for a, b in pairs)
    if mine and theirs:  # one kind of figure in units that can't be compared: hours, and business hours
        rates = {a.per for a in mine} ^ {b.per for b in theirs}  # 10 a month and 120 a year may be the same
        return bool({a.kind for a in mine} & {b.kind for b in theirs}) and not rates
    words, others = one.match.words, other.match.words
    if words and others:
        return not (words <= others or others <= words)
    if mine or theirs:
        return False  # a figure on one side only: it answers something else
    return _polarity_differs(one.fact.text, other.fact.text)


def agree(a: Quantity, b: Quantity) -> bool:
    """Two figures say the same: ten years and 120 months, "up to 5" and "5". Two bounds agree in their ends only."""
    return same_value(a, b)


def _polarity_differs(one: str, other: str) -> bool:
    """The same statement, once with and once without a negation."""
    if bool(NEGATION.search(one)) == bool(NEGATION.search(other)):
        return False
    return _jaccard(_stems(NEGATION.sub(" ", one)), _stems(NEGATION.sub(" ", other))) >= SIMILAR_WORDING


def _stems(text: str) -> frozenset[str]:
    return frozenset(token.stem for token in content(text) if not token.is_figure)


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a | b else 0.0


@dataclass(frozen=True, slots=True)
class _Scope:
    text: str
    key: str
    weak: bool = False  # only a word in which two alike sentences differ; no name and no known kind of case


def _only_in(one: Stated, other: Stated) -> list[_Scope]:
    """What tells `one` from `other`: names, facets, labels, kinds of people or cases, conditions."""
    theirs = _words(other)
    similar = _jaccard(_stems(one.fact.text), _stems(other.fact.text)) >= SIMILAR_WORDING
    found = [*_facet_scopes(one.passage, other.passage), *_label_scopes(one, other)]
    for term in terms(one.fact.text):
        figure_word = any(q.start <= term.start < q.end for q in one.fact.quantities)
        answer = any(word in term.text.casefold() for word in one.match.words)
        if figure_word or answer or term.general or term.stems[0] in CALENDAR or theirs.holds(term) >= 0.9:
            continue
        if similar or is_case(term):
            weak = not is_case(term) and not _LIMITS.search(one.fact.text[: term.start])
            found.append(_Scope(term.text, term.key, weak))
    found.extend(_condition_scopes(one, other))
    return list({scope.key: scope for scope in found}.values())


def _words(stated: Stated) -> Bag:
    source = stated.passage.source
    context = "\n".join([source.title, *stated.passage.headings, *(v for _, v in source.facets)])
    return stated.fact.own | bag(context)


def _facet_scopes(one: Passage, other: Passage) -> list[_Scope]:
    theirs = dict(other.source.facets)
    return [
        _Scope(value, key)
        for key, value in one.source.facets
        if key in theirs and theirs[key].casefold() != value.casefold()
    ]


def _label_scopes(one: Stated, other: Stated) -> list[_Scope]:
    """The heading or label in which parallel places differ: `Germany > Notice period`, `Poland > Notice period`."""
    found: list[_Scope] = []
    mine, theirs = one.passage.headings, other.passage.headings
    same_document = one.passage.source.id == other.passage.source.id
    if same_document and mine != theirs:
        found.extend(_Scope(a, stem(a.casefold())) for a in mine if a not in theirs)
    if one.fact.labels and other.fact.labels and same_document:
        found.extend(_Scope(a, stem(a.casefold())) for a in one.fact.labels if a not in other.fact.labels)
    if not same_document and one.passage.source.folder == other.passage.source.folder:
        found.extend(_title_scopes(one.passage.source.title, other.passage.source.title))
    return found


def _title_scopes(mine: str, theirs: str) -> list[_Scope]:
    """`Leave in Germany` and `Leave in Poland`: titles alike but for one or two words."""
    a, b = content(mine), content(theirs)
    shared = {token.stem for token in a} & {token.stem for token in b}
    rest = [token for token in a if token.stem not in shared and not token.is_figure]
    if not shared or not 1 <= len(rest) <= 2:
        return []
    return [_Scope(" ".join(token.text for token in rest), " ".join(token.stem for token in rest))]


def _condition_scopes(one: Stated, other: Stated) -> list[_Scope]:
    """Figures that aren't the answer: "after five years" against "after ten years"."""
    mine = [q for q in one.fact.quantities if q not in one.match.answers]
    theirs = [q for q in other.fact.quantities if q not in other.match.answers]
    return [_Scope(q.text, q.text) for q in mine if not any(comparable(q, o) and agree(q, o) for o in theirs)]
