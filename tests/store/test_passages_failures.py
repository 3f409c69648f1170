"""What people read when the library under the index fails: words of ours, none of the library's."""

from __future__ import annotations

import errno

import pytest

from store.passages.failures import unavailable

SOURCE = "/somewhere/lance-io/src/local.rs:258:9"


@pytest.mark.parametrize(
    ("error", "message", "hint"),
    [
        (
            RuntimeError(f"lance error: LanceError(IO): No space left on device (os error 28), {SOURCE}"),
            "the disk is full",
            "free some space",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full", "free some space"),
        (
            RuntimeError(f"lance error: LanceError(IO): failed to fill whole buffer, {SOURCE}"),
            "the index is damaged",
            "run `saywhy ingest --rebuild PATH`",
        ),
        (ValueError("Table 'passages' was not found"), "the index is damaged", "run `saywhy ingest --rebuild PATH`"),
        (
            RuntimeError(f"lance error: LanceError(IO): Permission denied (os error 13), {SOURCE}"),
            "cannot be read or written",
            "SAYWHY_HOME",
        ),
        (RuntimeError(f"lance error: Retryable commit conflict for version 7, {SOURCE}"), "another process", "again"),
        (RuntimeError(f"lance error: Generic S3 error: error sending request, {SOURCE}"), "cannot be reached", "uri"),
    ],
)
def test_each_kind_has_its_words(error: Exception, message: str, hint: str) -> None:
    told = unavailable(error)
    assert message in told.message
    assert hint in told.hint
    assert told.kind == "index_unavailable"
    for inside in ("lance error", "LanceError", ".rs", "cargo", "os error"):
        assert inside not in told.message + told.hint
