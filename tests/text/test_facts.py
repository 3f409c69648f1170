from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.facts import Fact, facts
from tests.stages.builders import passage

PRICES = "Plan | Price per seat per month | Seats\nTeam | 10 EUR | 5\nBusiness | 25 EUR | 50"


def of(text: str, **changes: object) -> tuple[Fact, ...]:
    return facts(passage(text, **changes))  # type: ignore[arg-type]


def test_a_sentence_is_a_fact() -> None:
    text = "Staff get 25 days. Interns get 12 days."
    assert [fact.text for fact in of(text)] == ["Staff get 25 days.", "Interns get 12 days."]
    assert all(text[fact.start :].startswith(fact.text) for fact in of(text))


def test_an_item_has_its_lead_in_near() -> None:
    lead, first, second = of("Reimbursed are:\n- taxis\n- trains up to 80 EUR")
    assert lead.text == "Reimbursed are:"
    assert "reimburs" in first.near.stems and "reimburs" in second.near.stems
    assert [q.text for q in second.quantities] == ["up to 80 EUR"]


@pytest.mark.parametrize("text", ["They get 12 days.", "During probation it is two weeks.", "This ends in May."])
def test_a_pronoun_points_to_the_sentence_before(text: str) -> None:
    first, second = of(f"Interns have a notice period of one month. {text}")
    assert "intern" in second.near.stems
    assert not first.near.stems


def test_a_sentence_with_a_subject_of_its_own_does_not() -> None:
    _, second = of("Interns get 12 days. Staff get 25 days.")
    assert "intern" not in second.near.stems


@pytest.mark.parametrize(
    ("text", "exception"),
    [("However, interns get 12 days.", True), ("Except for interns.", True), ("Interns get 12 days.", False)],
)
def test_exceptions(text: str, exception: bool) -> None:
    first, second = of(f"Staff get 25 days. {text}")
    assert (first.exception, second.exception) == (False, exception)


def test_a_table_gives_a_fact_a_row_and_one_a_cell() -> None:
    found = of(PRICES)
    assert [(fact.labels, fact.cell) for fact in found] == [
        (("Team",), False),
        (("Team", "Price per seat per month"), True),
        (("Team", "Seats"), True),
        (("Business",), False),
        (("Business", "Price per seat per month"), True),
        (("Business", "Seats"), True),
    ]
    assert found[1].text == "Plan: Team; Price per seat per month: 10 EUR"


def test_a_cell_takes_its_unit_and_its_rate_from_the_header() -> None:
    price, seats = of(PRICES)[1].quantities[0], of(PRICES)[2].quantities[0]
    assert (price.unit, price.per) == ("EUR", "month+seat")
    assert seats.unit == "seat"


def test_rows_that_take_two_columns_to_tell_apart() -> None:
    found = of("Plan | Region | Price\nTeam | EU | 10 EUR\nTeam | US | 12 EUR")
    assert [fact.labels for fact in found] == [("Team EU", "Price"), ("Team US", "Price")]


def test_an_empty_cell_is_no_fact() -> None:
    assert all("Seats" not in fact.text for fact in of("Plan | Price | Seats\nTeam | 10 EUR | "))


def test_what_frames_a_passage_is_its_context() -> None:
    (fact,) = of("Staff get 25 days.", title="Leave", headings=("Handbook", "Annual"), facets={"country": "Germany"})
    assert "annual" in fact.near.stems
    assert {"leav", "handbook"} <= fact.context.stems
    assert "country:germany" in fact.context.concepts


pieces = st.sampled_from(["Team", " | ", "\n", "10 EUR", ". ", "- ", "However ", "|", ":", "\r\n", "# ", "25 days"])
hostile = st.text(max_size=80) | st.lists(pieces, max_size=20).map("".join)


@given(hostile)
def test_never_raises_and_starts_lie_in_the_text(text: str) -> None:
    for fact in of(text):
        assert 0 <= fact.start <= len(text)
        assert fact.text.strip()
