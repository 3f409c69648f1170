"""What a failure of the library under the index means for the person in front of it. Words only: it opens nothing.

No text of the library is passed on: it names lines of its own source and files nobody knows. The log has it, at debug.
"""

from __future__ import annotations

import errno
import logging

from bot.domain.errors import IndexUnavailable

REBUILD = "run `saywhy ingest --rebuild PATH`"
_LOG = logging.getLogger(__name__)

_DAMAGED = ("the index is damaged", REBUILD)
_FULL = ("the index cannot grow: the disk is full", "free some space, then try again")
_NO_RIGHT = (
    "the folder of the index cannot be read or written",
    "set home (SAYWHY_HOME) or index.uri to a folder that may be written to",
)
_FILES = ("too many files are open", "raise the limit (`ulimit -n`), then try again")
_DISK = ("the index could not be read or written", "check the disk")
_CHANGED = ("another process changed the index at the same moment", "try again")
_UNREACHABLE = ("the storage of the index cannot be reached", "check `index.uri` and the network, then try again")

# By the number that the system gave …
_NUMBERS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EROFS: _NO_RIGHT,
    errno.EMFILE: _FILES,
    errno.ENFILE: _FILES,
    errno.EIO: _DISK,
}
# … and by what the library says where it has none; the first that is found counts.
_WORDS = (
    ("no space left", _FULL),
    ("quota exceeded", _FULL),
    ("permission denied", _NO_RIGHT),
    ("read-only file system", _NO_RIGHT),
    ("too many open files", _FILES),
    ("commit conflict", _CHANGED),
    ("concurrent commit", _CHANGED),
    ("concurrent writer", _CHANGED),
    ("error sending request", _UNREACHABLE),
    ("generic s3 error", _UNREACHABLE),
    ("generic gcs error", _UNREACHABLE),
    ("azure error", _UNREACHABLE),
)


class IndexDamaged(IndexUnavailable):
    """Its files are not what was written; nothing but a rebuild mends that."""


def is_panic(error: BaseException) -> bool:
    """The library's core gave up. The exception has no importable class, and is none of Exception."""
    return type(error).__name__ == "PanicException"


def unavailable(error: BaseException) -> IndexUnavailable:
    _LOG.debug("the index failed: %s: %s", type(error).__name__, error)
    message, hint = _meaning(error)
    return (IndexDamaged if (message, hint) == _DAMAGED else IndexUnavailable)(message, hint)


def _meaning(error: BaseException) -> tuple[str, str]:
    said = str(error).lower()
    if isinstance(error, OSError) and error.errno in _NUMBERS:
        return _NUMBERS[error.errno]
    for number, meaning in _NUMBERS.items():
        if f"(os error {number})" in said:
            return meaning
    # What is left is about bytes that are not there, or not what they should be
    return next((meaning for words, meaning in _WORDS if words in said), _DAMAGED)
