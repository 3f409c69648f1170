"""Frame: a question and its thread → a question that stands alone, the day it is about, and what kind of talk it is.

By rule, and only from what people wrote; nothing that a document says gets in here.
"""

from __future__ import annotations

import re
import unicodedata
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
    r"(?:(?:ok|okay|great|perfect|cool|super|nice|awesome|got it|alright)[ ,!.]+)*"
    r"(?:thanks|thank you|thx|ty|cheers|much appreciated|great|perfect|awesome|got it|danke|ok|okay|cool|nice|alright"
    r"|bye|goodbye)(?:[ ,.!]+(?:bye|goodbye|a lot|so much|very much|again|for (?:the|your) help"
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
    r"(?:(?:can|could|would|will) you (?:please |kindly |just |maybe |also )*"
    r"|i(?:'d| would) like you to |i (?:need|want) you to |go ahead and |(?:we|i) (?:need|want) to (?=cancel|get)"
    r"|i(?:'d| would) like to (?=cancel|request)|please )?(?:please |just |go ahead and )*",
    re.IGNORECASE,
)
_ACTION = re.compile(
    r"(?:cancel|refund|reset|unlock|delete|remove|create|approve|reject|book|order|upgrade|downgrade|change|update"
    r"|transfer|extend|grant|revoke|disable|enable|activate|deactivate|restart|reboot|schedule|submit|sign|renew|issue"
    r"|invite|assign|process|switch|move|reimburse|credit|pay|fix|install|uninstall|close|open|reopen|set up|add|give"
    r"|buy|purchase|terminate|suspend|block|ban|increase|raise|lower|reduce|waive|apply|file|request|escalate|unsubscribe"
    r"|subscribe|register|enrol|enroll|sign me up|put|get)\b(?=\s+\S)",
    re.IGNORECASE,
)
# Verbs that no noun is spelled like: "cancel subscription" asks for it, "refund policy" and "order limits" don't.
_PLAIN_VERB = re.compile(
    r"(?:cancel|unlock|delete|remove|create|approve|reject|grant|revoke|disable|enable|activate|deactivate|restart|reboot"
    r"|submit|renew|invite|assign|reimburse|uninstall|reopen|buy|terminate|suspend|waive|escalate|unsubscribe|subscribe"
    r"|enrol|enroll|sign me up)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(  # what is to be acted on, right behind the verb
    r"(?:\w+|set up|sign me up) (?:my|our|me|us|him|her|them|it|this|that|these|those|the|an?|all|your|another|one"
    r"|\w+ me)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:my|our|me|us|mine|please|pls|now|\w*\d\w*)\b", re.IGNORECASE)
_IN_GENERAL = re.compile(
    r"\b(?:any ?time|anytime|without|if|when|once|before|after|during|while|mid|up to|as often|more than|in general)\b",
    re.IGNORECASE,
)
# What is given without doing anything: information.
_INFORMATION = re.compile(
    r"(?:give|open|add|put|issue|get|update) (?:me|us)? ?(?:a |an |the |some |on )?(?:[\w-]+ ){0,3}?"
    r"(?:summary|overview|list|info|information|details?|examples?|idea|number|answer|link|explanation|hint|figures?"
    r"|polic(?:y|ies)|rules?|guidelines?|terms|steps|handbook|process|procedure)\b",
    re.IGNORECASE,
)
_WANTED = re.compile(  # "I need a refund": the thing instead of the deed
    r"(?:i|we)(?:'d| would)? (?:like|want|need|demand) (?:an? |my |the )?(?:full |partial )?"
    r"(?:refund|cancellation|password reset|money back|extension|replacement)\b"
    r"(?!\s+(?:polic|rule|process|form|deadline))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]*")
_ASKED_TOO = re.compile(
    r"(?:,|;|:| [-–—]| and| but)\s+((?:what|how|when|where|who|which|why|is|are|do|does|can)\b.*\?)", re.IGNORECASE
)
_NONE_OF_THESE = re.compile(
    r"\b(?:none(?: of (?:these|them|those))?|neither|something else)\b|^\W*(?:no|nope|(?:the |an)?others?)\W*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\W*(?:option |number |no\.? ?|#)?(\d{1,2})\W*", re.IGNORECASE)
_ORDINAL = re.compile(r"\W*(?:the )?(first|second|third|fourth|last)(?: one| option)?\W*", re.IGNORECASE)
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


def frame(question: Question) -> Framed:
    """Never fails: what no rule understands is a question that stands alone."""
    text = " ".join(unicodedata.normalize("NFC", question.text).split())
    about = day_wanted(text, question.today)
    plain = Framed(text=text, about=about or question.today, about_said=about is not None)
    if intent := _talk(text):
        return replace(plain, intent=intent)
    history = [turn for turn in question.history if turn.standalone and turn.outcome != "smalltalk"]
    pending = _pending(history, question.asked_at)
    if pending and (answered := _clarified(plain, text, pending, question)):
        return answered
    if (action := _action(text)) is not None:
        return replace(plain, intent=Intent.ACTION, text=action)
    if history and continues(text):
        return _follow(plain, text, history[-1], question)
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
    sentences = [found.strip() for found in _SENTENCE.findall(text)]
    requests = [i for i, sentence in enumerate(sentences) if _requests(sentence, first=i == 0)]
    if not requests:
        return None
    asked = [_asked_beside(s) if i in requests else s for i, s in enumerate(sentences) if s.endswith("?")]
    return " ".join(part for part in asked if len(terms(part)) > 1)


def _asked_beside(request: str) -> str:
    """`what is the notice period?` in "I'd like to cancel my plan, what is the notice period?"."""
    found = _ASKED_TOO.search(request)
    return found[1][0].upper() + found[1][1:] if found else ""


def _requests(sentence: str, *, first: bool) -> bool:
    """Whether a sentence asks to have something done, not what the rules for doing it are."""
    polite = _POLITE.match(sentence)
    opening, rest = (polite.group(), sentence[polite.end() :]) if polite else ("", sentence)
    if _WANTED.match(rest) or _WANTED.match(sentence):
        return True
    if not _ACTION.match(rest) or _INFORMATION.match(rest):
        return False
    verb = rest.split()[0].casefold()
    own = bool(_OWN.search(rest) or _OWN.search(opening))
    if re.search(r"(?:can|could|would|will) you", opening, re.IGNORECASE):  # or anybody: "can you cancel at any time?"
        return own or bool(_OBJECT.match(rest) and not _IN_GENERAL.search(rest) and " a" not in rest[: len(verb) + 2])
    if verb == "get" and not re.match(r"get (?:me|us)\b", rest, re.IGNORECASE):
        return False
    if _OBJECT.match(rest) or re.search(r"\b(?:want|need|like|please|pls|kindly|go ahead)\b", opening, re.IGNORECASE):
        return first or own
    if sentence.endswith("?"):
        return False
    return bool((first or own) and _PLAIN_VERB.match(rest)) or bool(re.search(r"\b(?:me|please|pls)\b", rest))


def _pending(history: Sequence[Turn], now: datetime) -> Turn | None:
    """The clarifying question that is still open. A word of thanks in between doesn't close it."""
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
    new = not continues(text) and (asks(text) or len(terms(text)) > 3)
    if chosen is None and (new or _action(text) is not None):
        return None
    said = chosen or text
    about = plain.about if plain.about_said else day_wanted(turn.standalone, question.today)
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
    if (place := _ORDINAL.fullmatch(text)) and _PLACES[place[1].casefold()] < len(options):
        return options[_PLACES[place[1].casefold()]]
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
