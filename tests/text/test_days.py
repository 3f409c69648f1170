from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.days import day_wanted, without_days

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # years: the last day of a past or coming one, today in the present one
        ("How much was it in 2023?", "2023-12-31"),
        ("What was the rate during 2023?", "2023-12-31"),
        ("What was the rate back in 2023?", "2023-12-31"),
        ("What applied before 2023?", "2022-12-31"),
        ("What applies in 2026?", "2026-11-30"),
        ("And in 2027?", "2027-12-31"),
        ("the rules as of 2024", "2024-12-31"),
        ("in the year 2024", "2024-12-31"),
        ("in fiscal year 2024", "2024-12-31"),
        ("at the start of 2024", "2024-01-01"),
        ("at the end of 2024", "2024-12-31"),
        ("What did the 2023 handbook say?", "2023-12-31"),
        ("What was the 2024 meal allowance?", "2024-12-31"),
        # months and quarters
        ("What was it in March 2024?", "2024-03-31"),
        ("in Sept 2024", "2024-09-30"),
        ("in February 2024", "2024-02-29"),
        ("in May 2024", "2024-05-31"),
        ("in may 2024", "2024-05-31"),
        ("What applied before March 2023?", "2023-02-28"),
        ("in November 2026", "2026-11-30"),
        ("in Q3 2024", "2024-09-30"),
        # days
        ("on 3 May 2024", "2024-05-03"),
        ("on the 3rd of May 2024", "2024-05-03"),
        ("on May 3rd, 2024", "2024-05-03"),
        ("2024-03-01", "2024-03-01"),
        ("on 03.05.2024", "2024-05-03"),
        ("before 3 May 2024", "2024-05-02"),
        ("before 2024-05-03", "2024-05-02"),
        # relative
        ("What was the allowance last year?", "2025-12-31"),
        ("last year's allowance", "2025-12-31"),
        ("How much will it be next year?", "2027-12-31"),
        ("Is it the same this year?", "2026-11-30"),
        ("before last year", "2024-12-31"),
        ("What was it last month?", "2026-10-31"),
        ("next month's allowance", "2026-12-31"),
        ("What was it two years ago?", "2024-12-31"),
        ("What was it two months ago?", "2026-09-30"),
        ("What was it 3 days ago?", "2026-11-27"),
        ("What was it yesterday?", "2026-11-29"),
        ("What applies tomorrow?", "2026-12-01"),
        ("last week", "2026-11-23"),
    ],
)
def test_the_day_named(text: str, expected: str) -> None:
    assert day_wanted(text, TODAY) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "How many days of leave do I get?",
        # figures that look like years
        "What is the limit of 2023 EUR?",
        "Is there a limit of EUR 2023?",
        "What does it cost for 2000 users?",
        "What is the price of 2000 seats?",
        "What do I get for 2000 km?",
        "Is it done in 2000 days?",
        "from 2000 to 3000 EUR",
        "the 2000 users limit",
        "Who approves 2,024 EUR?",
        "How many seats may 2000 users have?",
        # numbers of orders and standards
        "Where is order 2023-441?",
        "What about invoice 2024?",
        "order number 2024",
        "Is ISO 27001:2022 met?",
        "Is Office 2019 supported?",
        # no such day; day and month can't be told apart
        "on 2024-02-31",
        "on 31 April 2024",
        "on 03/05/2024",
        # the time of a thing, while today's rule is wanted
        "Can leave be carried over to next year?",
        "How many days may I carry into next year?",
        "How many days of last year's leave may I carry over?",
        "Can I claim an expense from last month?",
        "What has it been since 2023?",
    ],
)
def test_no_day(text: str) -> None:
    assert day_wanted(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What was the limit in 2023?", "What was the limit?"),
        ("What was the limit in March 2023?", "What was the limit?"),
        ("What was the limit last year?", "What was the limit?"),
        ("What was the limit on 2024-03-01 in Berlin?", "What was the limit in Berlin?"),
        ("What does it cost for 2000 users?", "What does it cost for 2000 users?"),
    ],
)
def test_without_days(text: str, expected: str) -> None:
    assert without_days(text) == expected


days = st.dates(date(1900, 1, 1), date(2099, 12, 31))


@given(days, days)
def test_an_iso_date_is_itself_whatever_the_day(day: date, today: date) -> None:
    assert day_wanted(f"What applied on {day.isoformat()}?", today) == day


@given(st.integers(1900, 2099), days)
def test_a_year_is_one_of_its_own_days(year: int, today: date) -> None:
    found = day_wanted(f"What was the limit in {year}?", today)
    assert found is not None and found.year == year


PIECES = ["in", "before", "2023", "31", "May", "last", "next", "year", "month", "ago", "9", "tomorrow", "-", ".", "Q1"]
phrases = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join)


@given(phrases, st.dates())
def test_never_raises(text: str, today: date) -> None:
    day_wanted(text, today)
    without_days(text)
