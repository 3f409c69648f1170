"""Passages: where a document is cut, what stays together, and that every place is right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.documents import Passage, PassageKind, Source
from bot.ingest.chunk import MAX_WORDS, STRETCHED, chunk, size
from bot.ingest.readers.markdown import read_markdown
from bot.ingest.readers.plain import read_plain

SOURCE = Source(id="a.md", root="/r", title="A")
RULE = "Everyone may book a room for one day. "  # 8 words


def passages(text: str) -> tuple[Passage, ...]:
    return chunk(SOURCE, read_markdown(text).blocks)


def test_one_passage_a_section_with_its_heading_path() -> None:
    found = passages("# Poland\n\n## **Notice** period\n\nThree months.\n\nIn writing.\n\n## Overview\n\nSee above.\n")
    assert [(p.headings, p.text) for p in found] == [
        (("Poland", "Notice period"), "Three months.\nIn writing."),
        (("Poland", "Overview"), "See above."),
    ]


def test_the_region_is_the_source_of_the_words() -> None:
    text = "# T\n\nStaff get **3 days**.\n\nAnd [more](https://x.example) later.\n"
    (found,) = passages(text)
    assert (
        text[found.offset : found.offset + found.length]
        == "Staff get **3 days**.\n\nAnd [more](https://x.example) later."
    )
    assert found.id == "a.md#5"


def test_a_heading_with_nothing_under_it_speaks_for_itself() -> None:
    found = passages("# FAQ\n\n## Rooms are free of charge\n\n## Desks cost 5 EUR\n\nA day.\n\n## Pets are welcome\n")
    assert [(p.headings, p.text) for p in found] == [
        (("FAQ",), "Rooms are free of charge"),
        (("FAQ", "Desks cost 5 EUR"), "A day."),
        (("FAQ",), "Pets are welcome"),
    ]


def test_nothing_is_merged_across_headings() -> None:
    assert len(passages("# A\n\nTiny.\n\n# B\n\nAlso tiny.\n")) == 2


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    text = "Start here. " + RULE * 60
    found = passages(text)
    assert len(found) > 3
    assert all(size(p.text) <= MAX_WORDS and p.text.endswith("day.") for p in found)
    assert [text[p.offset : p.offset + 8] for p in found][1:] == ["Everyone"] * (len(found) - 1)


@pytest.mark.parametrize(
    "exception",
    [
        "Except for students, who pay 2 EUR a day at the desk, and only in the summer.",
        "This does not apply to guests of the board or to anybody they bring with them.",
    ],
)
def test_an_exception_stays_with_its_rule(exception: str) -> None:
    rule = RULE * 17 + "Visitors pay 5 EUR."  # 140 words
    (first, *_) = passages(f"{rule}\n\n{exception}\n\n{RULE * 10}")
    assert first.text.endswith(exception)
    assert MAX_WORDS < size(first.text) <= STRETCHED


def test_list_items_keep_their_lead_in() -> None:
    items = "\n".join(f"- item {n} {RULE}" for n in range(40))
    found = passages(f"You may claim:\n\n{items}\n\nEnd.")
    assert len(found) > 2
    assert all(p.text.startswith("You may claim:\n- item") for p in found[:-1])
    assert all(p.offset == f"You may claim:\n\n{items}".index("- item", p.offset) for p in found[1:-1])


def test_a_table_repeats_its_header_and_never_parts_a_row() -> None:
    rows = "\n".join(f"| Code {n} | {n} EUR |" for n in range(400))
    text = f"# T\n\nCaps.\n\n| Item | Cap |\n|---|---|\n{rows}\n\n| City | Fee |\n|---|---|\n| Brno | 1 |\n"
    found = [p for p in passages(text) if p.kind is PassageKind.TABLE]
    assert all(p.text.startswith("Item | Cap\nCode") for p in found[:-1])
    assert [line for p in found[:-1] for line in p.text.split("\n")[1:]] == [f"Code {n} | {n} EUR" for n in range(400)]
    assert found[-1].text == "City | Fee\nBrno | 1"
    assert all(text[p.offset :].startswith("| Code") for p in found[1:-1])


def test_code_is_kept_as_code() -> None:
    found = passages("Run it:\n\n```sh\nmake all\n  indented\n```\n\nDone.\n")
    assert [(p.kind.value, p.text) for p in found] == [
        ("prose", "Run it:"),
        ("code", "make all\n  indented"),
        ("prose", "Done."),
    ]


@pytest.mark.parametrize(
    "unit", ["word " * 40, "a" * 300, "年次有給休暇は五日間" * 9, "https://x.example/" + "p" * 200 + " "]
)
def test_text_without_sentences_still_fits(unit: str) -> None:
    found = passages(unit * 40)
    assert all(size(p.text) <= STRETCHED and len(p.text) < 2_000 for p in found)
    assert "".join("".join(p.text.split()) for p in found) == "".join((unit * 40).split())


_PIECES = [
    "# Top\n\n",
    "## Sub **bold**\n\n",
    "Short line.\n\n",
    RULE * 3 + "\n\n",
    RULE * 30 + "\n\n",
    "Except on Monday.\n\n",
    "You may claim:\n\n- one\n- two\n  - inner\n\n",
    "- " + RULE * 25 + "\n",
    "1. first\n2. second\n\n",
    "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n",
    "```\ncode\n\nmore\n```\n\n",
    "> quoted [link](http://x.example) text\n\n",
    "<div>html &amp; more</div>\n\n",
    "a &nbsp; b \\* ![i](u) `c`\n\n",
    "word " * 400 + "\n\n",
    "---\n\n",
    "x\n===\n\n",
    "<!-- c -->\n",
]
_pieces = st.sampled_from(_PIECES)


@given(st.lists(st.one_of(_pieces, st.text(max_size=60)), max_size=12))
def test_places_are_right_whatever_the_document(parts: list[str]) -> None:
    text = "".join(parts).replace("\r", "\n")
    for extracted in (read_markdown(text), read_plain(text)):
        found = chunk(SOURCE, extracted.blocks)
        assert len({p.id for p in found}) == len(found)
        assert [p.offset for p in found] == sorted(p.offset for p in found)
        for p in found:
            assert p.text.strip() and 0 <= p.offset < len(extracted.text) and p.length > 0
            assert p.offset + p.length <= len(extracted.text)
            assert size(p.text) <= STRETCHED + MAX_WORDS  # a lead-in or header comes on top


@given(st.lists(_pieces, min_size=1, max_size=12))
def test_every_word_of_every_block_is_in_a_passage(parts: list[str]) -> None:
    blocks = read_markdown("".join(parts)).blocks
    said = " ".join(p.text + " " + " ".join(p.headings) for p in chunk(SOURCE, blocks)).replace("|", " ")
    for block in blocks:
        assert set(block.text.replace("|", " ").split()) <= set(said.split())
