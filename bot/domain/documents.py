"""Documents, their metadata, and the passages cut from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

PUBLIC = "public"


class Status(StrEnum):
    """What a document says of itself; whether it is in force on a day is decided by its line of versions."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The least-privileged person who will see a reply."""

    member: bool = True  # False: a guest or outsider, who may read `public` only, whatever the groups
    groups: frozenset[str] = frozenset()

    def covers(self, other: Reader) -> bool:
        """Whether this one may read all that the other may."""
        return (self.member or not other.member) and other.groups <= self.groups

    def may_read(self, audience: frozenset[str] | None) -> bool:
        """None = every member of the workspace; `public` among the groups = anyone."""
        if audience is not None and PUBLIC in audience:
            return True
        if not self.member:
            return False
        return audience is None or bool(audience & self.groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document without its text: what is known about it."""

    id: str  # path below its root, with `/`, in Unicode NFC
    root: str  # name of the root it was ingested from
    title: str
    format: str = "text"  # markdown | text | html | pdf
    declared_id: str | None = None  # the `id` of its metadata; documents that share one are versions of each other
    url: str | None = None
    effective: date | None = None
    expires: date | None = None  # last day on which it is in force
    status: Status = Status.CURRENT
    supersedes: tuple[str, ...] = ()  # each names an id, a path or a file name
    superseded_by: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()
    audience: frozenset[str] | None = None  # None: members of the workspace
    authority: int = 1  # a higher one outranks
    owner: str | None = None
    version: str | None = None  # always text: "1.10" is not 1.1
    facets: tuple[tuple[str, str], ...] = ()  # every other key, sorted by key: (("country", "Germany"), …)
    ingested_at: datetime | None = None
    digest: str = ""  # sha256 of the extracted text

    @property
    def folder(self) -> str:
        return self.id.rpartition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as read from its file: metadata and extracted text, front matter not counted."""

    source: Source
    text: str


class PassageKind(StrEnum):
    PROSE = "prose"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of one document, small enough to be cited.

    `text` is what people and models read: the document's own words, for a table the header row and then rows,
    one a line, cells parted by ` | `. The heading path stands beside it, not in it.
    """

    source: Source
    offset: int  # of its first character in the document's extracted text
    length: int  # characters of the document it covers, from offset
    text: str
    headings: tuple[str, ...] = ()  # from the top-level heading down to its own
    kind: PassageKind = PassageKind.PROSE

    @property
    def id(self) -> str:
        return f"{self.source.id}#{self.offset}"


@dataclass(frozen=True, slots=True)
class Validity:
    """When a document is in force, as seen by one reader, and the line of versions it belongs to."""

    line: str  # the smallest document id of the line
    since: date | None  # first day; None: always
    until: date | None  # first day on which it no longer is; None: for ever

    def covers(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every document that one reader may read, and when each is in force. Hidden ones leave no trace in it.

    What a source amends is resolved here: `amends` holds ids of documents that the reader may read, nothing else.
    """

    sources: dict[str, Source] = field(default_factory=dict)
    validity: dict[str, Validity] = field(default_factory=dict)

    def in_force(self, document: str, day: date) -> bool:
        source, validity = self.sources.get(document), self.validity.get(document)
        return (
            source is not None and validity is not None and source.status is not Status.DRAFT and validity.covers(day)
        )
