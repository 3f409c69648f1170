"""Titles and file names: the marks in them that tell versions apart, and what is left without these."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.documents import Source

_YEAR = re.compile(
    r"(?<![\d.,])(?:FY[ -]?)?((?:19|20)\d\d)(?:\s*[/–-]\s*(?:(?:19|20)?\d\d))?(?![\d.,]\d|\d)", re.IGNORECASE
)
_DATE = re.compile(r"\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b")
_VERSION = re.compile(
    r"\b(?:version|ver|v|rev|revision|release|r)[. ]?(\d+(?:\.\d+)*)\b|\((?:v|version )?(\d+(?:\.\d+)+)\)"
    r"|(?<![\w.,])(\d+(?:\.\d+)+)(?![\w.,]*\d|\s*%)",
    re.IGNORECASE,
)
_COPY = re.compile(
    r"\bcopy of\b|\(\d{1,2}\)|[-–_ ]+cop(?:y|ie)(?: ?\(?\d*\)?)?$|\bkopie(?: von)?\b"
    r"|\b(?:final|draft|old|new|current|latest|superseded|archived|signed|clean)\b(?=[)\s_-]*$)|#\d+\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"\(\s*\)|\[\s*\]")
_WORD = re.compile(r"[^\W_]+")

# Facets that say where a document applies: two that differ in one of these are no versions of each other.
_SCOPES = frozenset(
    {"region", "country", "countries", "state", "city", "site", "location", "office", "plan", "tier", "edition"}
    | {"platform", "market", "brand", "entity", "company", "subsidiary", "department", "team", "role", "contract"}
    | {"product", "employment", "language", "lang", "locale", "channel", "customer", "segment"}
)


@lru_cache(maxsize=20_000)
def without_marks(title: str) -> str:
    """The title for comparing, with year, version and copy marks taken off; "" where nothing else was in it."""
    bare = re.sub(r"\.(?:md|txt|html?|pdf|docx?)$", "", title.strip(), flags=re.IGNORECASE).replace("_", " ")
    for pattern in (_DATE, _YEAR, _VERSION, _COPY, _EMPTY, _COPY):
        bare = pattern.sub(" ", bare).strip(" -–.,:")
    return " ".join(_WORD.findall(bare.casefold()))


@lru_cache(maxsize=20_000)
def _year(title: str, file: str) -> int | None:
    found = _YEAR.search(title) or _YEAR.search(file)
    return int(found[1]) if found else None


def marked_year(source: Source) -> int | None:
    """The year in a document's title, else in its file name."""
    return _year(source.title, source.id.rpartition("/")[2])


def version_key(source: Source) -> tuple[tuple[int, str], ...] | None:
    """The version in its natural order (1.10 after 1.9), as declared or as marked in title or file name."""
    return _version(source.version, source.title, source.id.rpartition("/")[2].rpartition(".")[0])


@lru_cache(maxsize=20_000)
def _version(declared: str | None, title: str, file: str) -> tuple[tuple[int, str], ...] | None:
    text = declared
    if not text:
        found = _VERSION.search(title) or _VERSION.search(file.replace("_", " "))
        text = next(filter(None, found.groups())) if found else None
    parts = [
        (int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|[a-z]+", (text or "").lower())
    ]
    while parts and parts[0][1] in ("v", "version", "rev", "revision", "ver"):
        parts.pop(0)
    while len(parts) > 1 and parts[-1] == (0, ""):
        parts.pop()
    return tuple(parts) or None


def scope(source: Source) -> tuple[tuple[str, str], ...]:
    return tuple((key.casefold(), value.casefold()) for key, value in source.facets if key.casefold() in _SCOPES)
