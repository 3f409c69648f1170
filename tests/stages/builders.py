"""Sources, passages, hits and cases for stage tests. All has a default, so that a test names what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from bot.domain.decisions import Policy
from bot.domain.documents import Passage, PassageKind, Source
from bot.domain.evidence import Claim, Evidence, Malformed, Supported
from bot.domain.questions import Framed, Mode
from bot.domain.retrieval import Candidate, Hit
from bot.stages.decide import Case
from bot.text.asked import Asked, read
from bot.text.match import Weighted, passage_bag, weigh

DAY = date(2026, 11, 30)


def source(id_: str = "hr/leave.md", **changes: object) -> Source:
    sample = Source(id=id_, root="handbook", title=id_.rpartition("/")[2].partition(".")[0].replace("-", " ").title())
    if isinstance(facets := changes.get("facets"), dict):
        changes["facets"] = tuple(sorted(facets.items()))
    return replace(sample, **changes)  # type: ignore[arg-type]


def passage(
    text: str, id_: str = "hr/leave.md", *, offset: int = 0, headings: tuple[str, ...] = (), **changes: object
) -> Passage:
    """`changes` are those of its source."""
    kind = PassageKind.TABLE if " | " in text else PassageKind.PROSE
    return Passage(
        source=source(id_, **changes), offset=offset, length=len(text), text=text, headings=headings, kind=kind
    )


def candidate(of: Passage, similarity: float | None = 0.5) -> Candidate:
    return Candidate(passage=of, dense_rank=1, similarity=similarity, keyword_rank=1, keyword_score=1.0)


def hit(of: Passage, rank: int = 1, *, coverage: float = 1.0, similarity: float | None = 0.5) -> Hit:
    return Hit(
        passage=of, rank=rank, score=0.5, dense_rank=rank, keyword_rank=rank, similarity=similarity, coverage=coverage
    )


def asked_over(question: str, passages: Iterable[Passage]) -> tuple[Asked, tuple[Weighted, ...]]:
    asked = read(question)
    return asked, weigh(asked, [passage_bag(one) for one in passages])


def claim(text: str, *cited: Passage | str, unknown: tuple[str, ...] = ()) -> Claim:
    return Claim(text=text, passages=tuple(c if isinstance(c, str) else c.id for c in cited), unknown=unknown)


def framed(text: str = "How many days of leave do I get?", **changes: object) -> Framed:
    return replace(Framed(text=text, about=DAY, about_said=False), **changes)  # type: ignore[arg-type]


def case(evidence: Evidence | Malformed | None = None, *passages: Passage, **changes: object) -> Case:
    shown = passages or (passage("Everyone gets 25 days of leave a year."),)
    sample = Case(
        framed=framed(),
        subject="days of leave",
        evidence=evidence or Supported(claims=(claim(shown[0].text, shown[0]),)),
        passages=shown,
        policy=Policy(),
        mode=Mode.VERIFIED,
    )
    return replace(sample, **changes)  # type: ignore[arg-type]
