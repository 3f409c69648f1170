"""Markdown inside a paragraph → plain words, and where each of them stands in the source.

A link leaves its label, an image nothing, struck-out text nothing, a tag nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from markdown_it.token import Token

from bot.ingest.characters import visible

_WINDOW = 400  # how far ahead of its expected place a piece of text is looked for


@dataclass
class Renderer:
    source: str
    at: int  # where in the source the next token is expected
    end: int
    parts: list[str] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0
    struck: int = 0  # depth of ~~ ~~

    def render(self, tokens: list[Token]) -> tuple[str, tuple[tuple[int, int], ...]]:
        for token in tokens:
            self._token(token)
        return "".join(self.parts), tuple(self.marks)

    def _token(self, token: Token) -> None:
        match token.type:
            case "text":
                self._emit(token.content, token.content)
            case "text_special":  # an escape or an entity: it may stand for an invisible character
                self._emit(visible(token.content), token.markup)
            case "code_inline":
                self._emit(token.content, token.content)
                self._skip(token.markup)
            case "softbreak":
                self._emit(" ", "\n")
            case "hardbreak":
                self._emit("\n", "\n")
            case "html_inline":
                self._emit("\n" if token.content.lower().startswith("<br") else "", token.content)
            case "image":
                self._skip("![")
                self._skip_target()
            case "link_close" if token.info != "auto":
                self._skip_target()
            case "s_open" | "s_close":
                self.struck += 1 if token.type == "s_open" else -1
                self._skip(token.markup)
            case _:
                self._skip(token.markup)

    def _emit(self, shown: str, written: str) -> None:
        """Adds what readers see; `written` is what the source has in its place."""
        found = self.source.find(written, self.at, min(self.end, self.at + len(written) + _WINDOW))
        place = found if found >= 0 else self.at
        if shown and not self.struck:
            self.marks.append((self.length, place))
            self.parts.append(shown)
            self.length += len(shown)
        if found >= 0:
            self.at = found + len(written)

    def _skip(self, markup: str) -> None:
        if markup and self.source.startswith(markup, self.at):
            self.at += len(markup)

    def _skip_target(self) -> None:
        """Past `](target)` or `][label]`, so that words inside an address are not taken for the text after it."""
        close = self.source.find("]", self.at, min(self.end, self.at + _WINDOW))
        if close < 0:
            return
        self.at = close + 1
        ending = {"(": ")", "[": "]"}.get(self.source[self.at : self.at + 1])
        stop = self.source.find(ending, self.at, min(self.end, self.at + 2_100)) if ending else -1
        self.at = stop + 1 if stop >= 0 else self.at
