"""What one run of ingest did: exactly the fields of `saywhy ingest --json`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skipped:
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reported:
    path: str
    reason: str
    detail: str
    indexed: bool  # True: it is in, answers, and needs a look all the same


@dataclass(frozen=True, slots=True)
class Refused:
    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """Paths are document ids: below their root, `/` between. `dataclasses.asdict` gives the JSON."""

    index_version: str
    added: int
    changed: int
    unchanged: int
    removed: int
    skipped: tuple[Skipped, ...] = ()
    reported: tuple[Reported, ...] = ()
    refused: tuple[Refused, ...] = ()
    chunks: int = 0  # passages in the tenant's index now, all roots together

    @property
    def needs_attention(self) -> bool:
        """Exit code 3."""
        return bool(self.reported or self.refused)
