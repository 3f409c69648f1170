"""Takes out of a text the characters that nobody sees: controls, zero-width, tags, direction overrides."""

from __future__ import annotations

import re

from bot.ingest.blocks import Note

_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# C0 and C1 controls but tab and newline, lone surrogates, noncharacters and interlinear annotations.
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufff9-\ufffb\ufffe\uffff]")
_SILENT = re.compile(r"[\u00ad\ufeff\u200e\u200f\u061c\u180e\u2061-\u2064\u206a-\u206f]")  # usual leftovers of editors
_ZERO_WIDTH = re.compile(r"[\u200b\u2060]")
_JOINERS = re.compile(
    r"(?<=[A-Za-z0-9À-ÿ .,])[\u200c\u200d]|[\u200c\u200d](?=[A-Za-z0-9À-ÿ .,])"
)  # meant in other scripts
_SPLIT_WORD = re.compile(r"(?<=[A-Za-z0-9À-ɏ])[\u200b-\u200d\u2060](?=[A-Za-z0-9À-ɏ])")  # no accident in Latin script
_TAGS = re.compile(r"[\U000e0000-\U000e007f]+")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")  # the flags of England, Scotland and Wales
_REVERSED = re.compile(r"[\u202d\u202e][^\n\u202c]*\u202c?")  # reads other than it looks: the whole run goes
_DIRECTION = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_SELECTORS = re.compile(
    r"[\U000e0100-\U000e01ef]|[\ufe00-\ufe0f](?=[\ufe00-\ufe0f])"
)  # runs of them carry smuggled bytes


def newlines(text: str) -> str:
    return _LINE_ENDS.sub("\n", text)


def without_controls(text: str) -> str:
    """Line ends and controls only: for markup, whose parsers stop at some of these characters."""
    return _CONTROLS.sub("", newlines(text))


def clean(text: str) -> tuple[str, list[Note]]:
    """The visible text with `\\n` line ends, and a note for each kind of hiding that is no accident."""
    text = without_controls(text)
    if text.isascii():
        return text, []
    text = _FLAG.sub("\U0001f3f4", text)
    notes = [
        Note("hidden_text", f"{len(found)} {kind}")
        for pattern, kind in (
            (_TAGS, "runs of invisible tag characters"),
            (_REVERSED, "runs of text shown in reverse"),
            (_DIRECTION, "text direction controls"),
            (_SPLIT_WORD, "invisible characters inside words"),
            (_SELECTORS, "stray variation selectors"),
        )
        if (found := pattern.findall(text))
    ]
    for pattern in (_TAGS, _REVERSED, _DIRECTION, _SELECTORS, _SILENT, _ZERO_WIDTH, _JOINERS):
        text = pattern.sub("", text)
    return text, notes


def visible(text: str) -> str:
    """`clean` where the notes were taken already."""
    return clean(text)[0]
