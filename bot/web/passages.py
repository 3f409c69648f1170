"""What the page of one passage shows. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.channels.webchat import below_title, long_date, one_line, safe_url, shown
from bot.domain.documents import Passage, PassageKind, Source, Status, Validity


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageView:
    title: str
    headings: tuple[str, ...]  # from the top down, the title left out
    standing: str  # whether it counts today, in words
    counts: bool
    facts: tuple[tuple[str, str], ...]  # (name, value)
    url: str | None
    kind: str
    text: str
    rows: tuple[tuple[str, ...], ...]  # of a table, its header first
    back: str  # conversation to return to, or empty


def to_passage(passage: Passage, validity: Validity | None, today: date, back: str) -> PassageView:
    source = passage.source
    standing, counts = standing_of(source, validity, today)
    is_table = passage.kind is PassageKind.TABLE
    return PassageView(
        title=one_line(source.title),
        headings=below_title(passage.headings, source),
        standing=standing,
        counts=counts,
        facts=tuple(_facts(source)),
        url=safe_url(source.url),
        kind=passage.kind.value,
        text=shown(passage.text).strip("\n"),
        rows=tuple(_cells(line) for line in passage.text.splitlines() if line.strip()) if is_table else (),
        back=back,
    )


def standing_of(source: Source, validity: Validity | None, today: date) -> tuple[str, bool]:
    """Whether the document's rules count today, and why not."""
    if source.status is Status.DRAFT:
        return "Draft. Nothing is answered from it.", False
    if validity and validity.since and today < validity.since:
        return f"Not in effect yet. It will be from {long_date(validity.since)}.", False
    if validity and validity.until and validity.until <= today:
        return f"No longer in effect, since {long_date(validity.until)}.", False
    if source.status is Status.SUPERSEDED:
        return "Superseded by a later version.", False
    return f"In effect today, {long_date(today)}.", True


def _facts(source: Source) -> Iterator[tuple[str, str]]:
    yield "Effective from", long_date(source.effective) if source.effective else "no date given"
    if source.expires:
        yield "Last day", long_date(source.expires)
    if source.version:
        yield "Version", one_line(source.version)
    if source.owner:
        yield "Owner", one_line(source.owner)
    yield "File", one_line(source.id)
    if source.ingested_at:
        yield "Read in on", long_date(source.ingested_at.date())


def _cells(line: str) -> tuple[str, ...]:
    return tuple(one_line(cell) for cell in line.strip().strip("|").split(" | "))
