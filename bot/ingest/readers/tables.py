"""Cells with spans → full rows, so that each row can be read on its own."""

from __future__ import annotations

MAX_SPAN = 1_000  # what a cell may claim to cover
MAX_COLUMNS = 200


def spread(grid: list[list[tuple[str, int, int]]]) -> list[list[str]]:
    """Rows of (text, columns, rows) → rows of texts: a merged cell stands in every row and column it covers."""
    rows: list[list[str]] = []
    hanging: dict[int, tuple[str, int]] = {}  # by column: text of a cell from above, and for how many rows yet
    for cells in grid:
        row: list[str] = []
        below: dict[int, tuple[str, int]] = {}
        _hang(row, hanging, below)
        for text, columns, down in cells:
            for _ in range(min(columns, MAX_COLUMNS - len(row))):
                if down > 1:
                    below[len(row)] = (text, down - 1)
                row.append(text)
            _hang(row, hanging, below)
        hanging = below
        rows.append(row)
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows if any(row)]


def _hang(row: list[str], hanging: dict[int, tuple[str, int]], below: dict[int, tuple[str, int]]) -> None:
    """Fills the columns that cells from above still cover."""
    while len(row) in hanging and len(row) < MAX_COLUMNS:
        text, left = hanging[len(row)]
        if left > 1:
            below[len(row)] = (text, left - 1)
        row.append(text)


def merge_heads(rows: list[list[str]], heads: int) -> list[list[str]]:
    """Several header rows become one: what stands above a column, from top to bottom, each text once."""
    if heads < 2 or heads >= len(rows):
        return rows
    header = [" / ".join(dict.fromkeys(filter(None, column))) for column in zip(*rows[:heads], strict=True)]
    return [header, *rows[heads:]]
