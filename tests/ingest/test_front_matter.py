"""Front matter: what is metadata, what is body, and what is neither and so reported."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.ingest.blocks import Rejected, Value
from bot.ingest.front_matter import split


@pytest.mark.parametrize(
    ("text", "metadata", "body"),
    [
        ("---\ntitle: Leave\n---\nBody", {"title": "Leave"}, "Body"),
        ("---\ntitle: Leave\n...\nBody", {"title": "Leave"}, "Body"),
        ("---  \ntitle: Leave\n--- \n\nBody", {"title": "Leave"}, "\nBody"),
        (
            "\n---\naudience: hr\n---\nBody",
            {"audience": "hr"},
            "Body",
        ),  # a blank line on top opens nothing to the public
        ("\ufeff\u200b---\naudience: hr\n---\nBody", {"audience": "hr"}, "Body"),  # nor do characters nobody sees
        ("+++\ntitle = 'Leave'\nversion = 1.10\n+++\nBody", {"title": "Leave", "version": "1.10"}, "Body"),
        ("+++\neffective = 2024-03-01\ndraft = true\n+++\n", {"effective": "2024-03-01", "draft": "true"}, ""),
        ("---\n---\nBody", {}, "Body"),
        ("---\n# only a comment\ntitle: x\n---\nBody", {"title": "x"}, "Body"),
        ("Text\n\n---\n\ntitle: no metadata\n\n---\n", {}, "Text\n\n---\n\ntitle: no metadata\n\n---\n"),
        ("---\n\nA rule on top, then prose.\n\n---\n", {}, "---\n\nA rule on top, then prose.\n\n---\n"),
        ("---\n", {}, "---\n"),
        ("---\nBody after a rule\n", {}, "---\nBody after a rule\n"),
        ("# Heading\n", {}, "# Heading\n"),
    ],
)
def test_metadata_and_body(text: str, metadata: dict[str, Value], body: str) -> None:
    assert split(text) == (metadata, body)


@pytest.mark.parametrize(
    ("yaml_text", "value"),
    [
        ("v: 1.10", "1.10"),
        ("v: NO", "NO"),
        ("v: 10:00", "10:00"),
        ("v: 2024-04-31", "2024-04-31"),
        ("v: 0x1F", "0x1F"),
        ("v: 1e3", "1e3"),
        ("v: true", "true"),
        ("v: ~", ""),
        ("v: '~'", "~"),
        ("v:", ""),
        ("v: [NO, 1.10]", ["NO", "1.10"]),
        ("v:\n- [[a]]\n- b", ["a", "b"]),
        ("v: !!python/object/apply:os.system [id]", ["id"]),
    ],
)
def test_every_scalar_stays_text(yaml_text: str, value: Value) -> None:
    assert split(f"---\n{yaml_text}\n---\n") == ({"v": value}, "")


def test_integer_keys_are_text_and_nested_keys_are_joined() -> None:
    parted = split("---\n2024: year\nscope:\n  region: EU\n---\n")
    assert parted == ({"2024": "year", "scope.region": "EU"}, "")


@pytest.mark.parametrize(
    ("text", "restricts"),
    [
        ("---\ntitle: Leave: parental\nx: y\n---\nBody", False),
        ("---\ntitle: [unclosed\n---\nBody", False),
        ("---\naudiance: [hr\n---\nBody", True),
        ("---\naudience: [hr\n---\nBody", True),
        ("---\ntitle: x\nexpiry-date: {\n---\nBody", True),
        ("---\ntitle: never closed\nowner: hr\n\nBody", False),
        ("---\naudience: hr\n\nBody", True),
        ("---\ntitle: a\ntitle: b\n---\nBody", False),
        ("---\n? [a, b]\n: c\n---\nBody", False),
        ("---\nbase: &b {audience: hr}\n<<: *b\n---\nBody", True),
        ("---\nx:\n- a: b\n---\n", False),
        ("---\n- a: b\n---\n", False),
        ("+++\ntitle = \n+++\nBody", False),
        ("+++\nkey = [[1, [2]]\n+++\nBody", False),
    ],
)
def test_what_cannot_be_read_is_not_body(text: str, restricts: bool) -> None:
    parted = split(text)
    if text.startswith("---\n- "):
        assert parted == ({}, text)  # a list between two rules is the document's own
        return
    assert isinstance(parted, Rejected)
    assert (parted.reason, parted.withhold) == ("unreadable_metadata", restricts)
    assert parted.detail.startswith("front matter") and "\n" not in parted.detail


def test_aliases_cannot_multiply() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    parted = split("---\n" + "\n".join(lines) + "\n---\n")
    assert isinstance(parted, Rejected)


_words = (
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30).map(str.strip).filter(bool)
)
_keys = st.from_regex(r"[a-z][a-z_]{0,12}", fullmatch=True)


@given(
    st.dictionaries(_keys, st.one_of(_words, st.lists(_words, min_size=1, max_size=4)), min_size=1, max_size=6),
    st.text(),
)
def test_what_yaml_writes_is_read_back_and_the_body_is_untouched(facts: dict[str, Value], body: str) -> None:
    body = body.replace("\r", "")
    front = yaml.safe_dump(facts, allow_unicode=True, default_style='"', width=10_000)
    assert split(f"---\n{front}---\n{body}") == (facts, body)


@given(st.text())
def test_no_text_raises(text: str) -> None:
    for fence in ("", "---\n", "+++\n", "---\nkey: value\n"):
        parted = split(f"{fence}{text}\n{fence}")
        assert isinstance(parted, Rejected) or parted[1] in f"{fence}{text}\n{fence}"
