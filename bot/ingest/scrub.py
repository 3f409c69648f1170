"""Takes out of a text what is meant for an assistant and not for its readers, and secrets that are for nobody.

Keeps every length: what goes is overwritten with spaces, a secret with `•`, so that offsets before and
after stay those of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.ingest.blocks import Block, Note, Row
from bot.ingest.injection import DELIMITER, MARKER, ROLE_LINE, SENTENCES, TRIGGER

QUOTE = 60  # characters of a removed text that a report may show
_REACH = 400  # characters of a sentence, each way from a match

_MARKUP = re.compile(r"[*_`~]")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n\s*\n|\n(?=\s*(?:[-*+#|>]|\d+[.)]))")

MASK = "•"
_SECRETS = {
    "Slack token": r"(?<![A-Za-z0-9])(?:xox[a-z]|xapp)-[\w-]{8,}",
    "Anthropic API key": r"(?<![A-Za-z0-9])sk-ant-[\w-]{8,}",
    "API key": r"(?<![\w-])(?:sk-(?=[\w-]{0,80}\d)[\w-]{16,}|[rs]k_(?:live|test)_\w{10,})",
    "AWS access key": r"(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    "GitHub token": r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{10,}|github_pat_\w{10,})",
    "private key": r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----BEGIN)[\s\S]){0,16000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"|(?:\s*[A-Za-z0-9+/=]{20,})*)",
    "bearer token": r"(?<![\w-])eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)*|(?<=[Bb]earer )\s*eyJ[\w.-]{8,}",
}
_SECRET = re.compile("|".join(f"({pattern})" for pattern in _SECRETS.values()))

Span = tuple[int, int, str]  # start, end, what it does


def scrub(text: str) -> tuple[str, list[Note]]:
    """The text with everything that speaks to an assistant overwritten, and what that was."""
    text, secrets = mask(text)
    spans = [*_sentences(text)]
    spans += [(*found.span(), "forges a turn of a conversation") for found in ROLE_LINE.finditer(text)]
    spans += [(*found.span(), "forges a delimiter") for found in DELIMITER.finditer(text)]
    if not spans:
        return text, secrets
    notes = [Note("suspicious", f"{kind}: {quote(text[start:end])}") for start, end, kind in _outer(spans)]
    return blank(text, ((start, end) for start, end, _ in spans)), [*notes, *secrets]


def mask(text: str) -> tuple[str, list[Note]]:
    """The text with tokens and keys overwritten. The notes name the kinds and never show a letter of them."""
    kinds: dict[str, None] = {}

    def over(found: re.Match[str]) -> str:
        kinds[list(_SECRETS)[(found.lastindex or 1) - 1]] = None
        return re.sub(r"[^\n]", MASK, found[0])

    masked = _SECRET.sub(over, text)
    return masked, [Note("secret", f"{kind} in the text: overwritten, take it out and revoke it") for kind in kinds]


def scrub_block(block: Block) -> tuple[Block | None, list[Note]]:
    """A block as rendered: marks written as entities only show here. None where nothing readable is left."""
    text, notes = scrub(block.text)
    rows = block.rows
    if notes and rows:
        rows = tuple(Row(row.start, row.end, tuple(scrub(cell)[0].strip() for cell in row.cells)) for row in rows)
    return (replace(block, text=text, rows=rows) if text.strip() else None), notes


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with those spans overwritten; line ends stay."""
    parts, done = [], 0
    for start, end in sorted(spans):
        start = max(start, done)
        if end <= start:
            continue
        parts += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join([*parts, text[done:]]) if parts else text


def quote(text: str) -> str:
    short = " ".join(mask(text[: 100 * QUOTE])[0][: 4 * QUOTE].split())
    return f"“{short if len(short) <= QUOTE - 2 else short[: QUOTE - 3] + '…'}”"


def _sentences(text: str) -> Iterator[Span]:
    for start, end in _windows(text):
        plain = _MARKUP.sub(" ", text[start:end])
        for kind, pattern in SENTENCES.items():
            seen = text[start:end] if pattern is MARKER else plain
            for found in pattern.finditer(seen):
                yield *_sentence(text, start + found.start(), start + found.end()), kind


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The stretches in which a pattern may match, cut at line ends where there are any near."""
    start, end = -1, -1
    for found in TRIGGER.finditer(text):
        if found.start() > end:
            if end >= 0:
                yield start, end
            line = text.rfind("\n", max(found.start() - _REACH, 0), found.start()) + 1
            start = max(line or found.start() - _REACH, end, 0)
        end = min(found.end() + _REACH, len(text))
    if end >= 0:
        yield start, end


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence around a match, at most `_REACH` characters each way and never past a blank line."""
    before = max(0, start - _REACH)
    starts = [found.end() for found in _SENTENCE_END.finditer(text, before, start)]
    after = _SENTENCE_END.search(text, max(end - 1, start), min(len(text), end + _REACH))
    stop = after.start() + (text[after.start()] in ".!?") if after else min(len(text), end + _REACH)
    return (starts[-1] if starts else before), max(stop, end)


def _outer(spans: list[Span]) -> list[Span]:
    """Each removed region once, under the kind that found its beginning."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept
