"""What text that speaks to an assistant looks like. Words about assistants are no such text: a policy may have them."""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE | re.MULTILINE | re.VERBOSE

_ASSISTANT = r"""(?:ai|a\.i\.|assistant|chat\s?bot|bot|llm|gpt|chatgpt|claude|copilot|gemini|language\s+model
    |ai\s+(?:assistant|agent|model|system))s?"""
_RULES = r"(?:instruction|rule|prompt|direction|guideline|command|order|polic(?:y|ie)|context|message)s?"
_EARLIER = r"(?:previous|earlier|prior|preceding|above|foregoing|existing|former|system|your|other)"
_DROP = r"(?:ignore|disregard|forget|override|bypass|overlook|discard)"
_BEGINS = r"(?:^|[.!?:]\s+)\W{0,3}"

# Any of these words must be near, or no pattern below can match: one quick look at texts that are in order.
TRIGGER = re.compile(
    r"""ignore|disregard|forget|override|bypass|overlook|discard|prompt|instruction|NOT_IN_CONTEXT|you(?:['’]|\s+a)re
    |notes?\s+(?:to|for)|message\s+(?:to|for)|important\s+for|dear|attention|\bhe(?:y|llo)\b|act\s+as|as\s+an?\s""",
    _FLAGS,
)

MARKER = re.compile(r"\bNOT_IN_CONTEXT\b", _FLAGS)

# Sentences: they give an assistant orders, or speak in its place.
SENTENCES: dict[str, re.Pattern[str]] = {
    "tells a reader to drop its rules": re.compile(
        rf"""(?<!not\ )(?<!never\ )\b{_DROP}\s+(?:(?:all|every|any|each|of|the|these|those|my|our|and)\s+){{0,3}}
            {_EARLIER}\s+(?:\w+\s+){{0,3}}{_RULES}\b
        |(?:^|[.!?:]\s+|please\s+|now\s+)(?:you\s+must\s+)?{_DROP}\s+(?:all|every|any|everything)\s+
            (?:(?:of|the|these|those|above|before)\s+){{0,2}}
            (?:instructions|rules|prompts|guidelines|above|before|you)\b""",
        _FLAGS,
    ),
    "asks for the prompt": re.compile(
        r"""\b(?:reveal|print|repeat|output|show|display|disclose|leak)\b[^.!?\n]{0,40}
            \b(?:system|hidden|secret|initial|full|your)\s+(?:\w+\s+)?(?:prompt|instructions)\b""",
        _FLAGS,
    ),
    "addresses an assistant": re.compile(
        rf"""{_BEGINS}(?:dear|attention|hey|hello|note\s+to|notes?\s+for|message\s+(?:to|for)|instructions?\s+(?:to|for)
            |important\s+for)\s*,?:?\s+(?:the\s+|any\s+|all\s+|an?\s+)?{_ASSISTANT}\b
        |\bif\s+you(?:['’]re|\s+are)\s+(?:an?\s+|the\s+)?{_ASSISTANT}\b
        |\byou\s+are\s+(?:now\s+)?(?:an?|the|in)\s+(?:\w+\s+){{0,2}}
            (?:{_ASSISTANT}|developer\s+mode|dan\s+mode|unrestricted)\b
        |\bas\s+an?\s+{_ASSISTANT},?\s+you\b|\byou\s+are\s+(?:now\s+)?(?:chatgpt|claude|gpt)\b
        |\bact\s+as\s+(?:an?\s+)?(?:dan|jailbroken|unrestricted)\b""",
        _FLAGS,
    ),
    "forges a marker": MARKER,
}

# Whole lines: they forge the turns of a conversation. `System:` and `User:` begin harmless lines too.
ROLE_LINE = re.compile(
    r"""^[ \t>*_\#-]*(?:
        (?:human|assistant|chatgpt|claude)[ \t*_]*:
        |(?:ai|system|user|developer|tool)[ \t*_]*:(?=[^\n]*\b(?:you|ignore|reveal|tell|reply|respond|answer|say|print
            |prompt|instruct\w*|mode|override|admin|user)\b)
        |\#{2,}[ \t]*(?:system|instructions?|human|assistant)[ \t]*:
    )[^\n]*""",
    _FLAGS,
)

# Only the mark itself: what stands around it are the document's words.
DELIMITER = re.compile(
    r"""</\s*(?:documents?|docs?|contexts?|sources|passages?|system|assistant|user|human|instructions?|question|prompt
        |search_results?|function_results?|tool_result)\s*>
    |<\s*(?:doc|document|passage|context)\s+(?:id|index|source|title|n)\s*=[^<>\n]{0,200}>
    |<\s*(?:system|assistant|human|instructions)\s*>
    |<\|[^<>|\n]{1,40}\|>|\[/?INST\]|<</?SYS>>
    |(?<!-)-{3,40}\s*(?:BEGIN|END)\s+(?:OF\s+)?(?:SYSTEM|PROMPT|INSTRUCTIONS|CONTEXT|DOCUMENT)[^\n]{0,40}?-{3,40}""",
    _FLAGS,
)
