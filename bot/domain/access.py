"""Who may read what, as tokens that an index can filter by.

The rule itself is `Reader.may_read`; here it is put so that a reader may read a document exactly when the two share a
token. A group's token carries a prefix, so that no group's name can pass for `public` or `members`.
"""

from __future__ import annotations

from bot.domain.documents import PUBLIC, Reader

MEMBERS = "members"


def reader_tokens(reader: Reader) -> tuple[str, ...]:
    """What the reader holds. Sorted groups, so that equal readers give equal tokens (they are a cache key)."""
    if not reader.member:
        return (PUBLIC,)
    return (PUBLIC, MEMBERS, *(_group(name) for name in sorted(reader.groups)))


def audience_tokens(audience: frozenset[str] | None) -> list[str]:
    """What a document asks for: any one of them is enough. An audience without groups is read by nobody."""
    if audience is None:
        return [MEMBERS]
    if PUBLIC in audience:
        return [PUBLIC]
    return [_group(name) for name in sorted(audience)]


def _group(name: str) -> str:
    return f"group:{name}"
