"""Front matter in YAML (`---`) or TOML (`+++`) → every scalar as the text it was written as."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import yaml

from bot.ingest.blocks import Rejected, Value
from bot.ingest.characters import visible
from bot.ingest.spellings import RESTRICTING, SPELLINGS, WEAK, like_access

_MAX_NODES = 2_000  # of a YAML document; aliases count every time, so that they can't multiply
_KEY = re.compile(r"[ \t]*[\"']?[\w][\w .-]{0,60}[\"']?\s*[:=](?:\s|$)")
_NAMES = re.compile(r"([^\W\d_][\w .-]{0,60}?)[\"']?[ \t]*[:=]")
_CLOSING = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_OPENING = re.compile(r"[\s\ufeff\u200b\u2060]*(---|\+\+\+)[ \t]*(?:\n|\Z)")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})

# A key that can take the document away from readers, in text that could not be parsed.
_RESTRICTS = re.compile(
    "|".join(
        re.escape(spelling).replace("_", r"[\s_.-]?")
        for key in sorted(RESTRICTING)
        for spelling in SPELLINGS[key]
        if spelling not in WEAK
    ),
    re.IGNORECASE,
)


class _Odd(ValueError):
    """Front matter that parses, and means something we can't be sure of."""


def split(text: str) -> tuple[dict[str, Value], str] | Rejected:
    """(metadata, body). A `---` that opens nothing is a rule and part of the body. `text`: decoded, `\\n` line ends."""
    opening = _OPENING.match(text)
    if opening is None:
        return {}, text
    fence, start = opening[1], opening.end()
    closing = _CLOSING[fence].search(text, start)
    if closing is None:
        return _unclosed(text, start)
    raw, body = text[start : closing.start()], text[closing.end() :].removeprefix("\n")
    if not _looks_like_keys(raw) and (raw.strip() or opening.start(1) > 0):
        return {}, text
    try:
        return (_yaml(raw) if fence == "---" else _toml(raw)), body
    except (yaml.YAMLError, tomllib.TOMLDecodeError, _Odd, RecursionError, ValueError) as error:
        return Rejected(
            reason="unreadable_metadata",
            detail=f"front matter: {_one_line(error)}",
            withhold=_restricts(raw),
        )


def _unclosed(text: str, start: int) -> tuple[dict[str, Value], str] | Rejected:
    head = text[start : start + 2_000].split("\n\n")[0]
    if not _looks_like_keys(head):
        return {}, text
    detail = "front matter is opened and never closed"
    return Rejected(reason="unreadable_metadata", detail=detail, withhold=_restricts(head))


def _restricts(raw: str) -> bool:
    return bool(_RESTRICTS.search(raw)) or any(map(like_access, _NAMES.findall(raw)))


def _looks_like_keys(raw: str) -> bool:
    """The first line that is no comment is a key: that is front matter, whether or not the rest can be read."""
    lines = [line for line in visible(raw).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return bool(lines) and bool(
        _KEY.match(lines[0]) or lines[0].lstrip().startswith(("{", "? ", "[", "&", "!", "%", "<<"))
    )


def _one_line(error: Exception) -> str:
    problem = getattr(error, "problem", None) or str(error)
    mark = getattr(error, "problem_mark", None)
    return f"{' '.join(str(problem).split())[:100]}" + (f" in line {mark.line + 2}" if mark else "")


def _yaml(raw: str) -> dict[str, Value]:
    # `compose` builds nodes and constructs nothing: no tag is obeyed, and `1.10`, `NO`, `10:00` stay as written.
    node = yaml.compose(raw, Loader=yaml.SafeLoader)
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise _Odd("not a list of keys and values")
    budget = iter(range(_MAX_NODES))
    return dict(_unique(_pairs(node, "", budget)))


def _pairs(node: yaml.MappingNode, prefix: str, budget: Iterator[int]) -> Iterator[tuple[str, Value]]:
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value == "<<" or not key.value.strip():
            raise _Odd("a key that is not a word")
        yield from _flat(f"{prefix}{key.value.strip()}", value, budget)


def _flat(name: str, node: yaml.Node, budget: Iterator[int]) -> Iterator[tuple[str, Value]]:
    if next(budget, None) is None:
        raise _Odd("too large")
    if isinstance(node, yaml.MappingNode):
        if not node.value:
            yield name, ""
        yield from _pairs(node, f"{name}.", budget)
    elif isinstance(node, yaml.SequenceNode):
        yield name, list(_items(node, budget))
    else:
        yield name, _scalar(node)


def _items(node: yaml.SequenceNode, budget: Iterator[int]) -> Iterator[str]:
    for item in node.value:
        if next(budget, None) is None:
            raise _Odd("too large")
        if isinstance(item, yaml.MappingNode):
            raise _Odd("a list of mappings")
        yield from _items(item, budget) if isinstance(item, yaml.SequenceNode) else [_scalar(item)]


def _scalar(node: yaml.Node) -> str:
    text = str(node.value)
    plain = isinstance(node, yaml.ScalarNode) and node.style is None
    return "" if plain and text in _NULLS else text.strip()


def _unique(pairs: Iterator[tuple[str, Value]]) -> Iterator[tuple[str, Value]]:
    seen: set[str] = set()
    for key, value in pairs:
        if key in seen:
            raise _Odd(f"“{key[:40]}” is written twice")
        seen.add(key)
        yield key, value


def _toml(raw: str) -> dict[str, Value]:
    return dict(_toml_pairs(tomllib.loads(raw, parse_float=str), ""))


def _toml_pairs(table: dict[str, object], prefix: str) -> Iterator[tuple[str, Value]]:
    for key, value in table.items():
        if isinstance(value, dict):
            if not value:
                yield f"{prefix}{key}", ""
            yield from _toml_pairs(value, f"{prefix}{key}.")
        elif isinstance(value, list):
            yield f"{prefix}{key}", [_toml_text(item) for item in value]
        else:
            yield f"{prefix}{key}", _toml_text(value)


def _toml_text(value: object) -> str:
    if isinstance(value, dict | list):
        raise _Odd("a list of tables")
    return str(value).lower() if isinstance(value, bool) else str(value).strip()
