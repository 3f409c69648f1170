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


_STYLE = """<style>@import "x.css"; .x{display:none} p.z , #y{visibility:hidden} /* of old */
#o p{display:none} .a.k .b{visibility:hidden} .m > li > i{opacity:0} section .h, DIV ~ p, body .h{clip:rect(0,0,0,0)}
.flat{height:0} @media screen{.s{display:none}} @media (max-width: 9px){p{display:none}}</style>"""


@pytest.mark.parametrize(
    "shown",
    [
        '<p id="o">free badges</p>',
        '<div class="a"><b class="b">free badges</b></div>',
        '<div class="m"><ul><li><i>free badges</i></li></ul></div>',
        '<p class="flat">free badges</p>',
        '<p style="font-size:0.9em;background-color:transparent">free badges</p>',
        '<p style="font-size:1rem;margin-bottom:-100px;fill-opacity:0">free badges</p>',
        '<p style="line-height:0;overflow:hidden;border-width:0">free badges</p>',
        '<p style="clip-path:inset(0);transform:scale(0.9)">free badges</p>',
    ],
)
def test_what_a_visitor_sees_stays(shown: str) -> None:
    found = page(shown, _STYLE)
    assert ("free badges" in found.text, found.notes) == (True, ())


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
        '<p style="clip-path: inset(100%)">free badges for all</p>',
        '<p style="clip:rect(0 0 0 0);position:absolute">free badges for all</p>',
        '<p style="height:0;overflow:hidden">free badges for all</p>',
        '<p style="overflow:hidden; width:0px">free badges for all</p>',
        '<p style="max-height:0;overflow:hidden">free badges for all</p>',
        '<p style="transform:scale(0)">free badges for all</p>',
        '<p style="text-indent:-9999px">free badges for all</p>',
        '<p style="position:absolute;left:-9999px">free badges for all</p>',
        '<p style="position:absolute;top:-999em">free badges for all</p>',
        '<p style="opacity:0">free badges for all</p>',
        '<p style="display:/**/none">free badges for all</p>',
        '<div id="o"><div><p>free badges for all</p></div></div>',
        '<div class="a k"><b class="b">free badges for all</b></div>',
        '<ul class="m"><li><i>free badges for all</i></li></ul>',
        '<p class="h">free badges for all</p>',
        '<p class="flat" style="overflow:hidden">free badges for all</p>',
        '<p class="s">free badges for all</p>',
        '<table><tr><td hidden>free badges for all</td><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    ],
)  # fmt: skip
def test_hidden_text_is_left_out_and_said(hidden: str) -> None:
    found = page(f"<p>Shown.</p>{hidden}tail", _STYLE)
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
