"""Effective: which documents may be answered from, for the day asked about or the version the question names."""

from __future__ import annotations

import re
from datetime import date

from bot.domain.documents import Catalogue, Source, Status

_VERSION = re.compile(
    r"(?<![\w.,])v?(\d+(?:\.\d+)+)(?![\w%])|\bv(\d+)\b|\b(?:version|release)s? (\d+)\b", re.IGNORECASE
)


def effective(catalogue: Catalogue, about: date, question: str) -> frozenset[str]:
    """Ids of the documents in force. In a line that has a version the question names, only that one counts."""
    current = {id_ for id_ in catalogue.sources if catalogue.in_force(id_, about)}
    named = {next(filter(None, match.groups())) for match in _VERSION.finditer(question)}
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
