"""Effective: which documents may be answered from, for the day asked about or the version the question names."""

from __future__ import annotations

import re
from datetime import date

from bot.domain.documents import Catalogue, Source, Status
from bot.text.quantities import Kind, quantities

_VERSION = re.compile(
    r"(?<![\w.,$€£])v?(\d+(?:\.\d+)+)(?![\w%])|\bv(\d+)\b(?!\.\d)|\b(?:version|release|edition)s? (\d+)\b(?!\.\d)",
    re.IGNORECASE,
)


def effective(catalogue: Catalogue, about: date, question: str) -> frozenset[str]:
    """Ids of the documents in force. In a line that has a version the question names, only that one counts."""
    current = {id_ for id_ in catalogue.sources if catalogue.in_force(id_, about)}
    measured = [q for q in quantities(question) if q.kind is not Kind.COUNT or q.unit]  # 1.5 hours
    found = [m for m in _VERSION.finditer(question) if not any(q.start <= m.start() < q.end for q in measured)]
    named = {next(filter(None, match.groups())) for match in found}
    if not named:
        return frozenset(current)
    wanted = {id_ for id_, source in catalogue.sources.items() if _version(source) in named and _may_speak(source)}
    lines = {catalogue.validity[id_].line for id_ in wanted}
    return frozenset({id_ for id_ in current if catalogue.validity[id_].line not in lines} | wanted)


def _version(source: Source) -> str | None:
    if source.version:
        return source.version.casefold().removeprefix("v")
    titled = _VERSION.search(source.title)
    return next(filter(None, titled.groups())) if titled else None


def _may_speak(source: Source) -> bool:
    return source.status is not Status.DRAFT
