from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.sentences import MARKER, sentences


def texts(text: str) -> list[str]:
    return [span.text for span in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Leave is 25 days, e.g. in Germany.",
        "Meals, i.e. Breakfast and dinner, count.",
        "See Art. 5 of the handbook.",
        "Form No. 3 is needed.",
        "As in App. B the cap holds.",
        "The rate is 4.5 percent of 1.000,00 EUR.",
        "Ask Dr. Novak or J. R. Smith at once.",
        "Ms. Lee decides.",
        "It holds from 5. April on.",
        "Due on Jan. 5 at 9 a.m. in Prague.",
        "The file path/file.md holds it.",
        "Version 1.10. applies",
        "Approx. 30 people came.",
        'They asked "really?" and left.',
        "Wait ... for the receipt.",
        "Plan | Days | Note. Second | More",
        "A line without a full stop",
        "see § 5 and Abs. 3 there",
    ],
)
def test_one_sentence(text: str) -> None:
    assert texts(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is here. Two is there.", ["One is here.", "Two is there."]),
        ("The answer is no. Ask HR.", ["The answer is no.", "Ask HR."]),
        ("It is 25. The rest is 5.", ["It is 25.", "The rest is 5."]),
        ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
        ('He said "go." Then he left.', ['He said "go."', "Then he left."]),
        ("(Not here.) But there.", ["(Not here.)", "But there."]),
        ("Bring food, water, etc. Employees pay.", ["Bring food, water, etc.", "Employees pay."]),
        ("It ends at 5 p.m. Doors close.", ["It ends at 5 p.m.", "Doors close."]),
        ("Plan B. Employees get more.", ["Plan B.", "Employees get more."]),
        ("Wait… Then go.", ["Wait…", "Then go."]),
        ("120 EUR . Next one.", ["120 EUR .", "Next one."]),
        ("days   . the rest", ["days   .", "the rest"]),
        ("一。二！三", ["一。", "二！", "三"]),
        ("From 5. May 10 people go. 12 stay.", ["From 5. May 10 people go.", "12 stay."]),
        ("- one item\n- two items\n3. three items", ["one item", "two items", "three items"]),
        ("# Leave\nYou get 25 days.", ["Leave", "You get 25 days."]),
        ("Annual leave\nEmployees get 25 days.", ["Annual leave", "Employees get 25 days."]),
        ("A | 1\nB | 2. C", ["A | 1", "B | 2. C"]),
        ("One line.\r\nAnother line.", ["One line.", "Another line."]),
        ("A paragraph\n\nand another", ["A paragraph", "and another"]),
        ("A paragraph\r\n \r\nand another", ["A paragraph", "and another"]),
        ("It needs:\nyour name", ["It needs:", "your name"]),
        ("", []),
        (" \n\t\n", []),
    ],
)
def test_boundaries(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Employees who work\nfull time get 25 days.",
        "An employee who has worked for the company for at least ten years, since\nJanuary or before, gets 25 days.",
        "Employees who work\r\nfull time get 25 days.",
    ],
)
def test_a_wrapped_line_goes_on(text: str) -> None:
    assert texts(text) == [text]


@given(st.text(alphabet=st.sampled_from("aB1 .!?…\n\r\t|-•#()[]\"'e.g。Dr")) | st.text())
def test_spans_are_ordered_exact_and_lose_only_space_and_markers(text: str) -> None:
    at = 0
    for span in sentences(text):
        assert span.start >= at
        assert span.text == text[span.start : span.end] == span.text.strip() != ""
        gap = text[at : span.start]
        assert not gap.strip() or MARKER.fullmatch(gap.splitlines()[-1]) or MARKER.fullmatch(gap.lstrip())
        at = span.end
    assert not text[at:].strip() or MARKER.fullmatch(text[at:].lstrip() + " ")


@pytest.mark.parametrize("piece", [".", ". ", "A. ", "a | ", "\n", " ", "- ", "(", "J. R. ", "。", ".) ", "x\n"])
def test_no_text_makes_it_backtrack(piece: str) -> None:
    """Where a pattern backtracks this doesn't end before the suite's own limit."""
    for span in sentences(piece * (200_000 // len(piece))):
        assert span.text.strip()
