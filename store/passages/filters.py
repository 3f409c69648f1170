"""Filters over the table. The library's expressions escape by themselves; lists have none: those go through `quote`."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancedb.expr import Expr


def quote(text: str) -> str:
    """A string literal of the filter language: doubling the quote is its only escape, a backslash is a backslash."""
    return "'" + text.replace("'", "''") + "'"


def readable(tokens: tuple[str, ...]) -> str:
    """Rows that ask for one of the tokens."""
    return f"array_has_any(acl, [{', '.join(map(quote, tokens))}])"


def heads() -> str:
    """The one row of each document that carries its metadata."""
    return "source IS NOT NULL"


def owned(tenant: str, documents: Collection[str] | None = None) -> Expr:
    """Rows of the tenant; of these documents, where some are named."""
    from lancedb.expr import col, lit

    mine = col("tenant") == lit(tenant)
    return mine if documents is None else mine & col("doc").isin(sorted(documents))


def without(tenant: str, documents: Collection[str]) -> Expr:
    """Rows of the tenant but for these documents."""
    from lancedb.expr import col

    return owned(tenant) & ~col("doc").isin(sorted(documents)) if documents else owned(tenant)


def keyed(key: str) -> Expr:
    from lancedb.expr import col, lit

    return col("key") == lit(key)
