"""A document's metadata as JSON text, and back. Optional values that are absent are left out."""

from __future__ import annotations

import json
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from bot.domain.documents import Source, Status


def encode(source: Source) -> str:
    """The same text for equal sources."""
    values: dict[str, Any] = {
        "id": source.id,
        "root": source.root,
        "title": source.title,
        "format": source.format,
        "declared_id": source.declared_id,
        "url": source.url,
        "effective": _iso(source.effective),
        "expires": _iso(source.expires),
        "status": source.status.value,
        "supersedes": list(source.supersedes),
        "superseded_by": list(source.superseded_by),
        "amends": list(source.amends),
        "audience": None if source.audience is None else sorted(source.audience),
        "authority": source.authority,
        "owner": source.owner,
        "version": source.version,
        "facets": [list(facet) for facet in source.facets],
        "ingested_at": _iso(source.ingested_at),
        "digest": source.digest,
    }
    return json.dumps({key: value for key, value in values.items() if value is not None}, ensure_ascii=False)


@lru_cache(maxsize=65_536)  # every new commit is read anew, and nearly all of its documents are those of the last one
def decode(text: str) -> Source:
    values = json.loads(text)
    audience = values.get("audience")
    return Source(
        id=values["id"],
        root=values["root"],
        title=values["title"],
        format=values["format"],
        declared_id=values.get("declared_id"),
        url=values.get("url"),
        effective=_date(values.get("effective")),
        expires=_date(values.get("expires")),
        status=Status(values["status"]),
        supersedes=tuple(values["supersedes"]),
        superseded_by=tuple(values["superseded_by"]),
        amends=tuple(values["amends"]),
        audience=None if audience is None else frozenset(audience),
        authority=values["authority"],
        owner=values.get("owner"),
        version=values.get("version"),
        facets=tuple((key, value) for key, value in values["facets"]),
        ingested_at=datetime.fromisoformat(values["ingested_at"]) if "ingested_at" in values else None,
        digest=values["digest"],
    )


def _iso(value: date | None) -> str | None:
    return None if value is None else value.isoformat()


def _date(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
