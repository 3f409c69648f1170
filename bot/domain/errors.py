"""Everything that can fail in the world outside.

    SaywhyError                 kind, message, hint: all three may be shown to a person
    ├── UsageError              the call is wrong: exit 2
    ├── ConfigError             settings that cannot work
    ├── IndexUnavailable        no index yet, or it cannot be opened
    │   └── IndexMismatch       built with another embedding model or chunker
    ├── DatabaseUnavailable     cannot be reached, locked, or on another schema
    └── ModelUnavailable        the model could not be asked; `permanent` when asking again can't help

The command line adds two of its own, `InternalError` and `NotFound` (bot/cli/running.py); nothing else raises them.
A decision not to answer is never an exception: it is a `Decision` with a reason.
"""

from __future__ import annotations


class SaywhyError(Exception):
    kind = "error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message  # what happened, in one line
        self.hint = hint  # what to do next, in one line


class UsageError(SaywhyError):
    kind = "usage"


class ConfigError(SaywhyError):
    kind = "config"


class IndexUnavailable(SaywhyError):
    kind = "index_unavailable"


class IndexMismatch(IndexUnavailable):
    kind = "index_mismatch"


class DatabaseUnavailable(SaywhyError):
    kind = "database_unavailable"


class ModelUnavailable(SaywhyError):
    kind = "model_unavailable"

    def __init__(self, message: str, hint: str = "", *, permanent: bool = False, prompt_too_long: bool = False) -> None:
        super().__init__(message, hint)
        self.permanent = permanent
        self.prompt_too_long = prompt_too_long
