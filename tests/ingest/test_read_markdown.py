"""Markdown → what people read of it, and where it stands."""

from __future__ import annotations

import pytest

from bot.ingest.blocks import Block, BlockKind
from bot.ingest.readers.markdown import read_markdown


def blocks(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in read_markdown(text).blocks]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Staff get **3 days** and *no* more.", "Staff get 3 days and no more."),
        ("See [the portal](https://evil.example.test/?x=1) now.", "See the portal now."),
        ("See [the portal][1].\n\n[1]: https://evil.example.test", "See the portal."),
        ("A ![pixel](https://evil.example.test/p.png?d=1) here", "A  here"),
        ("Wrapped\nlines are one", "Wrapped lines are one"),
        ("Two days  \nhard break", "Two days\nhard break"),
        ("Not ~~2~~ but 3", "Not  but 3"),
        ("Fish &amp; chips &euro;5 \\* net", "Fish & chips €5 * net"),
        ("zero&#8203;width &#x202E;entity", "zerowidth entity"),
        ("A `code_span` and snake_case_name, 2 * 3", "A code_span and snake_case_name, 2 * 3"),
        ("Line<br>break and <b>bold</b>", "Line\nbreak and bold"),
        ("Footnote[^1] here", "Footnote     here"),
    ],
)
def test_inline(text: str, shown: str) -> None:
    assert blocks(text)[0] == ("paragraph", shown)


def test_structure() -> None:
    text = (
        "# Top\n\nIntro:\n\n1. first\n2. second\n   - inner\n\n   more of second\n\n> quoted\n\n"
        "```sh\n# no heading\n```\n\nEnd\n===\n"
    )
    assert blocks(text) == [
        ("heading", "Top"),
        ("paragraph", "Intro:"),
        ("item", "1. first"),
        ("item", "2. second"),
        ("item", "  - inner"),
        ("paragraph", "more of second"),
        ("paragraph", "quoted"),
        ("code", "# no heading"),
        ("heading", "End"),
    ]


def test_a_table_has_its_header_first_and_rows_with_places() -> None:
    text = "x\n\n| City | Cap |\n|---|--:|\n| **Zürich** | 210 |\n| Brno | [120](http://x) |\n"
    table = read_markdown(text).blocks[1]
    assert [row.cells for row in table.rows] == [("City", "Cap"), ("Zürich", "210"), ("Brno", "120")]
    assert [text[row.start : row.end] for row in table.rows][1] == "| **Zürich** | 210 |"


def test_html_inside_is_read_as_a_visitor_reads_it() -> None:
    text = "<details><summary>Fees</summary>\n<table><tr><th>City<th>Cap<tr><td>Brno<td>120</table></details>\n"
    assert blocks(text) == [("paragraph", "Fees\nCity | Cap\nBrno | 120")]


def test_offsets_point_at_the_words() -> None:
    text = "# T\n\nFirst [one two](https://one.example/three) sentence. Then **three** ![x](y) &amp; `four` five.\n"
    block = read_markdown(text).blocks[1]
    for word in ("First", "two", "Then", "three", "four", "five"):
        assert text[block.at(block.text.index(word)) :].startswith(word), word


def test_the_title_is_the_only_top_heading() -> None:
    assert read_markdown("# One\n\n## Two\n").title == "One"
    assert read_markdown("# Germany\n\n# Poland\n").title is None
    assert read_markdown("```\n# no heading\n```\n\ntext").title is None


def test_a_place_never_leaves_its_block() -> None:
    block = Block(kind=BlockKind.PARAGRAPH, start=5, end=9, text="abcdef", marks=((0, 5), (3, 40)))
    assert [block.at(position) for position in (0, 2, 3, 99)] == [5, 7, 9, 9]
