from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.questions import Framed, Intent, Turn
from bot.stages.frame import frame
from tests.samples import NOON, question

TODAY = date(2026, 3, 2)
LEAVE = "How many days of leave do I get?"


def framed(text: str, *history: Turn, **changes: object) -> Framed:
    return frame(question(text=text, history=history, today=TODAY, **changes))


def turn(text: str = LEAVE, outcome: str = "answered", **changes: object) -> Turn:
    sample = Turn(exchange="trace-0", text=text, standalone=text, outcome=outcome, at=NOON - timedelta(minutes=5))
    return replace(sample, **changes)  # type: ignore[arg-type]


def clarify(*options: str, **changes: object) -> Turn:
    return turn(outcome="clarify", options=options or ("Germany", "Poland"), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("hi", Intent.GREETING),
        ("Hello there!", Intent.GREETING),
        ("good morning", Intent.GREETING),
        ("Hi 👋", Intent.GREETING),
        ("thanks", Intent.THANKS),
        ("Thanks, that helps!", Intent.THANKS),
        ("ok great, thank you", Intent.THANKS),
        ("Thank you so much for your help!", Intent.THANKS),
        ("ok", Intent.THANKS),
        ("help", Intent.HELP),
        ("What can you do?", Intent.HELP),
        ("", Intent.HELP),
        ("   ", Intent.HELP),
        ("?", Intent.HELP),
        ("👋", Intent.HELP),
    ],
)
def test_talk_needs_no_documents(text: str, intent: Intent) -> None:
    assert framed(text).intent is intent
    assert framed(text, turn()).intent is intent
    assert framed(text, clarify()).intent is intent


@pytest.mark.parametrize(
    "text",
    [
        "Hi, how many days of leave do I get?",
        "Thank you, but what is the limit for hotels?",
        "Thanks but that's wrong",
        "Help desk hours?",
        "help me understand the leave policy",
    ],
)
def test_polite_words_around_a_question_stay_a_question(text: str) -> None:
    assert framed(text).intent is Intent.QUESTION


@pytest.mark.parametrize(
    "text",
    [
        "cancel my plan",
        "Please cancel my subscription",
        "Can you cancel my plan?",
        "Could you please reset my password?",
        "hi, can you reset my password",
        "will you refund me?",
        "Please refund me",
        "refund my last invoice please",
        "I need a refund",
        "I'd like a refund.",
        "I want to cancel my plan",
        "I need you to unlock my account",
        "give me a refund",
        "Can you give me a refund?",
        "Approve expense report 4711",
        "Book a flight to Berlin for me",
        "Set up a VPN for me",
        "Sign me up for the training",
        "Switch me to Enterprise",
        "Delete my account",
        "Extend the deadline",
    ],
)
def test_a_request_to_do_something(text: str) -> None:
    found = framed(text)
    assert found.intent is Intent.ACTION
    assert found.text == ""  # nothing is asked beside it


@pytest.mark.parametrize(
    "text",
    [
        "Can I cancel my plan?",
        "How do I cancel my plan?",
        "How can I cancel my plan and get a refund?",
        "What happens if I cancel my plan?",
        "Is it possible to cancel my plan?",
        "May I cancel my plan?",
        "Can we cancel?",
        "Can you cancel at any time?",
        "Can you change plans mid-term?",
        "Can you install software without approval?",
        "Can you tell me how to cancel my plan?",
        "Could you give me the refund policy?",
        "Could I get a refund?",
        "I want to know how to cancel",
        "My plan was cancelled. Do I get a refund?",
        "Give me a summary of the leave policy",
        "Tell me the leave policy",
        "Cancel?",
        "refund policy",
        "Refund policy for annual plans",
        "Refund for annual plans?",
        "Order limits?",
        "Order of approval for expenses?",
        "Change control policy",
        "Update frequency of backups?",
        "Close of business hours?",
        "Request deadline for leave?",
        "Submit deadline for expenses?",
        "Transfer pricing rules",
        "Credit card rules",
        "Purchase limits for managers",
        "Open enrolment dates",
        "Pay grade for seniors?",
        "Increase in fees?",
    ],
)
def test_a_question_about_doing_it(text: str) -> None:
    found = framed(text)
    assert found.intent is Intent.QUESTION
    assert found.text == text


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Cancel my plan. What is the notice period?", "What is the notice period?"),
        ("What is the notice period? Please cancel my plan.", "What is the notice period?"),
        ("I'd like to cancel my subscription, what is the notice period?", "What is the notice period?"),
        ("Can you cancel my plan? What is the notice period?", "What is the notice period?"),
        ("Can you cancel my plan? Could you also reset my password?", ""),
        ("Please refund me. Why is that?", ""),  # asks nothing that stands alone
    ],
)
def test_a_request_with_a_question_beside_it(text: str, asked: str) -> None:
    found = framed(text)
    assert (found.intent, found.text) == (Intent.ACTION, asked)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("What was the limit in 2023?", date(2023, 12, 31)),
        ("What was the limit last year?", date(2025, 12, 31)),
        ("What was the limit on 2024-03-01?", date(2024, 3, 1)),
        (LEAVE, None),
        ("What is the limit for 2023 EUR?", None),
        ("What about order 2023-441?", None),
    ],
)
def test_the_day_wanted(text: str, about: date | None) -> None:
    found = framed(text)
    assert (found.about, found.about_said) == (about or TODAY, about is not None)


def test_no_history_no_parent() -> None:
    assert framed("and for Germany?").parent is None
    assert framed("and for Germany?").text == "and for Germany?"


@pytest.mark.parametrize(
    ("text", "standalone"),
    [
        ("and for Germany?", "How many days of leave do I get for Germany?"),
        ("Germany?", "How many days of leave do I get for Germany?"),
        ("in Germany", "How many days of leave do I get in Germany?"),
        ("does it carry over?", "does it carry over (days leave)?"),
    ],
)
def test_a_follow_up_gets_its_subject(text: str, standalone: str) -> None:
    found = framed(text, turn("What is the dress code?", exchange="first"), turn(exchange="last"))
    assert (found.text, found.parent, found.round) == (standalone, "last", 0)


@pytest.mark.parametrize("text", ["What is the limit for hotels?", "And how many sick days are there?"])
def test_a_question_of_its_own_is_none(text: str) -> None:
    found = framed(text, turn())
    assert (found.text, found.parent) == (text, None)


def test_the_current_question_is_counted_once() -> None:
    assert framed("and for Germany?", turn()).text.count("leave") == 1


def test_a_follow_up_looks_past_thanks() -> None:
    found = framed("and for Germany?", turn(exchange="asked"), turn("thanks", outcome="smalltalk"))
    assert (found.text, found.parent) == ("How many days of leave do I get for Germany?", "asked")


def test_a_follow_up_keeps_the_day_and_a_new_day_replaces_it() -> None:
    before = turn("What was the limit in 2023?")
    assert framed("and for Germany?", before).about == date(2023, 12, 31)
    again = framed("and in 2024?", before)
    assert (again.about, again.text) == (date(2024, 12, 31), "What was the limit in 2024?")


@pytest.mark.parametrize(
    ("reply", "chosen"),
    [
        ("1", "Germany"),
        ("2.", "Poland"),
        ("option 2", "Poland"),
        ("#1", "Germany"),
        ("the second one", "Poland"),
        ("Germany", "Germany"),
        ("poland!", "Poland"),
        ("the Polish one", "Poland"),
        ("I'm in Germany", "Germany"),
        ("Austria", "Austria"),  # free text works too
        ("part-time staff", "part-time staff"),
    ],
)
def test_the_answer_to_a_clarifying_question(reply: str, chosen: str) -> None:
    found = framed(reply, clarify())
    assert found.text == f"How many days of leave do I get ({chosen})?"
    assert (found.chosen, found.parent, found.round, found.ends_chain) == (chosen, "trace-0", 1, False)
    assert found.intent is Intent.QUESTION


def test_a_reply_that_fits_two_options_picks_neither() -> None:
    assert framed("Plan", clarify("Plan Team", "Plan Business")).chosen == "Plan"


@pytest.mark.parametrize("reply", ["none of these", "None of them.", "neither", "something else", "other", "no"])
def test_none_of_the_readings_ends_the_chain(reply: str) -> None:
    found = framed(reply, clarify())
    assert found.ends_chain and found.parent == "trace-0"


def test_an_option_called_other_can_be_picked() -> None:
    assert framed("other", clarify("Germany", "Other")).chosen == "Other"


@pytest.mark.parametrize(
    "text", ["How many sick days are there?", "What is the limit for hotels in Berlin?", "Can I work from home?"]
)
def test_a_new_question_instead(text: str) -> None:
    found = framed(text, clarify())
    assert (found.text, found.chosen, found.parent, found.round) == (text, None, None, 0)


def test_a_request_instead() -> None:
    assert framed("cancel my plan", clarify()).intent is Intent.ACTION


@pytest.mark.parametrize(("hours", "answers"), [(1, True), (24, True), (25, False), (240, False)])
def test_a_clarifying_question_expires_after_a_day(hours: int, answers: bool) -> None:
    found = framed("2", clarify(at=NOON - timedelta(hours=hours)))
    assert (found.chosen == "Poland") is answers


def test_thanks_in_between_leaves_it_open_and_a_later_answer_closes_it() -> None:
    assert framed("2", clarify(), turn("thanks", outcome="smalltalk")).chosen == "Poland"
    assert framed("2", clarify(), turn()).chosen is None


def test_rounds_are_counted_along_the_chain() -> None:
    assert framed("1", clarify(round=1)).round == 2
    assert framed("none of these", clarify(round=1)).round == 2
    assert framed("What is the limit for hotels in Berlin?", clarify(round=1)).round == 0


def test_a_clarification_keeps_the_day_unless_it_names_one() -> None:
    before = clarify(text="What was the limit in 2023?", standalone="What was the limit in 2023?")
    assert framed("Poland", before).about == date(2023, 12, 31)
    assert framed("in 2024", before).about == date(2024, 12, 31)


def test_decomposed_letters_are_composed() -> None:
    assert framed("Is the cafe\u0301 open?").text == "Is the café open?"


texts = st.text(max_size=80) | st.lists(
    st.sampled_from(["cancel", "my", "plan", "?", ".", "2", "none", "and", "in 2023", "last year", "Germany", "\u200b"])
).map(" ".join)
turns = st.lists(
    st.builds(turn, texts, st.sampled_from(["answered", "clarify", "smalltalk", "abstained"]), options=st.just(("a",))),
    max_size=3,
)


@given(texts, turns, st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31)))  # noqa: DTZ001
def test_never_fails(text: str, history: list[Turn], now: datetime) -> None:
    found = frame(question(text=text, history=tuple(history), today=now.date()))
    assert found.round <= 1
