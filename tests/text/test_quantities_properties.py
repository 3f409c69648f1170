"""What holds for figures of any size, however they are written, and for any text at all."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from bot.text.quantities import Quantity, comparable, excludes, quantities, same, same_value, satisfies

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
SMALL = [*UNITS, "seventeen", "eighteen", "nineteen"]
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
MONTHS = "January February March April May June July August September October November December".split()

# Pieces of which texts are made that come near to figures.
SCRAPS = st.sampled_from(
    """5 25 1,000 5.000 1.5 3/4 24/7 10:00 2025 03/04/2025 ½ € $ % - – + ( ) , . | \n over up to at least between and
    from more than not exceed max. half a an one two hundred thousand million dozen couple of day days hours month year
    working per each every GB km EUR cents percent points users March May Q2 FY am p.m. h k M first quarter or more once
    twice section v2 POL-017 "version:" # § https://x.y/5 a@b.c \u200b 007 1e5 ٣ ５""".split(" ")
)
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(SCRAPS, max_size=30).map(" ".join),
    st.lists(SCRAPS, max_size=30).map("".join),
    st.text(alphabet="0123456789.,:/-–'() €%hkm", max_size=60),
)


def one(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, (text, found)
    return found[0]


def in_words(number: int) -> str:
    if number < 20:
        return SMALL[number]
    if number < 100:
        tens, rest = divmod(number, 10)
        return TENS[tens - 2] + (f"-{SMALL[rest]}" if rest else "")
    for size, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            many, rest = divmod(number, size)
            joint = " and " if 0 < rest < 100 else " "
            return f"{in_words(many)} {name}" + (joint + in_words(rest) if rest else "")
    raise AssertionError(number)


def grouped(number: int, separator: str) -> str:
    return f"{number:,}".replace(",", separator)


def writings(number: int) -> st.SearchStrategy[str]:
    """The ways to write a whole number that mean one thing only."""
    ways = [str(number), grouped(number, ","), grouped(number, "\u202f"), grouped(number, "'"), in_words(number)]
    ways += [grouped(number, ".") + ",00", grouped(number, ",") + ".0"]
    if number >= 10**6:
        ways.append(grouped(number, "."))
    if number and number % 1000 == 0:
        ways += [f"{number // 1000}k", f"{number // 1000} thousand"]
    return st.sampled_from(ways)


NUMBERS = st.one_of(st.integers(2, 200), st.integers(2, 10**6 - 1), st.integers(1, 999).map(lambda n: n * 1000))
COMPARATORS = st.sampled_from(
    [
        ["", ""],
        ["over ", "more than ", "exceeding "],
        ["at least ", "no less than ", "a minimum of "],
        ["up to ", "at most ", "no more than ", "within "],
        ["under ", "less than "],
        ["about ", "approximately "],
    ]
)
CASES = st.sampled_from(
    [
        ["{} EUR", "EUR {}", "€{}", "{} euros", "€ {}"],
        ["{}%", "{} percent", "{} per cent", "{} %"],
        ["{} days", "{}-day", "{} calendar days"],
        ["{} working days", "{} business days"],
        ["{} GB", "{} gigabytes"],
        ["{} users", "{} named users"],
        ["{} EUR per month", "€{} a month", "€{}/month", "{} euros monthly"],
        ["{}"],
    ]
)


@given(st.data(), NUMBERS, CASES, COMPARATORS)
def test_all_writings_of_a_value_are_the_same(
    data: st.DataObject, number: int, templates: list[str], comparators: list[str]
) -> None:
    texts = []
    for _ in range(2):
        template = data.draw(st.sampled_from(comparators)) + data.draw(st.sampled_from(templates))
        texts.append(template.format(data.draw(writings(number))))
    a, b = map(one, texts)
    assert same(a, b), texts
    assert a.text == texts[0]


@given(st.data(), NUMBERS, NUMBERS, CASES)
def test_no_writing_of_one_value_is_that_of_another(
    data: st.DataObject, number: int, other: int, templates: list[str]
) -> None:
    a, b = (one(data.draw(st.sampled_from(templates)).format(data.draw(writings(n)))) for n in (number, other))
    assert same_value(a, b) is (number == other)
    assert excludes(a, b) is (number != other)


@given(st.integers(1, 999), st.integers(0, 999))
def test_what_may_be_two_numbers_is_neither(head: int, group: int) -> None:
    writing = f"{head}.{group:03}"
    found = one(f"{writing} EUR")
    assert {found.low, *found.ambiguous} == {Decimal(writing), Decimal(writing.replace(".", ""))}
    assert not same(found, one(f"{head}{group:03} EUR"))
    assert same(found, one(f"{writing} EUR"))


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)))
def test_all_writings_of_a_date_are_the_same(day: date) -> None:
    name = MONTHS[day.month - 1]
    texts = [
        day.isoformat(),
        f"{day.day} {name} {day.year}",
        f"{name} {day.day}, {day.year}",
        f"{day.day} {name[:3]} {day.year}",
        f"{day.day}th of {name} {day.year}",
        f"{day.year}/{day.month:02}/{day.day:02}",
    ]
    assert {one(text).low for text in texts} == {Decimal(day.toordinal())}
    assert all(same(one(texts[0]), one(text)) for text in texts)
    assert not any(same_value(one((day + timedelta(days=1)).isoformat()), one(text)) for text in texts)
    in_figures = one(f"{day.day:02}/{day.month:02}/{day.year}")
    assert Decimal(day.toordinal()) in {in_figures.low, *in_figures.ambiguous}
    assert bool(in_figures.ambiguous) is (day.day <= 12 and day.day != day.month)


@given(st.integers(1, 500), st.integers(1, 500), st.integers(1, 500))
def test_a_value_lies_inside_a_range_or_is_excluded(low: int, width: int, value: int) -> None:
    condition = one(f"more than {low} and up to {low + width} hours")
    inside = low < value <= low + width
    assert satisfies(one(f"{value} hours"), condition) is inside
    assert excludes(one(f"{value} hours"), condition) is not inside


@given(TEXTS)
def test_spans_lie_in_any_text_and_do_not_overlap(text: str) -> None:
    end = 0
    for found in quantities(text):
        assert end <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.text
        assert "\n" not in found.text and "|" not in found.text
        assert found.low is None or found.high is None or found.low <= found.high
        end = found.end


@given(TEXTS, TEXTS)
def test_comparisons_hold_together(one_text: str, other_text: str) -> None:
    for a in quantities(one_text):
        assert same(a, a)
        assert not excludes(a, a)
        for b in quantities(other_text):
            assert same(a, b) is same(b, a)
            assert excludes(a, b) is excludes(b, a)
            assert not (same(a, b) and not same_value(a, b))
            assert not (same_value(a, b) and not comparable(a, b))
            assert not (satisfies(a, b) and excludes(a, b))
            assert not (same(a, b) and excludes(a, b))
