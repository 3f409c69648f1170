from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.documents import Passage, Source
from bot.domain.evidence import (
    Ambiguous,
    Claim,
    Conflicting,
    Evidence,
    Insufficient,
    Malformed,
    Reading,
    Supported,
    Verdict,
)
from bot.domain.prompts import Draft, StopReason
from bot.stages.parse import UNNAMED, parse

IDS = ("a.md#1", "a.md#12", "hr/b, c (old).md#0", 'it\'s "q" & co.txt#7', "x[1].md#3", "README#0")


def passage(id_: str, text: str = "See [Company] and [1].") -> Passage:
    path, _, offset = id_.rpartition("#")
    return Passage(
        source=Source(id=path, root="r", title="T"),
        offset=int(offset),
        length=len(text),
        text=text,
    )


PASSAGES = tuple(passage(id_) for id_ in IDS)


def read(text: str, stop: StopReason = StopReason.END) -> tuple[Verdict, Evidence | Malformed]:
    return parse(Draft(text=text, model="m", stop=stop), PASSAGES)


def claims(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    verdict, evidence = read(text)
    assert isinstance(evidence, Supported | Conflicting), evidence
    assert verdict in (Verdict.ANSWER, Verdict.CONFLICT)
    return [(claim.text, claim.passages, claim.unknown) for claim in evidence.claims]


@pytest.mark.parametrize(
    "text",
    [
        "Leave is 25 days [a.md#1].",
        "Leave is 25 days. [a.md#1]",
        "Leave is 25 days.[a.md#1]",
        "Leave is 25 days [ a.md#1 ].",
        "Leave is 25 days ([a.md#1]).",
        "Leave is 25 days.\n[a.md#1]",
        "**Leave is 25 days.** [a.md#1]",
        "- Leave is 25 days [a.md#1].",
        "1. Leave is 25 days. [a.md#1]",
        "```\nLeave is 25 days [a.md#1].\n```",
        "\n\nLeave is\n25 days [a.md#1].".replace("\n25", " 25"),
        "Leave\r\nis 25 days [a.md#1].",
        "Leave is 25 days [a.md#1].\n\n---",
    ],
)
def test_one_sentence_with_its_mark(text: str) -> None:
    assert claims(text) == [("Leave is 25 days.", ("a.md#1",), ())]


@pytest.mark.parametrize(
    ("marks", "known", "unknown"),
    [
        ("[a.md#1][a.md#12]", ("a.md#1", "a.md#12"), ()),
        ("[a.md#12, a.md#1]", ("a.md#12", "a.md#1"), ()),
        ("[a.md#1; README#0]", ("a.md#1", "README#0"), ()),
        ("[a.md#1], [README#0]", ("a.md#1", "README#0"), ()),
        ("[a.md#1][a.md#1]", ("a.md#1",), ()),
        ("[hr/b, c (old).md#0, a.md#1]", ("hr/b, c (old).md#0", "a.md#1"), ()),
        ('[it\'s "q" & co.txt#7]', ('it\'s "q" & co.txt#7',), ()),
        ("[it&#x27;s &quot;q&quot; &amp; co.txt#7]", ('it\'s "q" & co.txt#7',), ()),
        ("[x[1].md#3]", ("x[1].md#3",), ()),
        ("[a.md#1, a.md#123]", ("a.md#1",), ("a.md#123",)),
        ("[a.md#123]", (), ("a.md#123",)),
        ("[A.md#1]", (), ("A.md#1",)),
        ("[7]", (), ("7",)),
        ("[1,3]", (), ("1", "3")),
        ("[^1]", (), ("^1",)),
        ("[doc 1]", (), ("doc 1",)),
        ("[]", (), ("",)),
        ("【a.md#1】", (), ("a.md#1",)),
        ("[a.md#1](https://evil.example)", (), ("a.md#1",)),
        ("![x](https://evil.example)", (), ("x",)),
        ("[1]", (), ("1",)),  # stands in a passage, but looks like the number of a source
        ("[7][a.md#1]", ("a.md#1",), ("7",)),
    ],
)
def test_ids(marks: str, known: tuple[str, ...], unknown: tuple[str, ...]) -> None:
    assert claims(f"The cap is 120 EUR {marks}.") == [("The cap is 120 EUR.", known, unknown)]


def test_brackets_of_the_document_stay() -> None:
    assert claims("Ask [Company] first [a.md#1].") == [("Ask [Company] first.", ("a.md#1",), ())]
    assert claims("Ask [Other] first [a.md#1].") == [("Ask first.", ("a.md#1",), ("Other",))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is 1 [a.md#1]. Two is 2 [README#0].", ["One is 1.", "Two is 2."]),
        ("One is 1. [a.md#1] Two is 2. [README#0]", ["One is 1.", "Two is 2."]),
        ("One is 1 [a.md#1] and two is 2 [README#0].", ["One is 1 and two is 2."]),
        ("It holds e.g. at 9.5 p.m. for Art. 5 [a.md#1].", ["It holds e.g. at 9.5 p.m. for Art. 5."]),
        ("- One [a.md#1]\n- Two [README#0]", ["One", "Two"]),
        ("Staff get:\n- one [a.md#1]\n- two [a.md#1]", ["Staff get: one", "Staff get: two"]),
        ("Yes [a.md#1]. Staff get:\n- one. [a.md#1]", ["Yes.", "Staff get: one."]),
        ("Staff get:\n- one [a.md#1]\nMore is 2 [a.md#1].\n- two [a.md#1]", ["Staff get: one", "More is 2.", "two"]),
        ("A | 25 [a.md#1]", ["A | 25"]),
        ("CONFLICT OF INTEREST forms are due in May [a.md#1].", ["CONFLICT OF INTEREST forms are due in May."]),
        ("You cannot be helped without a receipt [a.md#1].", ["You cannot be helped without a receipt."]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [claim[0] for claim in claims(text)] == expected


def test_what_a_lead_in_cites_holds_for_its_items() -> None:
    assert claims("Staff get [a.md#1]:\n- one [README#0]") == [("Staff get: one", ("a.md#1", "README#0"), ())]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "---",
        "😀",
        "Leave is 25 days.",
        "Tuto informaci jsem v dokumentech bohužel nenašel.",
        "I'm sorry, but I can't help with that.",
        "One is 1. Two is 2 [a.md#1].",
        "One is 1 [a.md#1]. Two is 2.",
        "One is 1 [a.md#1].\nIn short, ask HR.",
        "# Leave\nLeave is 25 days [a.md#1].",
        "Here is what I found:\nLeave is 25 days [a.md#1].",
        "Staff get:\n- one [a.md#1]\n- two",
        "Staff get [a.md#1]:\n- one\n- two",
        "[a.md#1] Leave is 25 days.",
        "[a.md#1] Leave is 25 days [a.md#1].",
        "[a.md#1]",
        "Leave is 25 days (a.md#1).",
        "Leave is 25 days [a.md#1",
        "The cap is 120 EUR [1",
        "| Plan | Days |\n|---|---|\n| A | 25 [a.md#1] |",
        "Ask <!channel> or <@U0000FAKE1> ![x](https://evil.example.test/?q=42)\nNow.",
        "The form says NOT_IN_CONTEXT there [a.md#1].",
        "Leave is 25 days [a.md#1]. MISSING: the cap\nThe cap is 5 [a.md#1].",
        "CONFLICT",
        "CONFLICT\nOne is 1 [a.md#1].",
        "CONFLICT\nOne is 1 [a.md#1].\nTwo is 2 [a.md#1].",
        "CONFLICT\nOne is 1 [a.md#1].\nTwo is 2 [7].",
        "CONFLICT\nOne is 1 [a.md#1].\nTwo is 2 [README#0].\nThe first is newer.",
        "There is one.\nCONFLICT\nOne is 1 [a.md#1].\nTwo is 2 [README#0].",
        "One is 1 [a.md#1].\nCONFLICT [README#0]\nTwo is 2 [README#0].",
        "AMBIGUOUS: Which plan?",
        "AMBIGUOUS: Which plan?\nbasic [a.md#1]",
        "AMBIGUOUS: Which plan?\nbasic [a.md#1]\npremium",
        "AMBIGUOUS: Which plan?\nbasic [a.md#1]\npremium [7]",
        "AMBIGUOUS:",
        f"AMBIGUOUS: {'x' * 301}?\nbasic [a.md#1]\npremium [a.md#1]",
    ],
)
def test_no_form(text: str) -> None:
    verdict, evidence = read(text)
    assert verdict is Verdict.MALFORMED
    assert isinstance(evidence, Malformed)
    assert evidence.why


@pytest.mark.parametrize(
    "stop", [StopReason.MAX_TOKENS, StopReason.REFUSAL, StopReason.CONTEXT_EXCEEDED, StopReason.OTHER]
)
@pytest.mark.parametrize("text", ["Leave is 25 days [a.md#1].", "NOT_IN_CONTEXT", ""])
def test_an_unfinished_reply_is_no_reply(text: str, stop: StopReason) -> None:
    assert read(text, stop)[0] is Verdict.MALFORMED


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("NOT_IN_CONTEXT", ()),
        (" NOT_IN_CONTEXT.\n", ()),
        ("not_in_context.", ()),
        ("**NOT_IN_CONTEXT**", ()),
        ("`NOT_IN_CONTEXT`", ()),
        ("_NOT_IN_CONTEXT_", ()),
        ("NOT\\_IN\\_CONTEXT", ()),
        ("```\nNOT_IN_CONTEXT\n```", ()),
        ('"NOT_IN_CONTEXT"', ()),
        ("NOT_IN_CONTEXT [a.md#1]", ()),
        ("NOT_IN_CONTEXT\nThe documents say nothing about it.", ()),
        ("NOT_IN_CONTEXT: nothing on cats", ()),
        ("The documents say nothing about it.\nNOT_IN_CONTEXT", ()),
        ("NOT_IN_CONTEXT\nMISSING: the cap; the day", ("the cap", "the day")),
        ("MISSING: the cap", ("the cap",)),
    ],
)
def test_insufficient(text: str, missing: tuple[str, ...]) -> None:
    assert read(text) == (Verdict.NOT_IN_CONTEXT, Insufficient(missing=missing))


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("One is 1 [a.md#1].\nMISSING: the cap.", ("the cap",)),
        ("One is 1 [a.md#1].\n\n**MISSING:** the cap; the day [a.md#1]", ("the cap", "the day")),
        ("One is 1 [a.md#1]. MISSING: the cap", ("the cap",)),
        ("One is 1. [a.md#1] MISSING: the cap", ("the cap",)),
        ("One is 1 [a.md#1].\nMISSING:\n- the cap\n- the day", ("the cap", "the day")),
        ("One is 1 [a.md#1].\nMISSING: none", ()),
        (f"One is 1 [a.md#1].\nMISSING: {'x' * 400}", (UNNAMED,)),
        ("NOT_IN_CONTEXT\nOne is 1 [a.md#1].", (UNNAMED,)),
        ("NOT_IN_CONTEXT. One is 1 [a.md#1].", (UNNAMED,)),
        ("One is 1 [a.md#1]. NOT_IN_CONTEXT", (UNNAMED,)),
        ("One is 1 [a.md#1].\nNOT_IN_CONTEXT", (UNNAMED,)),
        ("NOT_IN_CONTEXT\nOne is 1 [a.md#1].\nMISSING: the cap", ("the cap",)),
    ],
)
def test_partial(text: str, missing: tuple[str, ...]) -> None:
    claim = Claim(text="One is 1.", passages=("a.md#1",))
    assert read(text) == (Verdict.ANSWER, Supported(claims=(claim,), missing=missing))


@pytest.mark.parametrize(
    "text",
    [
        "CONFLICT\nEU staff get 1 [a.md#1].\nEU staff get 2 [README#0].",
        "CONFLICT: EU staff get 1 [a.md#1]. EU staff get 2 [README#0].",
        "**CONFLICT**\n\n- EU staff get 1. [a.md#1]\n- EU staff get 2. [README#0]",
        "CONFLICT\nEU staff get 1 [a.md#1].\nEU staff get 2 [README#0].\nMISSING: which holds",
    ],
)
def test_conflict(text: str) -> None:
    sides = (
        Claim(text="EU staff get 1.", passages=("a.md#1",)),
        Claim(text="EU staff get 2.", passages=("README#0",)),
    )
    assert read(text) == (Verdict.CONFLICT, Conflicting(claims=sides))


@pytest.mark.parametrize(
    "text",
    [
        "AMBIGUOUS: Which plan?\nbasic [a.md#1]\npremium [README#0]",
        "AMBIGUOUS: Which plan?\n\n- basic. [a.md#1]\n- premium [README#0, 7]",
        "**AMBIGUOUS:** Which plan?\n1. basic [a.md#1]\n2. premium [README#0]",
    ],
)
def test_ambiguous(text: str) -> None:
    readings = (
        Reading(label="basic", passages=("a.md#1",)),
        Reading(label="premium", passages=("README#0",)),
    )
    assert read(text) == (Verdict.AMBIGUOUS, Ambiguous(question="Which plan?", readings=readings))


PIECES = [
    "NOT_IN_CONTEXT", "CONFLICT", "AMBIGUOUS:", "MISSING:", "[", "]", "(", "【", "】", "!", ".", ":", ";", ",", "\n",
    " ", "- ", "**", "`", "25", "Staff", "get", "\U000f0000", "\ud800", "[a.md#1]", "[README#0]", "[7]", "a.md#12",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=14).map("".join) | st.text())
def test_any_text_has_a_verdict_and_no_claim_is_uncited(text: str) -> None:
    _, evidence = read(text)
    found = evidence.claims if isinstance(evidence, Supported | Conflicting) else ()
    assert not isinstance(evidence, Supported) or found
    for claim in found:
        assert claim.passages or claim.unknown
        assert set(claim.passages) <= set(IDS)
        assert claim.text.strip() == claim.text != ""
        assert "NOT_IN_CONTEXT" not in claim.text
        assert "\U000f0000" not in claim.text


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), min_size=1), min_size=1, max_size=4))
def test_every_id_is_found_again(paths: list[str]) -> None:
    ids = list(dict.fromkeys(f"{unicodedata.normalize('NFC', path)}#0" for path in paths))
    text = "\n".join(f"One is 1 [{id_}]." for id_ in ids)
    if any(char in text for char in "\x85\u2028\u2029\f\v") or any(char >= "\U000f0000" for char in text):
        return
    _, evidence = parse(Draft(text=text, model="m", stop=StopReason.END), [passage(id_) for id_ in ids])
    assert isinstance(evidence, Supported)
    assert [claim.passages for claim in evidence.claims] == [(id_,) for id_ in ids]


@pytest.mark.parametrize(
    "piece", ["[", "[]", "[,", "\n", "* ", "NOT_IN_CONTEXT ", "[a.md#1] ", "a [a.md#1]. ", "【", ".", " ", ". ", "**"]
)
def test_no_reply_makes_it_backtrack(piece: str) -> None:
    """Where a pattern backtracks this doesn't end before the suite's own limit."""
    verdict, _ = read(f"a{piece * (60_000 // len(piece))}b")
    assert verdict in Verdict
