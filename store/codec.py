"""An Exchange as plain JSON and back. Decides which characters a database may be given; writes no row.

pydantic reads and writes the domain's dataclasses as they are. Around it: text is cleaned, and each passage,
which a trace mentions up to four times, is written once and referred to by its id.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from bot.domain.exchanges import Exchange

Tree = dict[str, Any]  # JSON: str keys; str, int, float, bool, None, lists and trees as values

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # PostgreSQL refuses NUL, UTF-8 has no lone surrogates


def clean(text: str) -> str:
    """Every character that some database refuses becomes U+FFFD, one for one: offsets into the text stay right."""
    return _UNSTORABLE.sub("\ufffd", text)


def pack(exchange: Exchange) -> Tree:
    """The exchange's fields as JSON, and `passages`: id → passage. Where a passage stood, its id stands."""
    tree: Tree = _adapter().dump_python(exchange, mode="json")
    passages: Tree = {}
    for holder, key in _mentions(tree):
        holder[key] = _intern(passages, holder[key])
    cleaned: Tree = _clean_tree(tree | {"passages": passages})  # last: by now each passage is there once
    return cleaned


def unpack(tree: Tree) -> Exchange:
    """The inverse of `pack`, for cleaned text. Consumes the tree. Keys of a newer program are passed over."""
    passages = tree.pop("passages")
    for holder, key in _mentions(tree):
        holder[key] = passages[holder[key]]
    return _adapter().validate_python(tree)


@cache
def _adapter() -> TypeAdapter[Exchange]:
    return TypeAdapter(Exchange)  # 50 ms, so not at import


def _mentions(tree: Tree) -> Iterator[tuple[Any, Any]]:
    """Where passages stand, as (container, key). One that is forgotten here is only written more often."""
    for hits in (*(search["hits"] for search in tree["searches"]), tree["kept"], tree["dropped"]):
        for hit in hits:
            yield hit, "passage"
    if tree["prompt"] is not None:
        in_prompt = tree["prompt"]["passages"]
        for position in range(len(in_prompt)):
            yield in_prompt, position


def _intern(passages: Tree, passage: Tree) -> str:
    """The key of this very passage. The index may change between two searches: one id, two texts, two keys."""
    key = id_ = clean(f"{passage['source']['id']}#{passage['offset']}")
    copy = 1
    while passages.setdefault(key, passage) != passage:
        copy += 1
        key = f"{id_}~{copy}"
    return key


def _clean_tree(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no NaN; read back as a float where the field is one
    if isinstance(value, dict):
        return {clean(key): _clean_tree(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean_tree(item) for item in value]
    return value
