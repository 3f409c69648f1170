"""Between the chat page and the core: a posted form → Question, an Exchange → what the page shows. Pure.

Text of documents, models and people leaves here as plain text; the templates escape it. What an asker may see of a
`not_permitted` outcome is what `missing_evidence` shows, so the two are one from here on.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from urllib.parse import quote, unquote, urlsplit

from bot.domain.decisions import CitedSource, Decision, NextStep, Outcome, Reason
from bot.domain.documents import Reader, Source, Status
from bot.domain.exchanges import Exchange
from bot.domain.questions import MAX_QUESTION_CHARS, Mode, Question

CHANNEL = "web"
MAX_NOTE_CHARS = 1_000
PASSAGES = "/passages/"

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MARKS = re.compile(r"\[(\d{1,3}(?:, ?\d{1,3})*)\]")
_LAYOUT = "\n\t"
# Marks that turn the direction of what follows, and tag characters, which nobody sees: both let a line read other
# than it is. Joiners and plain direction marks stay, since scripts need them.
_UNSEEN = frozenset(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080)]))


class Refusal(StrEnum):
    """Why a form is handed back instead of asked; the value is what the person reads."""

    EMPTY = "There was no question in it yet. Write one below, in your own words."
    TOO_LONG = (
        f"That is longer than {MAX_QUESTION_CHARS:,} characters, more than one question can be. "
        "It is kept below: shorten it to what you want to know, and ask again."
    )


_HEADLINES = {
    Outcome.ANSWERED: "Answer",
    Outcome.PARTIAL: "Part of an answer",
    Outcome.CLARIFY: "A question back",
    Outcome.CONFLICT: "The documents disagree",
    Outcome.ABSTAINED: "No answer",
    Outcome.SMALLTALK: "",
}
_SUGGESTION = "Suggestion, not confirmed"
# In a few words, beside the headline: the reply itself says it in full.
_REASONS = {
    Reason.MISSING_EVIDENCE: "not in the documents",
    Reason.CONFLICT: "and none of them outranks the other",
    Reason.AMBIGUITY: "it can be read in several ways",
    Reason.NOT_IN_EFFECT: "nothing in effect on that day says it",
    Reason.NOT_AN_ACTION: "this assistant explains rules, it can't act",
    Reason.UNVERIFIED: "none could be confirmed",
    Reason.MODEL_UNAVAILABLE: "the assistant could not be reached in time",
}
_PARTLY_MISSING = "the rest is not in the documents"
_NEXT_STEPS = {
    Reason.MISSING_EVIDENCE: "Ask a person who knows the subject, and quote the reference.",
    Reason.CONFLICT: "Quote the reference when you ask the owners.",
    Reason.AMBIGUITY: "Choose one, or say it in your own words.",
    Reason.NOT_IN_EFFECT: "Open the sources to see their dates, or ask a person and quote the reference.",
    Reason.NOT_AN_ACTION: "Ask a person who can act on it, and quote the reference.",
    Reason.UNVERIFIED: "Open the sources, or ask a person and quote the reference.",
    Reason.MODEL_UNAVAILABLE: "Ask again in a moment. If it stays so, tell an operator the reference.",
}
_CHAIN_ENDS = "Ask again with more detail, or ask a person and quote the reference."


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A posted question. `id` was drawn when the page was made: it is the key by which a second post is known."""

    id: str
    conversation: str  # as in the page's address
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of reply text, or a mark `[number]` that opens a source."""

    text: str
    source: SourceView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceView:
    number: int
    title: str
    headings: tuple[str, ...]
    facts: tuple[str, ...]  # dates, version, status, owner
    href: str  # of the passage's page
    url: str | None  # of the original, http or https only


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyView:
    """One exchange as the page shows it. Empty strings are left out."""

    id: str  # the trace id
    kind: str  # the outcome: for the look of it only
    question: str
    headline: str
    reason: str
    paragraphs: tuple[tuple[Piece, ...], ...]
    options: tuple[str, ...]
    sources: tuple[SourceView, ...]
    next_step: str
    as_of: str  # the day whose rules count
    rateable: bool
    rating: str  # right | wrong: what the person said of it
    note: str


def is_id(text: str) -> bool:
    return bool(_ID.fullmatch(text))


def thread(conversation: str) -> str:
    """The conversation's name in the record. No address of the page can name a thread of another channel."""
    return f"{CHANNEL}:{conversation}"


def read_form(fields: dict[str, str], conversation: str, new_id: Callable[[], str]) -> Form:
    id_ = fields.get("id", "")
    text = shown(fields.get("question", "").replace("\r\n", "\n")).strip()
    return Form(id=id_ if is_id(id_) else new_id(), conversation=conversation, text=text)


def refusal(form: Form) -> Refusal | None:
    if not form.text:
        return Refusal.EMPTY
    return Refusal.TOO_LONG if len(form.text) > MAX_QUESTION_CHARS else None


def asks(form: Form, exchange: Exchange) -> bool:
    """Whether the exchange is what became of this very form."""
    question = exchange.question
    return (question.conversation, question.text) == (thread(form.conversation), form.text)


def renamed(form: Form) -> Form:
    """The form under an id of its own, for other words under a used id: the page came back from the browser's history.

    The id depends on the form alone, so that posting it twice is still one question.
    """
    digest = hashlib.sha256("\n".join((form.id, form.conversation, form.text)).encode()).hexdigest()
    return replace(form, id=digest[:32])


def to_question(form: Form, *, tenant: str, reader: Reader, asked_at: datetime, today: date) -> Question:
    return Question(
        id=form.id,
        tenant=tenant,
        channel=CHANNEL,
        conversation=thread(form.conversation),
        asker=thread(form.conversation),  # nobody signs in: the conversation is all that is known of a person
        reader=reader,
        text=form.text,
        asked_at=asked_at,
        today=today,
    )


def may_show(exchange: Exchange, reader: Reader) -> bool:
    """Whether a reply on record was made for eyes that see no more than this reader's."""
    made_for = exchange.question.reader
    return not made_for.member or (reader.member and made_for.groups <= reader.groups)


def to_reply(exchange: Exchange, conversation: str, *, rating: str = "", note: str = "") -> ReplyView:
    decision = exchange.decision
    sources = tuple(_source(n, cited, conversation) for n, cited in enumerate(decision.sources, start=1))
    return ReplyView(
        id=exchange.question.id,
        kind=decision.outcome.value,
        question=shown(exchange.question.text),
        headline=_headline(decision),
        reason=_reason(decision),
        paragraphs=tuple(pieces(part, sources) for part in re.split(r"\n{2,}", _text(decision))),
        options=tuple(one_line(reading.label) for reading in decision.readings),
        sources=sources,
        next_step=_next_step(decision),
        as_of="" if decision.outcome is Outcome.SMALLTALK else long_date(exchange.framed.about),
        rateable=rateable(decision),
        rating=rating,
        note=shown(note),
    )


def rateable(decision: Decision) -> bool:
    return decision.outcome in (Outcome.ANSWERED, Outcome.PARTIAL)


def _text(decision: Decision) -> str:
    """Without the lines that only list the options: here they are buttons."""
    listed = {f"{n}. {reading.label}" for n, reading in enumerate(decision.readings, start=1)}
    return shown("\n".join(line for line in decision.text.split("\n") if line not in listed)).strip()


def _headline(decision: Decision) -> str:
    if decision.mode is Mode.SUGGEST and rateable(decision):
        return _SUGGESTION
    return _HEADLINES[decision.outcome]


def _public_reason(decision: Decision) -> Reason | None:
    hidden = decision.reason is Reason.NOT_PERMITTED
    return Reason.MISSING_EVIDENCE if hidden else decision.reason


def _reason(decision: Decision) -> str:
    reason = _public_reason(decision)
    if reason is None:
        return ""
    partly = decision.outcome is Outcome.PARTIAL and reason is Reason.MISSING_EVIDENCE
    return _PARTLY_MISSING if partly else _REASONS[reason]


def _next_step(decision: Decision) -> str:
    """By the reason, not by the step on record: that one also steers what staff are asked to do."""
    reason = _public_reason(decision)
    if reason is None:
        return ""
    if reason is Reason.AMBIGUITY and decision.next_step is not NextStep.CLARIFY:
        return _CHAIN_ENDS
    return _NEXT_STEPS[reason]


def pieces(text: str, sources: tuple[SourceView, ...]) -> tuple[Piece, ...]:
    """The text with its source marks told apart. A number that no source bears stays text."""
    found: list[Piece] = []
    at = 0
    for match in _MARKS.finditer(text):
        numbers = [int(number) for number in match[1].split(",")]
        if not all(1 <= number <= len(sources) for number in numbers):
            continue
        found.append(Piece(text[at : match.start()]))
        found.extend(Piece(str(number), sources[number - 1]) for number in numbers)
        at = match.end()
    return tuple(piece for piece in [*found, Piece(text[at:])] if piece.text)


def _source(number: int, cited: CitedSource, conversation: str) -> SourceView:
    title = one_line(cited.source.title)
    return SourceView(
        number=number,
        title=title,
        headings=below_title(cited.headings, cited.source),
        facts=facts(cited.source),
        href=passage_href(cited.passage, conversation),
        url=safe_url(cited.source.url),
    )


def below_title(headings: tuple[str, ...], source: Source) -> tuple[str, ...]:
    """A passage's headings from the top down, the document's title left out."""
    return tuple(one_line(heading) for heading in headings if heading and heading != source.title)


def facts(source: Source) -> tuple[str, ...]:
    """What a reader weighs a source by, most telling first."""
    said = [
        source.status.value if source.status is not Status.CURRENT else "",
        f"effective {long_date(source.effective)}" if source.effective else "no effective date",
        f"until {long_date(source.expires)}" if source.expires else "",
        f"version {one_line(source.version)}" if source.version else "",
        f"owner {one_line(source.owner)}" if source.owner else "",
    ]
    return tuple(filter(None, said))


def passage_href(passage_id: str, conversation: str = "") -> str:
    """Every character of an id that a browser could take for its own is encoded, `/` too: ids hold `#`, `?` and `%`."""
    return f"{PASSAGES}{quote(passage_id, safe='')}" + (f"?c={conversation}" if conversation else "")


def passage_id(raw_path: str) -> str:
    """The id that `passage_href` put into a raw request path, unknown characters and all."""
    return unquote(raw_path.partition("?")[0].removeprefix(PASSAGES), errors="replace")


def safe_url(url: str | None) -> str | None:
    """The address if a browser will open it as a web page, else None."""
    if url is None or any(char.isspace() or unicodedata.category(char) in ("Cc", "Cf", "Cs") for char in url):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    is_plain = parts.scheme in ("http", "https") and parts.hostname and parts.username is None and "\\" not in url
    return url if is_plain else None


def shown(text: str) -> str:
    """The text without control characters, lone surrogates and marks that reorder or hide what follows."""
    return "".join(c for c in text if c in _LAYOUT or not (c in _UNSEEN or unicodedata.category(c) in ("Cc", "Cs")))


def one_line(text: str) -> str:
    return " ".join(shown(text).split())


def long_date(day: date) -> str:
    """1 March 2026: no order of figures to mistake."""
    return f"{day.day} {day:%B %Y}"
