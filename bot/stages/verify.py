"""Verify: every claim against the passages it cites, each passage alone: ids, values, units, comparators, negation.

A claim stands when one of its passages bears all of it. Values, negation and unknown ids reject; words, names and
qualifiers are findings that lower the probability (measured on public claim sets, hard rules on words reject half of
what is true).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.domain.documents import Passage
from bot.domain.evidence import (
    Ambiguous,
    Claim,
    Conflicting,
    Evidence,
    Finding,
    FindingKind,
    Insufficient,
    Malformed,
    Relation,
    Supported,
)
from bot.stages.align import Aligned, align, bears, framing
from bot.text.cases import is_case
from bot.text.quantities import Quantity, quantities, same, same_value
from bot.text.quantities.units import NUMBER_WORDS
from bot.text.rivals import NEGATION
from bot.text.terms import bag, terms
from bot.text.tokens import clean, tokens

MIN_WORDING = 0.85  # share of a claim's terms that its passage holds
CLOSE = 0.05  # overlap below the best by which a fact is as close to a claim
MIN_PARITY_OVERLAP = 0.5  # overlap from which claim and fact speak of the same, so that their negations must agree

_QUALIFIER = re.compile(
    r"\b(all|always|only|must|never|every|any|at least|at most|approved|guaranteed|immediately)\b", re.IGNORECASE
)
_UNLESS = re.compile(r"\bunless\b", re.IGNORECASE)
_EXCEPTED = re.compile(r"\bexcept(?:ing)?(?: for)?\b[^,.;:()]*", re.IGNORECASE)
_DENIES_NOTHING = re.compile(
    r"\b(?:whether or not|not only|no matter|if not|without exception|no later than|not later than)\b", re.IGNORECASE
)
# Negations inside a word, and contractions: what one passage calls unpaid another says is not paid.
_ALSO_NEGATES = re.compile(
    r"\b(?:\w+n['’]t|cant|dont|doesnt|isnt|arent|wont|unpaid|unavailable|unable|invalid|non-?refundable|nobody|nothing"
    r"|non-?transferable|disallowed|banned|unlawful|impossible|refused|denied)\b",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Verified:
    claims: tuple[Claim, ...]  # with their relation set
    findings: tuple[Finding, ...]

    @property
    def rejected(self) -> bool:
        return any(finding.hard for finding in self.findings)


def check(evidence: Evidence | Malformed, passages: Mapping[str, Passage], asked: Sequence[Quantity]) -> Verified:
    """Everything of the evidence that would be shown: claims in full, and the figures of what is shown uncited."""
    match evidence:
        case Supported():
            verified = verify(evidence.claims, passages, asked)
            return replace(verified, findings=(*verified.findings, *_uncited(evidence.missing, (), passages, asked)))
        case Conflicting():
            return verify(evidence.claims, passages, asked)
        case Ambiguous():
            cited = [id_ for reading in evidence.readings for id_ in reading.passages]
            found = _uncited([evidence.question], cited, passages, asked)
            for reading in evidence.readings:
                found += _uncited([reading.label], reading.passages, passages, asked)
            return Verified((), tuple(found))
        case Insufficient():
            return Verified((), tuple(_uncited(evidence.missing, (), passages, asked)))
        case Malformed():
            return Verified((), ())
        case _:
            assert_never(evidence)


def _uncited(
    words: Sequence[str], cited: Sequence[str], passages: Mapping[str, Passage], asked: Sequence[Quantity]
) -> list[Finding]:
    """A figure in words that carry no citation must be the asker's own, or stand in a passage cited beside them."""
    shown = [passages[id_] for id_ in cited if id_ in passages]
    stated = [*asked, *(q for one in shown for q in (*quantities(one.text), *framing(one)))]
    wrong = [q.text for text in words for q in quantities(text) if not any(same(q, s) for s in stated)]
    return [Finding(kind=FindingKind.VALUE, claim=0, detail=f"“{text}” stands in no passage") for text in wrong]


def verify(claims: Sequence[Claim], passages: Mapping[str, Passage], asked: Sequence[Quantity] = ()) -> Verified:
    """`passages` by id: those of the prompt. `asked`: the figures that the question brought."""
    checked, findings = [], list[Finding]()
    for index, claim in enumerate(claims):
        relation, found = _claim(index, claim, [passages[id_] for id_ in claim.passages if id_ in passages], asked)
        checked.append(replace(claim, relation=relation))
        findings.extend(found)
    return Verified(tuple(checked), tuple(findings))


def _claim(
    index: int, claim: Claim, cited: Sequence[Passage], asked: Sequence[Quantity]
) -> tuple[Relation, list[Finding]]:
    if claim.unknown or not cited:
        detail = f"cites {', '.join(claim.unknown) or 'nothing'}, which was not among the passages"
        return Relation.UNRESOLVED, [Finding(kind=FindingKind.UNKNOWN_ID, claim=index, detail=detail)]
    tried = [(passage, _against(index, claim.text, passage, asked)) for passage in cited]
    passage, findings = min(tried, key=lambda row: (sum(f.hard for f in row[1]), len(row[1])))
    if any(finding.hard for finding in findings):
        return Relation.UNRESOLVED, findings
    return Relation.DIRECT if verbatim(claim.text, passage) else Relation.INFERENCE, findings


def _against(index: int, text: str, passage: Passage, asked: Sequence[Quantity]) -> list[Finding]:
    aligned = align(text, passage)
    found = [*_values(text, passage, aligned, asked), *_negation(text, aligned)]
    if not verbatim(text, passage):
        found.extend([*_wording(text, passage), *_names(text, passage), *_qualifiers(text, aligned)])
    return [Finding(kind=kind, claim=index, detail=detail) for kind, detail in found]


def verbatim(text: str, passage: Passage) -> bool:
    """Whether the claim is one of the passage's facts, or a run of them, word for word."""
    said = _plain(text)
    return bool(said) and (
        said in _plain(passage.text) or any(said == _plain(a.fact.text) for a in align(text, passage))
    )


def _plain(text: str) -> str:
    return _SPACES.sub(" ", clean(text)).strip(" .!?…").casefold()


def _values(
    text: str, passage: Passage, aligned: Sequence[Aligned], asked: Sequence[Quantity]
) -> list[tuple[FindingKind, str]]:
    if any(_plain(a.fact.text) == _plain(text) for a in aligned):
        return []  # word for word one fact, its labels included
    wrong = (q for q in quantities(text) if not bears(q, text, passage, aligned, asked))
    return [_wrong_value(claimed, aligned) for claimed in wrong]


def _wrong_value(claimed: Quantity, aligned: Sequence[Aligned]) -> tuple[FindingKind, str]:
    """What is wrong with a figure that no fact bears, judged by the facts that the claim is closest to."""
    close = [a for a in aligned if a.overlap >= aligned[0].overlap - CLOSE]
    stated = [q for a in close for q in a.fact.quantities]
    shown = ", ".join(dict.fromkeys(q.text for a in aligned for q in a.fact.quantities)) or "no figure"
    kind = FindingKind.VALUE
    if any(same_value(claimed, q) for q in stated):
        kind = FindingKind.COMPARATOR
    elif any(_numerals(claimed) == _numerals(q) and (claimed.unit, claimed.per) != (q.unit, q.per) for q in stated):
        kind = FindingKind.UNIT
    return kind, f"“{claimed.text}”: the passage has {shown}"


def _numerals(quantity: Quantity) -> tuple[str, ...]:
    return tuple(t.norm for t in tokens(quantity.text) if t.is_figure or t.norm in NUMBER_WORDS)


def _negation(text: str, aligned: Sequence[Aligned]) -> list[tuple[FindingKind, str]]:
    """Parity with the fact that the claim is closest to, and nothing else: a neighbour may well be negated."""
    if not aligned or aligned[0].overlap < MIN_PARITY_OVERLAP:
        return []
    close = [a for a in aligned if a.overlap >= aligned[0].overlap - CLOSE]
    if any(_agree(text, a.fact.text) for a in close):
        return []
    return [(FindingKind.NEGATION, f"“{text}” against “{aligned[0].fact.text}”")]


def _agree(claim: str, fact: str) -> bool:
    """Whether both deny or neither does. "Unless" turns a rule round, so that a claim without it may go either way."""
    if bool(_UNLESS.search(claim)) != bool(_UNLESS.search(fact)):
        return True
    excepted = _EXCEPTED.search(fact)
    if excepted and not _EXCEPTED.search(claim):  # what is excepted is denied what the rest is granted
        about = bag(claim)
        of_the_exception = any(about.holds(term) >= 0.9 for term in terms(excepted.group()) if not term.general)
        return negated(claim) == (negated(fact) != of_the_exception)
    return negated(claim) == negated(fact)


def negated(text: str) -> bool:
    """Whether a statement denies; "no more than five" bounds a figure and denies nothing, nor does an exception."""
    rest = _EXCEPTED.sub(" ", _DENIES_NOTHING.sub(" ", _without_figures(text)))
    return len({match.start() for pattern in (NEGATION, _ALSO_NEGATES) for match in pattern.finditer(rest)}) % 2 == 1


def _wording(text: str, passage: Passage) -> list[tuple[FindingKind, str]]:
    words = bag(passage.text) | bag("\n".join([passage.source.title, *passage.headings]))
    found = [term for term in terms(text) if not term.general]
    missing = [term.text for term in found if words.holds(term) < 0.5]
    if not found or 1 - len(missing) / len(found) >= MIN_WORDING:
        return []
    return [(FindingKind.WORDING, f"not in the passage: {', '.join(missing)}")]


def _names(text: str, passage: Passage) -> list[tuple[FindingKind, str]]:
    facets = (value for _, value in passage.source.facets)
    words = bag("\n".join([passage.text, passage.source.title, *passage.headings, *facets]))
    missing = [term.text for term in terms(text) if is_case(term) and words.holds(term) < 0.9]
    return [(FindingKind.SCOPE, f"the passage doesn't speak of {', '.join(missing)}")] if missing else []


def _qualifiers(text: str, aligned: Sequence[Aligned]) -> list[tuple[FindingKind, str]]:
    stated = " ".join(a.fact.text for a in aligned[:2]).casefold()
    said = {match.casefold() for match in _QUALIFIER.findall(_without_figures(text))}
    stronger = sorted(word for word in said if not re.search(rf"\b{word}\b", stated))
    return [(FindingKind.QUALIFIER, f"“{', '.join(stronger)}” isn't in the passage")] if stronger else []


def _without_figures(text: str) -> str:
    bounds = quantities(text)
    return "".join(char for i, char in enumerate(text) if not any(q.start <= i < q.end for q in bounds))
