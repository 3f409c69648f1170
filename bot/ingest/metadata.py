"""Metadata as written → the facts of a `Source`. What can't be understood is never guessed: the document is reported.

Sources of metadata by precedence, key by key: front matter, the row of a `manifest.csv`, the file itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.domain.documents import PUBLIC, Status
from bot.ingest.blocks import Note, Rejected, Value
from bot.ingest.spellings import (
    CURRENT_WORDS,
    DRAFT_WORDS,
    RESTRICTING,
    SUPERSEDED_WORDS,
    WEAK,
    canonical,
    folded,
    like_access,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a document beside its text. Field by field as in `Source`."""

    declared_id: str | None = None
    title: str | None = None
    url: str | None = None
    effective: date | None = None
    expires: date | None = None
    status: Status = Status.CURRENT
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()
    audience: frozenset[str] | None = None
    authority: int = 1
    owner: str | None = None
    version: str | None = None
    facets: tuple[tuple[str, str], ...] = ()


class _Unreadable(ValueError):
    """A value of `key` that can't be understood; the message is the line of the report."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


_WORDS = {
    **dict.fromkeys(CURRENT_WORDS, Status.CURRENT),
    **dict.fromkeys(SUPERSEDED_WORDS, Status.SUPERSEDED),
    **dict.fromkeys(DRAFT_WORDS, Status.DRAFT),
}
# `draft: true` and its like. A value that is neither yes nor no makes it a facet; of `draft`, it is unreadable.
_FLAGS = {
    "draft": (Status.DRAFT, None),
    "is_draft": (Status.DRAFT, None),
    "published": (None, Status.DRAFT),
    "superseded": (Status.SUPERSEDED, None),
    "archived": (Status.SUPERSEDED, None),
    "obsolete": (Status.SUPERSEDED, None),
    "retired": (Status.SUPERSEDED, None),
    "deprecated": (Status.SUPERSEDED, None),
    "withdrawn": (Status.SUPERSEDED, None),
}
_YES, _NO = frozenset({"true", "yes", "on", "1", "y"}), frozenset({"false", "no", "off", "0", "n"})
_IN_FILES = frozenset("id effective expires status supersedes superseded_by amends audience version owner".split())
# Marks that restrict a document and don't say to whom.
_MARKS = frozenset("restricted confidential internal internal_only private secret sensitive".split())
_CLASSES = frozenset(
    """
    classification data_classification security_classification information_classification classification_level
    confidentiality confidentiality_level sensitivity sensitivity_level security_level protection_level
    """.split()
)
_CLOSED = re.compile(r"(?<!non-)(?<!not )\b(?:confidential|restricted|secret|internal|private)\b", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$")
_GROUP = re.compile(r"[^\s,;:{}\[\]][^,;{}\[\]\n]{0,99}$")


def understand(*layers: Mapping[str, Value]) -> Facts | Rejected:
    """The facts in the layers; an earlier layer wins, key by key. An unreadable value that loses does no harm."""
    known: dict[str, Value] = {}
    facets: dict[str, str] = {}
    try:
        for layer in layers:
            mine, rest = _sorted_out(layer)
            known = {**mine, **known}
            facets = {**rest, **facets}
        return _facts(known, facets)
    except _Unreadable as error:
        return Rejected(reason="unreadable_metadata", detail=str(error), withhold=error.key in RESTRICTING)


def from_file(metadata: Mapping[str, Value]) -> dict[str, Value]:
    """What a file's own format says, known keys only: a page's `viewport` is no facet."""
    return {
        key: value
        for key, value in metadata.items()
        if value
        and ((canonical(key) in _IN_FILES and folded(key) not in WEAK) or _may_restrict(key) or _marked(key, value))
    }


def unclear(facts: Facts) -> list[Note]:
    """Marks like `confidential: yes` in a document that names no audience: nobody knows who was meant."""
    if facts.audience is not None:
        return []
    return [
        Note(
            "unclear_audience", f"marked “{key}: {value}”"[:80] + " and no audience is named: every member can read it"
        )
        for key, value in facts.facets
        if _marked(key, value)
    ]


def _marked(key: str, value: Value) -> bool:
    name = folded(_parts(key)[-1])
    text = ", ".join(value) if isinstance(value, list) else value
    if name in _MARKS:
        return text.strip().lower() not in {*_NO, "none", "public", ""}
    return name in _CLASSES and bool(_CLOSED.search(text))


def _parts(key: str) -> list[str]:
    """The names of a nested key: front matter joins them with dots."""
    return [part for part in key.split(".") if part.strip()] or [key]


def _may_restrict(key: str) -> bool:
    """Whether a key that is no known one seems to say who may read the document."""
    parts = _parts(key)
    return any(map(like_access, parts)) and (len(parts) > 1 or canonical(key) is None)


def _check(key: str) -> None:
    """Raises where a key may restrict the document in a way that can't be followed: as a facet it would be ignored."""
    parts = _parts(key)
    if _may_restrict(key):
        nested = "is nested: write audience as a list of groups" if len(parts) > 1 else "is no known key: audience?"
        raise _Unreadable("audience", f"“{key[:40]}” {nested}")
    first = canonical(parts[0])
    if len(parts) > 1 and first is not None and folded(parts[0]) not in WEAK:
        raise _Unreadable(first, f"{first} has keys of its own: “{key[:40]}”")


def _sorted_out(layer: Mapping[str, Value]) -> tuple[dict[str, Value], dict[str, str]]:
    """One layer's known keys under their names in the contract, and the rest as facets."""
    known: dict[str, Value] = {}
    facets: dict[str, str] = {}
    for key, value in layer.items():
        _check(key)
        name = canonical(key)
        if name is None and (flag := _flag(folded(key), value)) is not None:
            name, value = "status", flag
        if name is None or (folded(key) in WEAK and not _fits(name, value)):
            facets[key.strip()] = ", ".join(value) if isinstance(value, list) else value
        elif name in known and known[name] != value:
            raise _Unreadable(name, f"{name} is given twice, differently")
        else:
            known[name] = value
    return known, {key: text for key, text in facets.items() if text}


def _flag(key: str, value: Value) -> str | None:
    """The status that a yes or no under this key means; None: it says nothing about the status."""
    if key not in _FLAGS or isinstance(value, list) or not value:
        return None
    yes, no = _FLAGS[key]
    status = yes if value.lower() in _YES else no if value.lower() in _NO else None
    if status is None and key.endswith("draft") and value.lower() not in _NO:
        raise _Unreadable("status", f"draft is neither yes nor no: “{value[:40]}”")
    return str(status) if status else None


def _fits(name: str, value: Value) -> bool:
    if not isinstance(value, str):
        return name == "audience"
    if name in ("effective", "expires"):
        return parse_date(value) is not None
    if name == "status":
        return _status_word(value) in _WORDS
    return name != "url" or value.startswith(("https://", "http://"))


def _facts(known: dict[str, Value], facets: dict[str, str]) -> Facts:
    effective, expires = _date(known, "effective"), _date(known, "expires")
    if effective and expires and expires < effective:
        raise _Unreadable("expires", f"expires on {expires}, before it takes effect on {effective}")
    url = _text(known, "url")
    if url and not url.startswith(("https://", "http://")):
        facets, url = {**facets, "url": url}, None
    return Facts(
        declared_id=_text(known, "id"),
        title=_text(known, "title"),
        url=url,
        effective=effective,
        expires=expires,
        status=_status(known),
        supersedes=_names(known, "supersedes"),
        superseded_by=_names(known, "superseded_by"),
        amends=_names(known, "amends"),
        audience=_audience(known),
        authority=_authority(known),
        owner=", ".join(_list(known.get("owner", ""))) or None,
        version=_text(known, "version"),
        facets=tuple(sorted(facets.items())),
    )


def _text(known: Mapping[str, Value], key: str) -> str | None:
    value = known.get(key, "")
    if isinstance(value, list):
        if len(value) > 1:
            raise _Unreadable(key, f"{key} is a list")
        value = value[0] if value else ""
    return " ".join(value.split()) or None


def _date(known: Mapping[str, Value], key: str) -> date | None:
    text = _text(known, key)
    if text is None:
        return None
    day = parse_date(text)
    if day is None:
        raise _Unreadable(key, f"{key} is not a date of the form 2024-03-01: “{text[:40]}”")
    return day


def parse_date(text: str) -> date | None:
    """An ISO date (a time after it is ignored), `1 March 2024` or `March 1, 2024`: nothing that reads in two ways."""
    text = " ".join(text.split())
    try:
        if iso := _ISO.match(text):
            return date(int(iso[1]), int(iso[2]), int(iso[3]))
    except ValueError:
        return None
    for form in ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%B %d %Y", "%b %d, %Y"):
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no time zone
        except ValueError:
            continue
    return None


def _status_word(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", text.strip().lower())


def _status(known: Mapping[str, Value]) -> Status:
    text = _text(known, "status")
    if text is None:
        return Status.CURRENT
    if _status_word(text) not in _WORDS:
        raise _Unreadable("status", f"unknown status: “{text[:40]}”")
    return _WORDS[_status_word(text)]


def _authority(known: Mapping[str, Value]) -> int:
    text = _text(known, "authority")
    if text is None:
        return 1
    if not re.fullmatch(r"[+-]?\d{1,6}", text):
        raise _Unreadable("authority", f"authority is not a whole number: “{text[:40]}”")
    return int(text)


def _audience(known: Mapping[str, Value]) -> frozenset[str] | None:
    """Given and empty is not the same as absent: nobody knows who was meant."""
    if "audience" not in known:
        return None
    groups = [group for part in _list(known["audience"]) for group in re.split(r"\s*;\s*", part) if group]
    if not groups or any(not _GROUP.match(group) for group in groups):
        raise _Unreadable("audience", "audience is empty or not a list of groups")
    return frozenset(PUBLIC if group.lower() == PUBLIC else group for group in groups)


def _names(known: Mapping[str, Value], key: str) -> tuple[str, ...]:
    """Ids, paths or file names; of a link only what it points to."""
    names = (re.sub(r"^\[+|\]+$", "", name).strip() for name in _list(known.get(key, "")))
    return tuple(dict.fromkeys(name for name in names if name))


def _list(value: Value) -> Sequence[str]:
    """A list as it is, a text parted at its commas."""
    parts = value if isinstance(value, list) else value.split(",")
    return [part.strip() for part in parts if part.strip()]
