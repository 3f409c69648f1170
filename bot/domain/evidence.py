"""What a draft claims, on which passages, and what checking it found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Relation(StrEnum):
    DIRECT = "direct"  # the passage says it in so many words
    INFERENCE = "inference"  # it follows from the passage
    UNRESOLVED = "unresolved"  # no cited passage could be matched


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    text: str  # one sentence, citation marks taken off
    passages: tuple[str, ...]  # passage ids, known ones only
    unknown: tuple[str, ...] = ()  # ids cited that were not in the prompt
    relation: Relation = Relation.UNRESOLVED


class FindingKind(StrEnum):
    """HARD kinds reject a draft; the others lower its probability."""

    UNKNOWN_ID = "unknown_id"
    VALUE = "value"
    UNIT = "unit"
    COMPARATOR = "comparator"
    NEGATION = "negation"
    QUALIFIER = "qualifier"
    SCOPE = "scope"
    WORDING = "wording"  # too many of the claim's words stand in no cited passage


HARD = frozenset(
    {FindingKind.UNKNOWN_ID, FindingKind.VALUE, FindingKind.UNIT, FindingKind.COMPARATOR, FindingKind.NEGATION}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    kind: FindingKind
    claim: int  # index into the evidence's claims
    detail: str  # the span that failed and what the passage has instead

    @property
    def hard(self) -> bool:
        return self.kind in HARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to understand an ambiguous question."""

    label: str
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Supported:
    claims: tuple[Claim, ...]
    missing: tuple[str, ...] = ()  # asked, and not in the passages


@dataclass(frozen=True, slots=True, kw_only=True)
class Insufficient:
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflicting:
    claims: tuple[Claim, ...]  # one a side


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    question: str
    readings: tuple[Reading, ...]


Evidence = Supported | Insufficient | Conflicting | Ambiguous


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A reply that has none of the four forms. Not evidence: it can only be abstained on."""

    why: str


class Verdict(StrEnum):
    """The form of a reply, as its first word tells."""

    ANSWER = "ANSWER"
    NOT_IN_CONTEXT = "NOT_IN_CONTEXT"
    CONFLICT = "CONFLICT"
    AMBIGUOUS = "AMBIGUOUS"
    MALFORMED = "MALFORMED"
