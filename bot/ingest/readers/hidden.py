"""What a browser would not show: comments and hidden elements inside Markdown, and the styles that hide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.ingest.blocks import Note
from bot.ingest.scrub import blank, quote

_LINK_COMMENT = re.compile(
    r"^ {0,3}\[(?://|comment|_metadata_)[^\]\n]{0,100}\]: *#?[^\n]*", re.MULTILINE | re.IGNORECASE
)
_COMMENT = (re.compile("<!--"), re.compile("-->"))
_SCRIPTS = [
    (re.compile(rf"<{tag}\b[^<>]*>", re.IGNORECASE), re.compile(rf"</{tag}\s*>", re.IGNORECASE))
    for tag in ("script", "style", "template", "noscript")
]
_TAG = re.compile(r"<([a-zA-Z][\w-]*)((?:\s[^<>]*)?)>")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<!`)(`{1,4})(?!`)[^\n]{0,500}?(?<!`)\1(?!`)")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\Z")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST = 20_000  # characters within which a hidden element is closed
_FEW = 4  # words of a comment that are a tool's mark (`toc`, `markdownlint-disable MD013`), not hidden text

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?<![\w-])opacity\s*:\s*(?:0(?:\.0+)?|\.0+)\s*%?\s*(?:;|$|!)"
    r"|font-size\s*:\s*(?:0(?:\.0+)?\s*[a-z%]*|(?:0?\.\d+|1(?:\.0+)?)\s*(?:px|pt|%)?|0?\.0\d*\s*r?em)\s*(?:;|$|!)"
    r"|(?<![\w-])color\s*:\s*transparent"
    r"|(?<![\w-])(?:left|top|text-indent)\s*:\s*(?:calc\(\s*)?-(?:\d{3,}|\d{2,}(?:\.\d+)?r?em)"
    r"|(?<![\w-])(?:right|bottom)\s*:\s*-\d{4,}"
    r"|margin-(?:left|top)\s*:\s*-\d{3,}"
    r"|clip\s*:\s*rect\(\s*(?:0|1px[\s,]+1px[\s,]+1px)"
    r"|clip-path\s*:\s*(?:inset\(\s*(?:100%|[5-9]\d%\s*\))|(?:circle|ellipse)\(\s*0|polygon\((?:[\s,]*0(?:px|%)?)+\s*\))"
    r"|transform\s*:[^;]*(?:\bscale(?:3d|[xy])?\(\s*(?:0(?:\.0+)?|\.0+)\s*[,)]|\btranslate(?:3d|[xy])?\(\s*-\d{4,})"
    r"|(?<![\w-])scale\s*:\s*0(?:\.0+)?\s*(?:;|$|!)",
    re.IGNORECASE,
)
_NO_ROOM = re.compile(
    r"(?<![\w-])(?:max-)?(?:height|width|block-size|inline-size)\s*:\s*(?:0(?:\.0+)?\s*[a-z%]*|(?:0?\.\d+|1)px)\s*(?:;|$|!)",
    re.IGNORECASE,
)
_CLIPPED = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_INK = re.compile(r"(?:^|;)\s*color\s*:\s*([^;]+)", re.IGNORECASE)
_PAPER = re.compile(r"(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)", re.IGNORECASE)
_HIDDEN_ATTRIBUTE = re.compile(r"(?:^|\s)hidden(?:\s|=|$)|aria-hidden\s*=\s*[\"']?true", re.IGNORECASE)
_STYLE_ATTRIBUTE = re.compile(r"style\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_WHITE = {"white", "#fff", "#ffffff", "rgb(255,255,255)", "hsl(0,0%,100%)"}


def invisible(style: str) -> bool:
    """Whether a CSS declaration list takes its element out of sight."""
    style = without_comments(style)
    return bool(_HIDING.search(style) or (_CLIPPED.search(style) and _NO_ROOM.search(style)))


def without_comments(css: str) -> str:
    return _CSS_COMMENT.sub("", css)


def hides(style: str, ground: str | None = None) -> bool:
    """Whether an element with these declarations can't be read: out of sight, or in the colour of its ground.

    `ground`: the colour behind it, where an element around it sets one; else white paper is assumed.
    """
    ink, paper = _colour(_INK, style), background(style) or ground or "white"
    return invisible(style) or ink == paper


def background(style: str) -> str | None:
    return _colour(_PAPER, style)


def _colour(pattern: re.Pattern[str], style: str) -> str | None:
    found = pattern.search(style)
    colour = re.sub(r"!important|\s", "", found[1].lower()) if found else None
    return "white" if colour in _WHITE else colour


def drop_hidden(text: str) -> tuple[str, list[Note]]:
    """Markdown with what its readers never see overwritten, lengths kept. Code shows its comments: it stays."""
    code = [found.span() for pattern in (_FENCE, _CODE_SPAN) for found in pattern.finditer(text)] if "<" in text else []
    masked = blank(text, code)
    spans = [(*span, "") for marks in _SCRIPTS for span in _between(masked, *marks)]
    spans += [(*span, "comment") for span in _between(masked, *_COMMENT)]
    spans += [(*found.span(), "comment") for found in _LINK_COMMENT.finditer(masked)]
    spans += [(*span, "hidden element") for span in _hidden_elements(masked)]
    notes = [
        Note("hidden_text", f"{kind}: {quote(_words(text[start:end]))}")
        for start, end, kind in spans
        if kind and len(_WORD.findall(_words(text[start:end]))) >= (_FEW if kind == "comment" else 1)
    ]
    return blank(text, [(start, end) for start, end, _ in spans]), notes


def _words(markup: str) -> str:
    """What stands between the tags or comment marks."""
    return re.sub(r"<!--|-->|<[^<>]*>|^\s*\[[^\]]*\]:\s*#?", " ", markup)


def _between(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """From each opening mark to its closing one. Unclosed, it hides the rest where it begins a line, else nothing."""
    position = 0
    while begin := opening.search(text, position):
        end = closing.search(text, begin.end())
        if end is None:
            lines = (
                found.start() for found in opening.finditer(text, begin.start()) if _begins_line(text, found.start())
            )
            first = next(lines, None)
            if first is not None:
                yield first, len(text)
            return
        yield begin.start(), end.end()
        position = end.end()


def _begins_line(text: str, position: int) -> bool:
    line = text.rfind("\n", max(position - 4, 0), position) + 1
    return not text[line or max(position - 4, 0) : position].strip() and (line > 0 or position < 4)


def _hidden_elements(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for tag in _TAG.finditer(text):
        if (spans and tag.start() < spans[-1][1]) or not _is_hidden(tag[2]):
            continue
        close = re.compile(rf"</{tag[1]}\s*>", re.IGNORECASE).search(text, tag.end(), tag.end() + _LONGEST)
        end = close.end() if close else _end_of_paragraph(text, tag.end())
        spans.append((tag.start(), end))
    return spans


def _is_hidden(attributes: str) -> bool:
    style = _STYLE_ATTRIBUTE.search(attributes)
    if style and hides(style[1] or style[2] or style[3] or ""):
        return True
    return bool(_HIDDEN_ATTRIBUTE.search(_STYLE_ATTRIBUTE.sub("", attributes)))


def _end_of_paragraph(text: str, start: int) -> int:
    found = _PARAGRAPH_END.search(text, start)
    return found.start() if found else len(text)
