"""What is asked, by whom, for whose eyes, and what was said before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from bot.domain.documents import Reader

MAX_QUESTION_CHARS = 4_000


class Mode(StrEnum):
    VERIFIED = "verified"  # answers only above the threshold
    SUGGEST = "suggest"  # may answer below it, labelled a suggestion


class Intent(StrEnum):
    QUESTION = "question"
    GREETING = "greeting"
    THANKS = "thanks"
    HELP = "help"
    ACTION = "action"  # asks to do something: cancel, refund, reset


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier exchange of the same conversation, as much of it as framing needs."""

    exchange: str  # its trace id
    text: str  # as asked
    standalone: str  # as framed
    outcome: str
    options: tuple[str, ...] = ()  # the readings offered, where the outcome was `clarify`
    round: int = 0  # how many clarifying questions the chain had before this turn
    at: datetime | None = None
    reader: Reader | None = None  # for whom it was answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as it arrived from a channel."""

    id: str  # unique by platform event; the trace id of its exchange
    tenant: str
    channel: str  # terminal | web | eval | slack | teams
    conversation: str
    asker: str
    reader: Reader
    text: str
    asked_at: datetime
    today: date  # the day it is asked, in the asker's sense
    mode: Mode = Mode.VERIFIED
    history: tuple[Turn, ...] = ()  # oldest first


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """A question that stands alone: what `frame` made of a question and its thread."""

    text: str  # standalone
    about: date  # the day whose rules are wanted
    about_said: bool  # the question named that day itself
    intent: Intent = Intent.QUESTION
    parent: str | None = None  # the exchange this one continues
    round: int = 0  # clarifying questions asked in this chain so far
    chosen: str | None = None  # the reading picked, when this answers a clarifying question
    ends_chain: bool = False  # the asker declined every reading
