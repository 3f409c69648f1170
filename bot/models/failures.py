"""What a failed request to a model means: whether to ask again, and what to tell the operator.

Pure. The provider's own words are read, never repeated: they can hold parts of the prompt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

from bot.domain.errors import ModelUnavailable

# An error inside a reply with status 200 tells its kind by name only.
_STATUS_OF_KIND = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_TOO_LONG = re.compile(
    r"prompt is too long|too many (?:input )?tokens|context (?:window|length|size|limit)|input is too (?:long|large)",
    re.IGNORECASE,
)
_PERMANENT = {
    400: ("the model refused the request", "compare model.name and model.effort with what the provider offers"),
    401: ("the model's provider refused the API key", "set ANTHROPIC_API_KEY to a valid key"),
    402: ("the model's provider reports a billing problem", "check the account's billing with the provider"),
    403: ("the API key may not use this model", "ask the provider for access, or choose another model.name"),
    404: ("the provider knows no such model, or retired it", "set model.name to a current model"),
}
_TRANSIENT = {
    429: ("the model's provider limits requests", "wait a moment, or raise the account's rate limit"),
    529: ("the model's provider is overloaded", "try again in a moment"),
}
_DOWN = ("the model's provider had an error", "try again in a moment")
_RETRIED = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    error: ModelUnavailable
    retry: bool  # asking the same again may help
    retry_after: float | None = None  # seconds the provider asks to wait


def refused(status: int, kind: str | None, words: str, retry_after: float | None = None) -> Failure:
    """An error reply: its HTTP status, the `error.type` and `error.message` of its body, its Retry-After."""
    code = _STATUS_OF_KIND.get(kind or "", 500) if status < 300 else status
    if kind == "billing_error":
        code = 402
    if code == 413 or (code == 400 and _TOO_LONG.search(words)):
        error = ModelUnavailable("the prompt is too long for the model", "lower the token budget", prompt_too_long=True)
        return Failure(error=error, retry=False)
    if code in _RETRIED or code >= 500:
        return Failure(error=ModelUnavailable(*_TRANSIENT.get(code, _DOWN)), retry=True, retry_after=retry_after)
    message = _PERMANENT.get(code, ("the model's address does not answer as expected", "check model.base_url"))
    return Failure(error=ModelUnavailable(*message, permanent=True), retry=False)


def seconds_to_wait(header: str | None, now: datetime) -> float | None:
    """A Retry-After header, a number of seconds or a date, as seconds from now; None where it says nothing usable."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - now).total_seconds()
        except (ValueError, TypeError, OverflowError):
            return None
    return seconds if seconds > 0 else None


def no_connection() -> Failure:
    error = ModelUnavailable("the model cannot be reached", "check the network and model.base_url")
    return Failure(error=error, retry=True)


def no_reply() -> Failure:
    error = ModelUnavailable("the model did not reply in time", "try again in a moment")
    return Failure(error=error, retry=True)


def not_a_reply() -> Failure:
    """A proxy's page, or a body of another form."""
    error = ModelUnavailable("something other than the model replied", "check model.base_url and any proxy before it")
    return Failure(error=error, retry=True)


def unusable_settings() -> Failure:
    error = ModelUnavailable(
        "the model cannot be called with these settings", "check model.base_url and ANTHROPIC_API_KEY", permanent=True
    )
    return Failure(error=error, retry=False)
