"""Frame: a question and its thread → a question that stands alone, the day it is about, and what kind of talk it is.

By rule, and only from what people wrote; nothing that a document says gets in here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.questions import Framed, Intent, Question, Turn
from bot.text.days import day_wanted
from bot.text.followups import asks, continues, standalone
from bot.text.terms import bag, terms
from bot.text.tokens import tokens

CLARIFICATION_EXPIRES = timedelta(hours=24)

_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|howdy|moin|hallo|good (?:morning|afternoon|evening|day)|greetings)"
    r"(?: (?:there|all|team|everyone|bot|saywhy|folks))?",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:(?:ok|okay|great|perfect|cool|super|nice|awesome|got it|alright)[ ,!.]*)*"
    r"(?:thanks|thank you|thx|ty|cheers|much appreciated|great|perfect|awesome|got it|danke)"
    r"(?:[ ,.!]+(?:a lot|so much|very much|again|for (?:the|your) help"
    r"|that(?:'s| was| is)? (?:helps?|helped|helpful|great|all)|everyone|all|bot|saywhy))*",
    re.IGNORECASE,
)
_HELP = re.compile(
    r"(?:help|help me|what can (?:you|i) (?:do|ask)(?: you| here)?|who are you|what are you|how does this work"
    r"|how do you work|what do you know)",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\W*(?:(?:hi|hello|hey|please|pls|kindly|ok|okay|so|just|now|then|quickly|urgent(?:ly)?|there|team|saywhy|bot)\W+)*"
    r"(?:(?:can|could|would|will) you (?:please |kindly |just |maybe )*"
    r"|i(?:'d| would) like you to |i (?:need|want) you to |go ahead and |(?:we|i) (?:need|want) to (?=cancel|get)"
    r"|i(?:'d| would) like to (?=cancel|request)|please )?(?:please |just |go ahead and )*",
    re.IGNORECASE,
)
_ACTION = re.compile(
    r"(?:cancel|refund|reset|unlock|delete|remove|create|approve|reject|book|order|upgrade|downgrade|change|update"
    r"|transfer|extend|grant|revoke|disable|enable|activate|deactivate|restart|reboot|schedule|submit|sign|renew|issue"
    r"|invite|assign|process|switch|move|reimburse|credit|pay|fix|install|uninstall|close|open|reopen|set up|add|give|order|buy"
    r"|purchase|terminate|suspend|block|ban|increase|raise|lower|reduce|waive|apply|file|request|escalate|unsubscribe"
    r"|subscribe|register|enrol|enroll|sign me up|put)\b(?=\s+\S)",
    re.IGNORECASE,
)
# What may be given or opened without doing anything: information.
_INFORMATION = re.compile(
    r"\b(?:give|open|add|put|issue) (?:me|us)? ?(?:a |an |the |some )?(?:\w+ )?"
    r"(?:summary|overview|list|info|information|details?|example|examples|idea|number|answer|link|explanation|hint|figures?)\b",
    re.IGNORECASE,
)
_QUESTION_PART = re.compile(r"[^.!?\n]*\?")
_NONE_OF_THESE = re.compile(r"\b(?:none(?: of (?:these|them|those))?|neither|something else|other)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\W*(?:option |number |#)?(\d{1,2})\W*", re.IGNORECASE)


def frame(question: Question) -> Framed:
    """Never fails: what no rule understands is a question that stands alone."""
    text = " ".join(question.text.split())
    about = day_wanted(text, question.today)
    plain = Framed(text=text, about=about or question.today, about_said=about is not None)
    if intent := _talk(text):
        return replace(plain, intent=intent)
    pending = _pending(question.history, question.asked_at)
    if pending and (answered := _clarified(plain, text, pending, question)):
        return answered
    if (action := _action(text)) is not None:
        return replace(plain, intent=Intent.ACTION, text=action)
    last = next((turn for turn in reversed(question.history) if turn.standalone), None)
    if last and continues(text):
        return _follow(plain, text, last, question)
    return plain


def _talk(text: str) -> Intent | None:
    words = text.strip(" \t.!?,;:-–—👋🙏😀🙂😊👍❤️")
    if not tokens(words) or _HELP.fullmatch(words):
        return Intent.HELP
    if _GREETING.fullmatch(words):
        return Intent.GREETING
    return Intent.THANKS if _THANKS.fullmatch(words) else None


def _action(text: str) -> str | None:
    """The questions beside a request to do something ("" where there are none); None: no such request."""
    polite = _POLITE.match(text)
    rest = text[polite.end() :] if polite else text
    if not _ACTION.match(rest) or _INFORMATION.match(rest):
        return None
    asked_directly = polite is not None and re.search(r"(?:can|could|would|will) you", polite.group(), re.IGNORECASE)
    parts = [part.strip() for part in _QUESTION_PART.findall(text)]
    if asked_directly:
        parts = parts[1:]
    return " ".join(part for part in parts if len(terms(part)) > 1 and not _ACTION.match(part))


def _pending(history: Sequence[Turn], now: datetime) -> Turn | None:
    """The clarifying question that is still open."""
    if not history or history[-1].outcome != "clarify":
        return None
    last = history[-1]
    expired = last.at is not None and now - last.at > CLARIFICATION_EXPIRES
    return None if expired else last


def _clarified(plain: Framed, text: str, turn: Turn, question: Question) -> Framed | None:
    """The reply to a clarifying question; None where it is a new question of its own."""
    chosen = _chosen(text, turn.options)
    if chosen is None and _NONE_OF_THESE.search(text) and len(tokens(text)) <= 5:
        return replace(plain, text=turn.standalone, ends_chain=True, parent=turn.exchange, round=turn.round + 1)
    if chosen is None and not continues(text) and (asks(text) or len(terms(text)) > 3):
        return None
    said = chosen or text
    about = day_wanted(turn.standalone, question.today)
    return Framed(
        text=f"{turn.standalone.rstrip(' ?.!')} ({said})?",
        about=about or plain.about,
        about_said=plain.about_said or about is not None,
        chosen=said,
        parent=turn.exchange,
        round=turn.round + 1,
    )


def _chosen(text: str, options: Sequence[str]) -> str | None:
    """The option meant: by its number, its words, or the only one whose words the reply has."""
    if (number := _NUMBER.fullmatch(text)) and 1 <= int(number[1]) <= len(options):
        return options[int(number[1]) - 1]
    said = bag(text)
    words = said.stems | said.concepts
    for option in options:
        if option.casefold().strip() == text.casefold().strip(" .!?"):
            return option
    near = [option for option in options if any(said.holds(term) >= 0.9 for term in terms(option))]
    near = near or [option for option in options if bag(option).stems <= words]
    return near[0] if len(near) == 1 else None


def _follow(plain: Framed, text: str, last: Turn, question: Question) -> Framed:
    about = plain.about if plain.about_said else day_wanted(last.standalone, question.today)
    return replace(
        plain,
        text=standalone(text, last.standalone),
        about=about or question.today,
        about_said=about is not None,
        parent=last.exchange,
    )
