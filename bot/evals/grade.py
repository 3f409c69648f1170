"""Grade: one exchange against its label, offline. Figures are compared as values, everything else word for word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.decisions import Outcome
from bot.domain.exchanges import Exchange
from bot.evals.cases import Case
from bot.text.quantities import Kind, Quantity, quantities, same_value
from bot.text.terms import bag, terms
from bot.text.tokens import tokens


class Column(StrEnum):
    CORRECT = "correct"
    WRONG = "wrong"  # answered, and not right: the confident kind
    ABSTAINED = "abstained"  # anything else
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Grade:
    column: Column
    why: str
    reason_right: bool  # an abstention for the reason that the label gives; True for an answer where one was due


def grade(case: Case, exchange: Exchange) -> Grade:
    decision = exchange.decision
    if exchange.error:
        return Grade(Column.ERROR, exchange.error, False)
    if decision.outcome not in (Outcome.ANSWERED, Outcome.PARTIAL):
        return Grade(Column.ABSTAINED, str(decision.reason or decision.outcome), decision.reason == case.reason)
    if case.reason is not None:
        return Grade(Column.WRONG, f"answered where {case.reason} was right", False)
    said = " ".join(claim.text for claim in decision.claims)
    if not any(states(said, form) for form in (case.expect, *case.accept)):
        return Grade(Column.WRONG, f"expected “{case.expect}”", True)
    if decision.outcome is Outcome.PARTIAL and not case.missing:
        return Grade(Column.WRONG, "called partial where everything could be answered", True)
    if decision.outcome is Outcome.PARTIAL and not _names(decision.missing, case.missing):
        return Grade(Column.WRONG, f"expected to miss “{'”, “'.join(case.missing)}”", True)
    return Grade(Column.CORRECT, "", True)


def states(text: str, expected: str) -> bool:
    """Whether a text holds the expected figures, as values, and the other words of the expected form in their order."""
    wanted = quantities(expected)
    if wanted and all(any(_equal(q, w) for q in quantities(text)) for w in wanted):
        return True
    if any(q.kind in (Kind.MONEY, Kind.PERCENT) for q in wanted):
        return False  # its sign is no word: $170 would pass for €170
    said, words = [[t.norm for t in tokens(part)] for part in (text, expected)]
    return any(said[i : i + len(words)] == words for i in range(len(said) - len(words) + 1)) and bool(words)


def _names(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether all that is missing is named, in whatever words of one meaning."""
    words = bag("\n".join(said))
    return all(words.holds(term) >= 0.9 for part in wanted for term in terms(part) if not term.general)


def _equal(said: Quantity, wanted: Quantity) -> bool:
    if same_value(said, wanted):
        return True
    bare = not wanted.unit and wanted.low is not None
    return bare and (said.low, said.high) == (wanted.low, wanted.high)
