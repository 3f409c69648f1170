"""Which elements of a page its visitors don't read: the site around the content, and what is hidden."""

from __future__ import annotations

import re

from lxml import etree

from bot.ingest.readers.hidden import background, hides, invisible

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
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_MEDIA = re.compile(r"@[a-z-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_SIMPLE = re.compile(r"[a-z][a-z0-9]*(?:[.#][\w-]+)?$|[.#][\w-]+$", re.IGNORECASE)


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


class StyleSheet:
    """What the page's own style hides on every screen: simple selectors only, and what stands in `style`."""

    def __init__(self, root: etree._Element) -> None:
        sheets = _MEDIA.sub("", " ".join(style.text or "" for style in root.iter("style")))
        found = (names for names, declarations in _RULE.findall(sheets) if invisible(declarations))
        names = (name.strip() for listed in found for name in listed.split(","))
        self._hiding = frozenset(name for name in names if _SIMPLE.match(name))

    def hides(self, element: etree._Element) -> bool:
        if element.get("hidden") is not None or (element.get("aria-hidden") or "").lower() == "true":
            return True
        style = element.get("style")
        if style and hides(style, _ground(element)):
            return True
        if not self._hiding:
            return False
        marks = [f".{name}" for name in (element.get("class") or "").split()] + [f"#{element.get('id')}"]
        return not self._hiding.isdisjoint([str(element.tag), *marks, *(f"{element.tag}{mark}" for mark in marks)])


def _ground(element: etree._Element) -> str | None:
    """The colour behind an element, as the nearest element around it sets it."""
    grounds = (background(around.get("style") or "") for around in element.iterancestors())
    return next(filter(None, grounds), None)
