"""Which elements of a page its visitors don't read: the site around the content, and what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from bot.ingest.readers.hidden import background, hides, invisible, without_comments

_DROPPED = frozenset(
    """
    nav footer aside script style template noscript head iframe object embed svg math canvas audio video button select
    input textarea datalist dialog menu map area
    """.split()
) | {"del", "s", "strike"}  # struck out: no longer valid
_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu"})
_SITE = re.compile(
    r"(?:^|\s)(?:(?:cookies?|consent|gdpr)[_-]?(?:bar|banner|notice|popup|message|modal|overlay)"
    r"|breadcrumbs?|navbar|nav|site-(?:nav|header|footer)|skip-link|share-buttons?)(?:\s|$)",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"(?:^|\s)(?:cookies?|consent|gdpr)(?:\s|$)", re.IGNORECASE
)  # a class of a rule on cookies as well
_MEDIA = re.compile(r"@[a-z-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_EVERYWHERE = re.compile(r"@(?:media\s+(?:only\s+)?(?:screen|all)|layer\b[^{]*|supports\b[^{]*)\s*\{", re.IGNORECASE)
_COMPOUND = re.compile(r"(?:[a-z][\w-]*|\*)?(?:[.#][\w-]+)*$", re.IGNORECASE)
_MARK = re.compile(r"[.#]?[\w-]+")
_MOST_RULES = 2_000
_HIDES = re.compile(
    "display|visibility|opacity|font-size|color|indent|left|right|top|bottom|clip|transform|scale|overflow|height"
    "|width|-size",
    re.IGNORECASE,
)


def not_content(element: etree._Element) -> bool:
    """Navigation, banners, scripts and the like."""
    if not isinstance(element.tag, str) or element.tag in _DROPPED or element.get("role") in _ROLES:
        return True
    if _SITE.search(f"{element.get('class') or ''} {element.get('id') or ''}"):
        return True
    if _BANNER.search(element.get("class") or "") and next(element.iter("h1", "h2", "h3"), None) is None:
        return True
    inside = next(element.iterancestors("article", "main", "section"), None)
    return element.tag == "header" and inside is None and element.find(".//h1") is None


@dataclass(frozen=True, slots=True)
class _Selector:
    """`#z > p .y`: what each element on the way has, outermost first, and whether it is the parent of the next."""

    parts: tuple[frozenset[str], ...]
    parent: tuple[bool, ...]  # of the part at this place: it is the direct parent of the next one's element

    def matches(self, element: etree._Element) -> bool:
        last = len(self.parts) - 1
        if not self.parts[last] <= _marks(element):
            return False
        above, next_up = set[int](), set[int]()  # parts still to be found: anywhere above, or right here
        (next_up if last and self.parent[last - 1] else above).add(last - 1)
        for around in element.iterancestors() if last else ():
            wanted, next_up = above | next_up, set[int]()
            for place in wanted:
                if self.parts[place] <= _marks(around):
                    if place == 0:
                        return True
                    (next_up if self.parent[place - 1] else above).add(place - 1)
        return last == 0


def _selector(written: str) -> _Selector | None:
    """None: more than tags, ids, classes and what they stand in."""
    parts: list[frozenset[str]] = []
    parent: list[bool] = []
    for word in written.replace(">", " > ").split():
        if word == ">" and parts:
            parent[-1] = True
        elif _COMPOUND.match(word):
            marks = _MARK.findall(word.lstrip("*"))
            parts.append(frozenset(mark if mark[0] in ".#" else mark.lower() for mark in marks))
            parent.append(False)
        else:
            return None
    return _Selector(tuple(parts), tuple(parent)) if parts and not parent[-1] else None


def _marks(element: etree._Element) -> frozenset[str]:
    classes = (f".{name}" for name in (element.get("class") or "").split())
    return frozenset([str(element.tag), f"#{element.get('id')}", *classes])


def _rules(root: etree._Element) -> Iterator[tuple[_Selector, str]]:
    css = without_comments(" ".join(style.text or "" for style in root.iter("style")))
    sheets = _MEDIA.sub(lambda found: _inside(found[0]), css)
    for rule in sheets.split("}"):
        before, _, declarations = rule.rpartition("{")
        names = re.split("[{;]", before)[-1]
        if names and _HIDES.search(declarations):
            found = map(_selector, names.replace("<!--", "").split(","))
            yield from ((selector, declarations) for selector in found if selector is not None)


def _inside(block: str) -> str:
    """The rules in an at-rule that holds on every screen; of the others nothing."""
    opening = _EVERYWHERE.match(block)
    return block[opening.end() : -1] if opening else ""


class StyleSheet:
    """What the page's own style hides on every screen, by tag, id, class and what is around; and `style` itself."""

    def __init__(self, root: etree._Element) -> None:
        self._rules: dict[str, list[tuple[_Selector, str]]] = {}  # by one mark of the element itself
        for selector, declarations in islice(_rules(root), _MOST_RULES):
            mark = min(selector.parts[-1], default="*")
            self._rules.setdefault(mark, []).append((selector, declarations))

    def hides(self, element: etree._Element) -> bool:
        if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
            return True
        style = element.get("style")
        if style and hides(style, _ground(element)):
            return True
        if not self._rules:
            return False
        rules = (rule for mark in (*_marks(element), "*") for rule in self._rules.get(mark, ()))
        found = [declarations for selector, declarations in rules if selector.matches(element)]
        return any(map(invisible, found)) or (bool(found) and invisible(";".join([*found, style or ""])))


def _ground(element: etree._Element) -> str | None:
    """The colour behind an element, as the nearest element around it sets it."""
    grounds = (background(around.get("style") or "") for around in element.iterancestors())
    return next(filter(None, grounds), None)
