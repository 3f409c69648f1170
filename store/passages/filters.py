"""Filters over the table. The library's expressions escape by themselves; lists have none: those go through `quote`."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancedb.expr import Expr

FILTERS_KEPT = 16


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


# Kept, because on one day all questions of one reader have the same filter, and 3,000 names take 5 ms to put together.
@lru_cache(maxsize=FILTERS_KEPT)
def only(tenant: str, documents: frozenset[str]) -> Expr:
    """Rows of these documents of the tenant."""
    return owned(tenant, documents)


@lru_cache(maxsize=FILTERS_KEPT)
def without(tenant: str, documents: frozenset[str]) -> Expr:
    """Rows of the tenant but for these documents."""
    from lancedb.expr import col

    return owned(tenant) & ~col("doc").isin(sorted(documents)) if documents else owned(tenant)


def keyed(key: str) -> Expr:
    from lancedb.expr import col, lit

    return col("key") == lit(key)
