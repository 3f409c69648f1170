"""The chat page's translation, as tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.channels import webchat
from bot.channels.webchat import Form, Piece, Refusal
from bot.domain.decisions import NextStep, Outcome, Reason
from bot.domain.documents import Reader, Status
from bot.domain.evidence import Reading
from bot.domain.questions import Mode
from tests.web.world import ENTITLEMENT, NOW, TENANT, TODAY, VACATION, decision, exchange

FORM = Form(id="f1", conversation="talk", text="How many days?")
HR = Reader(groups=frozenset({"hr"}))
GUEST = Reader(member=False)


@pytest.mark.parametrize(
    ("posted", "text"),
    [
        ("  How many days? \r\n", "How many days?"),
        ("one\r\ntwo", "one\ntwo"),
        ("a\0b\x1b[31mc", "ab[31mc"),
        ("safe\u202etxt.exe", "safetxt.exe"),
        ("hidden\U000e0041\U000e0042", "hidden"),
        ("half \ud83d pair", "half  pair"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("<b>&amp; 1 < 2", "<b>&amp; 1 < 2"),
        ("\u3000", ""),
    ],
)
def test_a_question_arrives_as_typed_without_what_cannot_be_seen(posted: str, text: str) -> None:
    assert webchat.read_form({"question": posted, "id": "f1"}, "talk", lambda: "new").text == text


@pytest.mark.parametrize(
    ("given_id", "kept"),
    [
        ("0190-a_B", True),
        ("", False),
        ("a" * 64, True),
        ("a" * 65, False),
        ("a b", False),
        ("x\n", False),
        ("ü", False),
    ],
)
def test_only_an_id_of_our_own_kind_is_a_key(given_id: str, kept: bool) -> None:
    form = webchat.read_form({"question": "q", "id": given_id}, "talk", lambda: "new")
    assert form.id == (given_id if kept else "new")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("", Refusal.EMPTY), ("x", None), ("😀" * 4_000, None), ("x" * 4_001, Refusal.TOO_LONG)],
)
def test_sizes(text: str, refusal: Refusal | None) -> None:
    assert webchat.refusal(replace(FORM, text=text)) is refusal


def test_a_question_carries_what_the_core_needs() -> None:
    question = webchat.to_question(FORM, tenant=TENANT, reader=HR, asked_at=NOW, today=TODAY)
    assert (question.id, question.channel, question.conversation, question.reader) == ("f1", "web", "web:talk", HR)
    assert (question.text, question.asked_at, question.today) == (FORM.text, NOW, TODAY)


@pytest.mark.parametrize(
    ("form", "same"),
    [(FORM, True), (replace(FORM, text="Other?"), False), (replace(FORM, conversation="elsewhere"), False)],
)
def test_what_became_of_a_form(form: Form, same: bool) -> None:
    assert webchat.asks(form, exchange()) is same


def test_other_words_under_a_used_id_get_an_id_of_their_own_every_time_the_same() -> None:
    forms = [FORM, replace(FORM, text="Other?"), replace(FORM, conversation="elsewhere"), replace(FORM, id="f2")]
    ids = [webchat.renamed(form).id for form in forms]
    assert len({*ids, FORM.id}) == 5
    assert ids == [webchat.renamed(form).id for form in forms]
    assert all(map(webchat.is_id, ids))


@pytest.mark.parametrize(
    ("made_for", "reader", "shown"),
    [
        (Reader(), Reader(), True),
        (GUEST, GUEST, True),
        (GUEST, Reader(), True),
        (Reader(), GUEST, False),
        (HR, Reader(), False),
        (Reader(), HR, True),
        (HR, HR, True),
        (HR, Reader(member=False, groups=frozenset({"hr"})), False),
        (Reader(groups=frozenset({"hr", "board"})), HR, False),
    ],
)
def test_a_reply_on_record_is_shown_to_no_wider_eyes_than_it_was_made_for(
    made_for: Reader, reader: Reader, shown: bool
) -> None:
    assert webchat.may_show(exchange(reader=made_for), reader) is shown


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("25 days. [1]", ["25 days. ", 1]),
        ("[1] first", [1, " first"]),
        ("a [1][2] b", ["a ", 1, 2, " b"]),
        ("a [1, 2].", ["a ", 1, 2, "."]),
        ("a [3] b [0]", ["a [3] b [0]"]),
        ("a [1, 3]", ["a [1, 3]"]),
        ("[link](javascript:alert(1)) [1]", ["[link](javascript:alert(1)) ", 1]),
        ("[9999999]", ["[9999999]"]),
        ("", []),
    ],
)
def test_marks_are_told_from_text(text: str, shape: list[str | int]) -> None:
    view = webchat.to_reply(exchange(decision(sources=[ENTITLEMENT, replace(ENTITLEMENT, offset=9)])), "talk")
    found = webchat.pieces(text, view.sources)
    assert [piece.source.number if piece.source else piece.text for piece in found] == shape


@pytest.mark.parametrize(
    ("outcome", "reason", "step", "headline", "next_word"),
    [
        (Outcome.ANSWERED, None, NextStep.NONE, "Answer", ""),
        (Outcome.PARTIAL, Reason.MISSING_EVIDENCE, NextStep.ESCALATE, "Part of an answer", "Ask a person"),
        (Outcome.CLARIFY, Reason.AMBIGUITY, NextStep.CLARIFY, "A question back", "Choose one"),
        (Outcome.ABSTAINED, Reason.AMBIGUITY, NextStep.ESCALATE, "No answer", "Ask again with more detail"),
        (Outcome.CONFLICT, Reason.CONFLICT, NextStep.SHOW_CONFLICT, "The documents disagree", "Quote the reference"),
        (Outcome.ABSTAINED, Reason.MISSING_EVIDENCE, NextStep.ESCALATE, "No answer", "Ask a person"),
        (Outcome.ABSTAINED, Reason.NOT_IN_EFFECT, NextStep.ESCALATE, "No answer", "Open the sources to"),
        (Outcome.ABSTAINED, Reason.NOT_AN_ACTION, NextStep.ESCALATE, "No answer", "Ask a person who can act"),
        (Outcome.ABSTAINED, Reason.UNVERIFIED, NextStep.ESCALATE, "No answer", "Open the sources, or"),
        (Outcome.ABSTAINED, Reason.MODEL_UNAVAILABLE, NextStep.ESCALATE, "No answer", "Ask again in a moment"),
        (Outcome.SMALLTALK, None, NextStep.NONE, "", ""),
    ],
)
def test_every_outcome_has_its_words(
    outcome: Outcome, reason: Reason | None, step: NextStep, headline: str, next_word: str
) -> None:
    view = webchat.to_reply(exchange(decision("text", outcome, reason, step)), "talk")
    assert view.headline == headline
    assert view.next_step.startswith(next_word)
    assert bool(view.reason) == bool(view.next_step) == (reason is not None)
    assert view.rateable == (outcome in (Outcome.ANSWERED, Outcome.PARTIAL))
    assert view.as_of == ("" if outcome is Outcome.SMALLTALK else "1 March 2026")


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("outcome", Outcome)
def test_no_outcome_lacks_words(outcome: Outcome, reason: Reason) -> None:
    assert webchat.to_reply(exchange(decision("text", outcome, reason)), "talk").reason


@pytest.mark.parametrize("step", NextStep)
def test_what_is_not_permitted_looks_like_what_is_not_there(step: NextStep) -> None:
    missing = decision("Nothing says it.", Outcome.ABSTAINED, Reason.MISSING_EVIDENCE, NextStep.ESCALATE)
    hidden = replace(missing, reason=Reason.NOT_PERMITTED, next_step=step)
    assert webchat.to_reply(exchange(hidden), "talk") == webchat.to_reply(exchange(missing), "talk")


def test_a_suggestion_is_called_one() -> None:
    assert "not confirmed" in webchat.to_reply(exchange(replace(decision(), mode=Mode.SUGGEST)), "talk").headline


def test_a_source_says_what_to_weigh_it_by() -> None:
    source = replace(
        VACATION, status=Status.SUPERSEDED, expires=date(2025, 12, 31), version="1.10", owner="People\nteam"
    )
    assert webchat.facts(source) == (
        "superseded", "effective 1 March 2024", "until 31 December 2025", "version 1.10", "owner People team",
    )  # fmt: skip
    assert webchat.facts(replace(VACATION, effective=None)) == ("no effective date",)


def test_the_title_is_not_said_twice() -> None:
    (source,) = webchat.to_reply(exchange(decision(sources=[ENTITLEMENT])), "talk").sources
    assert (source.title, source.headings) == ("Vacation policy", ("Entitlement",))


@pytest.mark.parametrize(
    "path", ["a.md#0", "hr/50% rule?.md#12", 'it\'s "x".md#1', "a#b.md#3", "ü/π.md#9", "a%2Fb.md#1"]
)
def test_a_passage_address_gives_its_id_back(path: str) -> None:
    href = webchat.passage_href(path, "talk")
    assert webchat.passage_id(href) == path
    assert not set(href.removeprefix(webchat.PASSAGES).partition("?")[0]) & set("/#?\"'<> ")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_id_survives_the_address(id_: str) -> None:
    assert webchat.passage_id(webchat.passage_href(id_)) == id_


@pytest.mark.parametrize(
    ("url", "is_safe"),
    [
        ("https://wiki.example.com/a?b=c#d", True),
        ("http://intranet/handbook", True),
        ("HTTPS://EXAMPLE.COM", True),
        (None, False),
        ("", False),
        ("javascript:alert(1)", False),
        ("JavaScript:alert(1)", False),
        (" javascript:alert(1)", False),
        ("java\nscript:alert(1)", False),
        ("data:text/html,<script>", False),
        ("vbscript:x", False),
        ("file:///etc/passwd", False),
        ("//evil.example", False),
        ("/local", False),
        ("https:evil", False),
        ("https://", False),
        ("https://good.example@evil.example/", False),
        ("https:\\\\evil.example", False),
        ("https://a.example\\@evil.example", False),
        ("https://exam\u202eple.com", False),
        ("http://[::1", False),
    ],
)
def test_only_web_addresses_become_links(url: str | None, is_safe: bool) -> None:
    assert (webchat.safe_url(url) is not None) is is_safe


def test_options_are_not_said_twice() -> None:
    asked = decision("Which plan?\n1. Basic\n2. Pro\n3. Other", Outcome.CLARIFY, Reason.AMBIGUITY)
    view = webchat.to_reply(exchange(replace(asked, readings=(Reading(label="Basic"), Reading(label="Pro")))), "talk")
    assert view.paragraphs == ((Piece("Which plan?\n3. Other"),),)


def test_a_paragraph_is_a_paragraph() -> None:
    view = webchat.to_reply(exchange(decision("One.\n\n\nTwo.\nStill two.\n")), "talk")
    assert view.paragraphs == ((Piece("One."),), (Piece("Two.\nStill two."),))
