"""From what a Messages API sent back to a draft. Pure, and trusts nothing: the client checks no types itself."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.prompts import Draft, StopReason
from bot.models import failures, pricing
from bot.models.failures import Failure
from bot.models.pricing import Tokens

_STOPS = {reason.value: reason for reason in StopReason}


def read(reply: object, *, model: str, attempts: int) -> Draft | Failure:
    """A reply with status 200. Only `text` blocks are the model's words: thinking and tool calls are not."""
    if getattr(reply, "type", None) == "error":
        error = getattr(reply, "error", None)
        kind = error.get("type") if isinstance(error, dict) else None
        words = error.get("message") if isinstance(error, dict) else None
        return failures.refused(200, text_or_none(kind), text_or_none(words) or "")
    content = getattr(reply, "content", None)
    if getattr(reply, "type", None) != "message" or not isinstance(content, list):
        return failures.not_a_reply()
    stop = getattr(reply, "stop_reason", None)
    answered_by = text_or_none(getattr(reply, "model", None)) or model
    return Draft(
        text=_text(content),
        model=answered_by,
        stop=_STOPS.get(stop, StopReason.OTHER) if isinstance(stop, str) else StopReason.OTHER,
        usage=pricing.usage(answered_by, _tokens(getattr(reply, "usage", None))),
        request_id=text_or_none(getattr(reply, "_request_id", None)),
        attempts=attempts,
    )


def text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _text(content: Iterable[object]) -> str:
    parts = (getattr(block, "text", None) for block in content if getattr(block, "type", None) == "text")
    return "".join(part for part in parts if isinstance(part, str))


def _tokens(usage: object) -> Tokens:
    def count(name: str) -> int:
        value = getattr(usage, name, None)
        return value if isinstance(value, int) else 0

    return Tokens(
        fresh=count("input_tokens"),
        cache_write=count("cache_creation_input_tokens"),
        cache_read=count("cache_read_input_tokens"),
        output=count("output_tokens"),
    )
