"""From a draft to evidence: which of the four forms a reply has, what it claims, and on which passages. Pure.

Strict, because what passes here may be shown: every sentence of an answer must cite. The contract's tokens decide, and
no phrase does; a reply in none of the forms is `Malformed`, never an exception. Whether a passage says what a claim
says is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.documents import Passage
from bot.domain.evidence import (
    Ambiguous,
    Claim,
    Conflicting,
    Evidence,
    Insufficient,
    Malformed,
    Reading,
    Supported,
    Verdict,
)
from bot.domain.prompts import Draft
from bot.stages.marks import MARK, Marked, before_stops, marked, unmarked
from bot.stages.render import quoted
from bot.text.sentences import MARKER, sentences

UNNAMED = "…"  # a part that is missing, and that the reply did not name
MAX_NAME_CHARS = 300  # of a missing part, a reading or a question back: these are shown without a citation

_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_BREAK = re.compile(r"\r\n?|[\u2028\u2029\x85\f\v]")
# Marks on a line of their own belong to the line above.
_OWN_LINE = re.compile(rf"\n({MARK}(?:[ \t]*{MARK})*\.?)$", re.MULTILINE)
# A line that breaks off before a small letter was only wrapped.
_WRAP = re.compile(r"(?<=[^\W\d_]|,)\n([^\W\d_])")
_TOKEN = r"NOT\\?_IN\\?_CONTEXT(?![^\W_])"  # noqa: S105 - a word of the contract
_LEADING = re.compile(rf"[\s*_`\"'“‘(]*{_TOKEN}[\s*_`\"'”’).:]*", re.IGNORECASE)
_TRAILING = re.compile(rf"{_TOKEN}[\s*_`\"'”’).]*$", re.IGNORECASE)
_ANYWHERE = re.compile(r"(?i:NOT\\?_IN\\?_CONTEXT)|^\W*(?:AMBIGUOUS|MISSING)\s*[:：]|^\W*CONFLICT\W*$")
_CONFLICT = re.compile(r"CONFLICT\b(?![ \t]+(?:of|with|[A-Z]{2,})\b)[.:：]*\s*")
_AMBIGUOUS = re.compile(r"AMBIGUOUS\s*[:：]\s*")
_MISSING = re.compile(rf"(?:^|(?<=[.!?…{MARK[1:-1]}]\s))[- \t•]*MISSING\s*[:：]", re.MULTILINE)
_NOTHING = frozenset({"", "-", "–", "—", "none", "nothing", "n/a"})
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str  # marks replaced, list marker and bold taken off
    item: bool  # of a list


class _NoForm(Exception):
    """The reply has none of the four forms. Never leaves this module."""


def parse(draft: Draft, passages: Sequence[Passage]) -> tuple[Verdict, Evidence | Malformed]:
    """What a reply says. `passages` are those of its prompt: the only ids that count."""
    if not draft.complete:
        return Verdict.MALFORMED, Malformed(why=f"not finished: {draft.stop.value}")
    # An id with `&` or quotes may come back as it stood in its attribute; an id as it is goes first.
    aliases = {quoted(one.id): one.id for one in passages} | {one.id: one.id for one in passages}
    text = _FENCE.sub("", _BREAK.sub("\n", unicodedata.normalize("NFC", draft.text)))
    text = "\n".join(line.strip() for line in text.split("\n") if line.strip())
    reply = marked(text, aliases, [passage.text for passage in passages])
    try:
        return _form(reply, _WRAP.sub(_unwrapped, _OWN_LINE.sub(r" \1", reply.text.replace("**", ""))))
    except _NoForm as exc:
        return Verdict.MALFORMED, Malformed(why=str(exc))


def _unwrapped(found: re.Match[str]) -> str:
    return f" {found[1]}" if found[1].islower() else found.group()


def _form(reply: Marked, text: str) -> tuple[Verdict, Evidence]:
    if reply.broken:
        raise _NoForm("a citation that never ends")
    if not text:
        raise _NoForm("empty")
    text, unanswered = _without_token(text)
    body, missing = _split_missing(text)
    if not unanswered and (start := _AMBIGUOUS.match(body)):
        return Verdict.AMBIGUOUS, _ambiguous(reply, body[start.end() :])
    if not unanswered and (start := _CONFLICT.match(body)):
        return Verdict.CONFLICT, _conflicting(_claims(reply, body[start.end() :]))
    if not body or (unanswered and not (re.search(MARK, body) and _WORD.search(body))):
        return Verdict.NOT_IN_CONTEXT, Insufficient(missing=missing)
    claims = _claims(reply, body)
    if not claims:
        raise _NoForm("no sentence")
    return Verdict.ANSWER, Supported(claims=claims, missing=missing or ((UNNAMED,) if unanswered else ()))


def _without_token(text: str) -> tuple[str, bool]:
    """The rest of a reply that starts or ends with NOT_IN_CONTEXT, and whether it does."""
    if leading := _LEADING.match(text):
        return text[leading.end() :], True
    if trailing := _TRAILING.search(text):
        before = text[: trailing.start()].rstrip(" \n\t*_`\"'“‘(")
        own_line = "\n" in text[len(before) : trailing.start()]
        if own_line or re.search(rf"(?:[.!?…]|{MARK})[)”’]*$", before):
            return before, True
    return text, False


def _split_missing(text: str) -> tuple[str, tuple[str, ...]]:
    """The text before its last line `MISSING: …`, and the parts named there, in the line or as a list below it."""
    start = _MISSING.search(text)
    if start is None:
        return text, ()
    first, *below = _lines(text[start.end() :]) or [_Line("", False)]
    if any(not line.item for line in below) or (below and first.text and not first.item):
        raise _NoForm("MISSING is not the last line")
    parts = [unmarked(part).rstrip(".") for line in [first, *below] for part in line.text.split(";")]
    named = (part if len(part) <= MAX_NAME_CHARS else UNNAMED for part in parts if part.casefold() not in _NOTHING)
    return text[: start.start()].rstrip(), tuple(dict.fromkeys(named))


def _lines(text: str) -> list[_Line]:
    """The lines that say something. Rules and empty lines are left out; a line of marks alone is kept."""
    found = []
    for raw in text.split("\n"):
        marker = MARKER.match(raw)
        bare = raw[marker.end() if marker else 0 :].strip()
        if _WORD.search(bare) or re.search(MARK, bare):
            found.append(_Line(bare, item=marker is not None and "#" not in marker.group()))
    return found


def _claims(reply: Marked, text: str) -> tuple[Claim, ...]:
    claims: list[Claim] = []
    lead = ""  # a sentence that ends in a colon, as long as the items of its list go on
    lines = _lines(text)
    for line, following in zip(lines, [*lines[1:], None], strict=False):
        units = [span.text for span in sentences(before_stops(line.text))]
        if line.item and units:
            units[0] = f"{lead} {units[0]}".strip() if re.search(MARK, units[0]) else units[0]
        else:
            opens = units and following is not None and following.item and unmarked(units[-1]).endswith((":", "："))
            lead = units.pop() if opens else ""
        for unit in units:
            _take(reply, unit, claims)
    return tuple(claims)


def _take(reply: Marked, unit: str, claims: list[Claim]) -> None:
    """One sentence more."""
    ids, words = reply.cited(unit), unmarked(unit)
    if not (_WORD.search(words) or re.search(MARK, unit)):
        return
    if re.match(rf"[^\w{MARK[1:-1]}]*{MARK}", unit):
        raise _NoForm("a citation before its sentence")
    if not re.search(MARK, unit):
        raise _NoForm("a sentence without a citation")
    if _ANYWHERE.search(words):
        raise _NoForm("a word of the contract inside a sentence")
    claims.append(Claim(text=words, passages=ids.known, unknown=ids.unknown))


def _conflicting(claims: tuple[Claim, ...]) -> Conflicting:
    if len(claims) < 2 or not all(claim.passages for claim in claims):
        raise _NoForm("a conflict without two cited sides")
    if len({id_ for claim in claims for id_ in claim.passages}) < 2:
        raise _NoForm("a conflict of one passage with itself")
    return Conflicting(claims=claims)


def _ambiguous(reply: Marked, text: str) -> Ambiguous:
    first, *rest = _lines(text) or [_Line("", False)]
    question = unmarked(first.text)
    readings = [Reading(label=unmarked(line.text).rstrip("."), passages=reply.cited(line.text).known) for line in rest]
    if not _WORD.search(question) or len(question) > MAX_NAME_CHARS:
        raise _NoForm("no question back")
    if len(readings) < 2 or not all(one.passages and 0 < len(one.label) <= MAX_NAME_CHARS for one in readings):
        raise _NoForm("fewer than two cited readings")
    if any(_ANYWHERE.search(name) for name in [question, *(one.label for one in readings)]):
        raise _NoForm("a word of the contract inside a sentence")
    return Ambiguous(question=question, readings=tuple(readings))
