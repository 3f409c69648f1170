"""Where the sentences of a text lie: prose, list items, table rows, replies.

A line break ends a sentence unless the line was merely wrapped; a table row and a list item are one line each, and the
marker of an item (`- `, `2. `, `## `) belongs to no sentence. Splits too little rather than too much: half a sentence
could be quoted without its condition. Must not know documents, citations or the answer contract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence: `text` is exactly what stands at start … end (end excluded), never blank, no spaces around it."""

    start: int
    end: int
    text: str


ROW = re.compile(r"\S\s+\|\s+\S")
MARKER = re.compile(r"\s*(?:(?:[-*+•‣◦▪·–—>]|#{1,6}|\(?\d{1,2}[.)]|\(?[a-z]\))\s+)+")
_LINE = re.compile(r"[^\r\n\u2028\u2029\f\v]+|\r\n|[\r\n\u2028\u2029\f\v]")
_CLOSERS = "\"'”’»)\\]*_`"
_END = re.compile(rf"(?<![.!?…])[.!?…]+[{_CLOSERS}]*(?=\s)|[。！？][」』”’）]*")
_CLOSED = re.compile(rf"[.!?:;…。！？：；][{_CLOSERS}\s]*$")
_WORD_BEFORE = re.compile(r"[^\W_]+(?:\.[^\W_]+)*$")
_OPENERS = "\"'“‘«„([*_`¿¡ \t\r\n"

# Hard-wrapped text has lines of about this many characters; shorter ones that lack a full stop are headings and items.
WRAPPED_CHARS = range(60, 121)


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Never the last word of a sentence.
_NEVER_LAST = _words(
    """mr mrs ms dr prof hon rev messrs st vs cf viz e.g i.e eg ie ca approx incl excl max min resp
    z.b d.h u.a bzw vgl ggf inkl zzgl např tzn popř tj"""
)
# An abbreviation only in front of what it numbers: "Art. 5", "App. B", but "The answer is no. Ask HR."
_BEFORE_NUMBER = _words(
    """no nos nr art arts sec sect secs ch chap para paras cl fig figs p pp pt vol app appx annex ex ref reg ext tel
    abs ziff č čl odst písm §"""
)
_NUMBER = re.compile(r"\d|[B-HJ-Z]\b|[IVXLC]{2,}\b")
# Abbreviations that may be the last word; they are, where a capital follows.
_MAY_END = _words(
    """etc inc ltd co corp plc jr sr dept est hr hrs wk wks yr yrs mon tue tues wed thu thurs fri sat sun
    jan feb mar apr jun jul aug sep sept oct nov dec"""
)
_MONTH = re.compile(r"(?:jan|feb|mär|mar|apr|ma[iy]|jun|jul|aug|sep|o[kc]t|nov|de[zc])", re.IGNORECASE)
# "Plan B. Employees may …": a letter that names something, not the initial of a person.
_LETTERED = re.compile(
    r"\b(?:plan|annex|appendix|option|group|class|band|grade|level|category|tier|schedule|exhibit|part|section|type"
    r"|team|zone|form|table|vitamin|hepatitis|building|block)\s+$",
    re.IGNORECASE,
)


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences in order. Every character outside them is white space or the marker of a list item or heading."""
    found = []
    for start, end in _blocks(text):
        cuts = [] if ROW.search(text, start, end) else _cuts(text, start, end)
        for left, right in zip([start, *cuts], [*cuts, end], strict=True):
            raw = text[left:right]
            if stripped := raw.strip():
                at = left + raw.index(stripped)
                found.append(Span(at, at + len(stripped), stripped))
    return tuple(found)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that a sentence may go across, without the marker in front."""
    start = end = -1  # of the block being gathered; -1: none
    for match in _LINE.finditer(text):
        line = match.group()
        if not line.strip():
            if line.isspace() and start >= 0 and _blank_line(text, end, match.end()):
                yield start, end
                start = -1
            continue
        if start >= 0 and _wrapped(text[text.rfind("\n", start, end) + 1 or start : end], line):
            end = match.end()
            continue
        if start >= 0:
            yield start, end
        marker = MARKER.match(line)
        start, end = match.start() + (marker.end() if marker else 0), match.end()
    if start >= 0:
        yield start, end


def _blank_line(text: str, end: int, here: int) -> bool:
    return len(text[end:here].replace("\r\n", "\n").replace(" ", "").replace("\t", "")) > 1


def _wrapped(line: str, following: str) -> bool:
    """Whether `following` goes on with the sentence at the end of `line`."""
    if _CLOSED.search(line) or ROW.search(line) or ROW.search(following) or MARKER.match(following):
        return False
    return following.lstrip(_OPENERS)[:1].islower() or len(line) in WRAPPED_CHARS


def _cuts(text: str, start: int, end: int) -> list[int]:
    return [match.end() for match in _END.finditer(text, start, end) if _ends(text, start, end, match)]


def _ends(text: str, start: int, end: int, match: re.Match[str]) -> bool:
    mark, following = match.group(), text[match.end() : min(end, match.end() + 80)].lstrip(_OPENERS)
    if mark[0] in "。！？":
        return True
    word = _WORD_BEFORE.search(text, max(start, match.start() - 40), match.start())
    if not following or (word is None and mark == "."):
        return True  # a full stop that stands alone: what was before it has been taken out
    if following[0].islower():
        return False
    return mark[0] != "." or mark.startswith("..") or word is None or _full_stop(text, start, word, following)


def _full_stop(text: str, start: int, word: re.Match[str], following: str) -> bool:
    """Whether the dot behind `word` ends a sentence, given that no small letter follows."""
    norm = word.group().casefold()
    if norm in _NEVER_LAST:
        return False
    if norm in _BEFORE_NUMBER:
        return not _NUMBER.match(following)
    if norm in _MAY_END or ("." in norm and not norm[0].isdigit()):
        return not following[0].isdigit()
    if norm.isdigit() and len(norm) <= 2 and _MONTH.match(following):
        return False  # 5. April
    initial = len(norm) == 1 and word.group().isupper() and following[0].isupper()
    return not initial or bool(_LETTERED.search(text, max(start, word.start() - 20), word.start()))
