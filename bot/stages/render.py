"""From passages and a question to the prompt. Pure. Chooses and orders nothing: the passages come as they are to stand.

Documents and questions are written by anyone, so neither may look like the frame they stand in. Outside it, a `<` that
could open or close one of its tags becomes `&lt;`; the replies of the answer contract lose their form (underscores
become spaces, a line or sentence that starts like one gets `> ` in front). No word or figure changes, so that what a
model quotes is still found in `Passage.text` by its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from html import escape

from bot.domain.documents import Passage
from bot.domain.prompts import Prompt
from bot.text.estimate import estimate_tokens
from bot.text.tokens import ZERO_WIDTH

_INVISIBLE = re.escape("".join(map(chr, ZERO_WIDTH)))
_GAP = rf"[\s/{_INVISIBLE}]*"
_TAG = re.compile(rf"<(?={_GAP}(?:d{_GAP}o{_GAP}c|q{_GAP}u{_GAP}e{_GAP}s{_GAP}t{_GAP}i{_GAP}o{_GAP}n))", re.IGNORECASE)
_TOKEN = re.compile(rf"NOT{_GAP}(_|\\_){_GAP}IN{_GAP}(_|\\_){_GAP}CONTEXT", re.IGNORECASE)
_FORM = re.compile(
    r"(?:^|(?<=[.!?…]\s))(?=(?:[^\w\n]|_)*(?:CONFLICT\b|AMBIGUOUS\s*[:：]|MISSING\s*[:：]))", re.MULTILINE
)
_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x85\f\v]")


def render(question: str, passages: Sequence[Passage], *, about: date, rules: str) -> Prompt:
    """`passages` in the order in which they are to stand, best last; `about` is the day whose rules are wanted."""
    asked = f'<question day="{about.isoformat()}">\n{neutral(question)}\n</question>'
    blocks = [block(passage) for passage in passages]
    user = "\n\n".join([*blocks, asked])
    return Prompt(
        system=rules,
        user=user,
        question=question,
        passages=tuple(passages),
        tokens=estimate_tokens(rules) + sum(map(estimate_tokens, [*blocks, asked])),
    )


def block(passage: Passage) -> str:
    """One passage as it stands in the prompt; what it costs is `estimate_tokens` of this."""
    attributes = " ".join(f'{name}="{quoted(value)}"' for name, value in _attributes(passage) if value)
    return f"<doc {attributes}>\n{neutral(passage.text)}\n</doc>"


def neutral(text: str) -> str:
    """The text with nothing in it that could be taken for the frame or for a reply of the contract."""
    lines = _BREAKS.sub("\n", text.encode("utf-8", "replace").decode())
    return _FORM.sub("> ", _formless(_TAG.sub("&lt;", lines)))


def _formless(text: str) -> str:
    return _TOKEN.sub(lambda found: found.group().replace("\\_", " ").replace("_", " "), text)


def _attributes(passage: Passage) -> list[tuple[str, str]]:
    source = passage.source
    return [
        ("id", passage.id),
        ("source", source.id),
        ("title", _formless(source.title)),
        ("section", _formless(" > ".join(passage.headings))),
        ("effective", source.effective.isoformat() if source.effective else ""),
        ("expires", source.expires.isoformat() if source.expires else ""),
        ("status", source.status.value),
        ("version", source.version or ""),
        ("authority", str(source.authority) if source.authority != 1 else ""),
        ("amends", "; ".join(source.amends)),
        ("facets", _formless("; ".join(f"{key}: {value}" for key, value in source.facets))),
    ]


def quoted(value: str) -> str:
    """The value of an attribute: no quote, no tag, one line; `html.unescape` gives the value back."""
    inert = escape(value.encode("utf-8", "replace").decode(), quote=True)
    return re.sub(r"[\t\n\r\f\u2028\u2029]", lambda found: f"&#{ord(found.group())};", inert)
