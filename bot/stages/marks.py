"""Citation marks in a reply: finding them, and taking them out of the sentence they stand in. Pure.

An id is known when it is, character by character, one that stood in the prompt. `[a#1]`, `[a#1][b#2]` and
`[a#1, b#2]` are marks; anything else in brackets is a mark too, of unknown ids: `[7]`, `[^1]`, `【2】`, links.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Each mark becomes one character that no reply may hold, so that sentences can be split without reading ids.
_FIRST = 0xF0000
_MOST = 1_000
MARK = f"[{chr(_FIRST)}-{chr(_FIRST + _MOST)}]"

_BRACKET = re.compile(r"!?\[|[【［〔][^\n【［〔】］〕]*[】］〕]")
_PIECE = re.compile(r"[^\],;\n]*")
_LINK = re.compile(r"\([^()\n]*\)")
_NEXT = re.compile(r"\s*([,;\]])")
_LISTED = re.compile(rf"({MARK})\s*[,;]\s*(?={MARK})")
_AFTER_STOP = re.compile(rf"(?<![.!?…。！？])([.!?…。！？]+[\"'”’»)\]*_]*)\s*({MARK}(?:\s*{MARK})*)")
# A bracketed word that stands in a passage is the document's own: `[Company]`. A figure never is: `[1]` names a source.
_OWN = re.compile(r"[^\W\d_][^\[\]#\n]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A reply with each mark replaced by one character."""

    text: str
    marks: tuple[Mark, ...]
    broken: bool  # a bracket that never closes, or more marks than a reply has

    def cited(self, part: str) -> Mark:
        """The ids in a part of `text`, each once, in order."""
        marks = [self.marks[ord(char) - _FIRST] for char in re.findall(MARK, part)]
        return Mark(
            known=tuple(dict.fromkeys(id_ for mark in marks for id_ in mark.known)),
            unknown=tuple(dict.fromkeys(id_ for mark in marks for id_ in mark.unknown)),
        )


def marked(reply: str, aliases: Mapping[str, str], sources: Sequence[str]) -> Marked:
    """`aliases`: each way to write an id → the id. `sources`: the texts that may be quoted, brackets and all."""
    text = re.sub(MARK, "\ufffd", reply)
    spelled = sorted(aliases, key=len, reverse=True)  # the longest first: `a#12` before `a#1`
    parts: list[str] = []
    marks: list[Mark] = []
    at, broken = 0, False
    while not broken and (bracket := _BRACKET.search(text, at)):
        mark, end = _read(text, bracket, aliases, spelled)
        broken = end is None or len(marks) >= _MOST
        end = bracket.end() if end is None else end
        own = not mark.known and _is_own(text[bracket.start() : end], sources)
        parts += [text[at : bracket.start()], text[bracket.start() : end] if own else chr(_FIRST + len(marks))]
        marks += [] if own else [mark]
        at = end
    parts.append(text[at:])
    return Marked(text=_LISTED.sub(r"\1", "".join(parts)), marks=tuple(marks), broken=broken)


def before_stops(line: str) -> str:
    """`25 days. [a]` as `25 days[a].`: a mark belongs to the sentence it follows."""
    return _AFTER_STOP.sub(r"\2\1 ", line)


def unmarked(part: str) -> str:
    """The words alone: marks and what they leave behind taken out, spaces tidied."""
    bare = re.sub(MARK, " ", re.sub(rf"[(]\s*(?:{MARK}\s*)+[)]", " ", part))
    tidy = re.sub(r"\s+", " ", bare).strip()
    return re.sub(r"\s([.,;:!?…]+)(?=\s|$)", r"\1", tidy)


def _read(
    text: str, bracket: re.Match[str], aliases: Mapping[str, str], spelled: Sequence[str]
) -> tuple[Mark, int | None]:
    """The mark at a bracket, and where it ends; None: nowhere."""
    if "[" not in bracket.group():
        return Mark(unknown=(bracket.group()[1:-1].strip(),)), bracket.end()
    known: list[str] = []
    unknown: list[str] = []
    at, after = bracket.end(), ""
    while after != "]":
        start = len(text) - len(text[at:].lstrip(" "))
        name = _name(text, at, spelled) or _name(text, start, spelled)
        at = start if name is None or not text.startswith(name, at) else at
        piece = _piece(text, at) if name is None else name
        (unknown if name is None else known).append(piece.strip() if name is None else aliases[piece])
        following = _NEXT.match(text, at + len(piece))
        if following is None:
            return Mark(unknown=("",)), None
        at, after = following.end(), following[1]
    link = _LINK.match(text, at)
    if link or bracket.group().startswith("!"):
        return Mark(unknown=tuple(known + unknown)), link.end() if link else at
    return Mark(known=tuple(known), unknown=tuple(unknown)), at


def _name(text: str, at: int, spelled: Sequence[str]) -> str | None:
    return next((one for one in spelled if text.startswith(one, at) and _NEXT.match(text, at + len(one))), None)


def _piece(text: str, at: int) -> str:
    found = _PIECE.match(text, at)
    return found.group() if found else ""


def _is_own(bracketed: str, sources: Sequence[str]) -> bool:
    return bool(_OWN.fullmatch(bracketed[1:-1])) and any(bracketed in source for source in sources)
