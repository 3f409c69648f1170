"""Which documents are versions of one another, and when each is in force. Pure.

Called for one reader with the documents that the reader may read: nothing here depends on any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from bot.domain.documents import Catalogue, Source, Status, Validity
from bot.ingest.links import Links
from bot.ingest.names import marked_year, scope, version_key, without_marks

NEVER = date.min  # the end of what is in force on no day


def catalogue(sources: Iterable[Source]) -> Catalogue:
    known = {source.id: source for source in sources}
    links = Links(known)
    validity: dict[str, Validity] = {}
    for line in _lines(known, links):
        validity |= _Line(line, links).validity()
    amending = {id_: replace(source, amends=tuple(sorted(links.amends[id_]))) for id_, source in known.items()}
    return Catalogue(sources=amending, validity=validity)


def cycles(sources: Iterable[Source]) -> tuple[tuple[str, ...], ...]:
    """Groups of documents that replace one another in a circle, each sorted."""
    return Links({source.id: source for source in sources}).circles


def _lines(known: Mapping[str, Source], links: Links) -> list[list[Source]]:
    """The documents grouped into lines of versions (union-find); the smallest id comes first in each."""
    parent = {id_: id_ for id_ in known}

    def root(id_: str) -> str:
        while parent[id_] != id_:
            parent[id_] = parent[parent[id_]]
            id_ = parent[id_]
        return id_

    for one, other in (*links.pairs(), *_alike(known)):
        first, second = sorted((root(one), root(other)))
        parent[second] = first
    groups: dict[str, list[Source]] = defaultdict(list)
    for id_ in sorted(known):
        groups[root(id_)].append(known[id_])
    return list(groups.values())


def _alike(known: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    """Pairs with one declared id, or in one folder with the same title but for its marks and for the same scope."""
    first: dict[tuple[str, ...], str] = {}
    titled: dict[tuple[str, str], dict[tuple[tuple[str, str], ...], str]] = defaultdict(dict)
    for id_, source in known.items():
        if source.declared_id:
            yield id_, first.setdefault((source.declared_id.casefold(),), id_)
        if title := without_marks(source.title):
            yield id_, titled[source.folder, title].setdefault(scope(source), id_)
    for scopes in titled.values():
        # One that names no scope belongs to those that do only where all of them name the same.
        if len(scopes) == 2 and () in scopes:
            one, other = scopes.values()
            yield one, other


@dataclass(frozen=True, slots=True)
class _Member:
    source: Source
    start: date | None  # first day, as declared or as the year in its name tells
    version: tuple[tuple[int, str], ...] | None
    amending: bool

    @property
    def id(self) -> str:
        return self.source.id


class _Line:
    """One line of versions."""

    def __init__(self, sources: Sequence[Source], links: Links) -> None:
        self.links = links
        self.name = sources[0].id
        years = {marked_year(source) for source in sources}
        yearly = len(years - {None}) > 1  # 2023, 2024, …: each takes the place of the one before
        self.members = {source.id: self._member(source, yearly) for source in sources}
        others = [member for member in self.members.values() if _takes_over(member)] if len(sources) > 1 else []
        self.dated = sorted((m for m in others if m.start), key=lambda m: (m.start or NEVER, m.id))
        self.numbered = sorted((m for m in others if m.version), key=lambda m: m.version or (), reverse=True)

    def _member(self, source: Source, yearly: bool) -> _Member:
        year = marked_year(source) if yearly else None
        start = source.effective or (date(year, 1, 1) if year else None)
        return _Member(source, start, version_key(source), bool(self.links.amends[source.id]))

    def validity(self) -> dict[str, Validity]:
        return {
            id_: Validity(
                line=self.name, since=member.start, until=self._until(member)
            )
            for id_, member in self.members.items()
        }  # fmt: skip

    def _until(self, member: _Member) -> date | None:
        source = member.source
        ends = list(self._ends(member))
        known = [end for end in ends if end is not NEVER]
        if source.expires is not None:
            known.append(_day_after(source.expires))
        if NEVER in ends:
            return NEVER
        if source.superseded_by and not self.links.says[source.id] and not self._in_circle(source.id):
            return NEVER  # its successor is not among these documents, so nobody knows since when
        if source.status is Status.SUPERSEDED and not known:
            return source.effective or NEVER
        return min(known, default=None)

    def _in_circle(self, id_: str) -> bool:
        return any(id_ in circle for circle in self.links.circles)

    def _ends(self, member: _Member) -> Iterator[date]:
        """The first day of each successor; NEVER where it has none, and so was always in force."""
        for id_ in self.links.says[member.id]:
            successor = self.members[id_]
            if successor.source.status is not Status.DRAFT:
                yield successor.start or NEVER
        for id_ in self.links.claimed[member.id]:
            successor = self.members[id_]
            if _may_end(successor, member) and successor.source.status is not Status.DRAFT:
                yield successor.start or NEVER
        later = next((other for other in self._later(member)), None)
        if later is not None:
            yield later.start or NEVER

    def _later(self, member: _Member) -> Iterator[_Member]:
        """Members that come after this one without saying so, the nearest first."""
        for other in self.dated:
            if other.start and member.start and other.start > member.start and self._follows(other, member):
                yield other
        for other in self.numbered:
            if member.version is None or other.version is None or other.version <= member.version:
                break
            if other.start == member.start and self._follows(other, member):
                yield other

    def _follows(self, other: _Member, member: _Member) -> bool:
        """Whether nothing speaks against it: the same text, a link that says otherwise, a lower authority."""
        same_text = bool(member.source.digest) and other.source.digest == member.source.digest
        replaces_it = member.id in self.links.says[other.id] or member.id in self.links.claimed[other.id]
        linked = replaces_it or other.id in self.links.amends[member.id]
        return not same_text and not linked and _may_end(other, member)


def _takes_over(member: _Member) -> bool:
    """Whether it can end other versions without saying so. An amendment leaves what it does not amend in force."""
    return member.source.status is not Status.DRAFT and not member.amending


def _may_end(successor: _Member, member: _Member) -> bool:
    return successor.source.authority >= member.source.authority


def _day_after(day: date) -> date:
    return day + timedelta(days=1) if day < date.max else date.max
