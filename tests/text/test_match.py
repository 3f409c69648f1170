from __future__ import annotations

import pytest

from bot.domain.documents import Passage
from bot.text.facts import facts
from bot.text.match import Match, match, passage_bag
from tests.stages.builders import asked_over, passage


def matched(question: str, of: Passage | str, *others: Passage, at: int = 0) -> Match:
    one = passage(of) if isinstance(of, str) else of
    asked, weighted = asked_over(question, (one, *others))
    return match(asked, weighted, facts(one)[at])


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("How much may a hotel cost?", "Hotels cost up to 140 EUR.", True),
        ("How much may a hotel cost?", "Hotels are booked early.", False),
        ("How long are records kept?", "Records are kept for ten years.", True),
        ("How long are records kept?", "Records cost 10 EUR.", False),
        ("How many seats does the plan have?", "The plan has ten seats.", True),
        ("How many seats does the plan have?", "The plan costs 10 EUR a month.", False),
        ("How many seats does the plan have?", "The plan has three editions.", False),
        ("What percentage of the fee is refunded?", "25% of the fee is refunded.", True),
        ("What percentage of the fee is refunded?", "A fee of 25 EUR is refunded.", False),
        ("How often is access reviewed?", "Access is reviewed every six months.", True),
        ("How often is access reviewed?", "Access is reviewed quarterly.", True),
        ("How often is access reviewed?", "Access is reviewed by the board.", False),
        ("When is the office closed?", "The office is closed on Monday.", True),
        ("When is the office closed?", "The office is in Berlin.", False),
        ("Who approves travel?", "Travel is approved by the line manager.", True),
        ("Who approves travel?", "Travel is booked online.", False),
        ("Which company audits us?", "We are audited by Holt Partners.", True),
        ("Which company audits us?", "We are audited every spring.", False),
        ("Why is alcohol excluded?", "Alcohol is excluded because it is taxed.", True),
        ("Why is alcohol excluded?", "Alcohol is excluded.", False),
        ("Is alcohol reimbursed?", "Alcohol is not reimbursed.", True),
        ("How do I book a hotel?", "Hotels are booked in the portal.", True),
    ],
)
def test_the_kind_of_answer_sought(question: str, text: str, fits: bool) -> None:
    assert matched(question, text).fits is fits


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much may a hotel cost?", "For hotels over 140 EUR see the travel policy."),
        ("How long are records kept?", "Details of the ten years can be found in annex B."),
    ],
)
def test_a_sentence_that_points_elsewhere_answers_nothing(question: str, text: str) -> None:
    assert not matched(question, text).fits


def test_where_it_stands_may_be_answered_by_pointing_there() -> None:
    assert matched("Where is the hotel limit described?", "For the hotel limit see the travel policy.").fits


@pytest.mark.parametrize(
    ("question", "text", "met", "broken", "open_"),
    [
        ("Who approves a refund of 7,000 EUR?", "The Head of Support approves refunds above 5,000 EUR.", 1, 0, 0),
        ("Who approves a refund of 300 EUR?", "The Head of Support approves refunds above 5,000 EUR.", 0, 1, 0),
        ("Who approves a refund of 300 EUR?", "The Head of Support approves refunds.", 0, 0, 1),
        ("Who approves a refund of 300 EUR?", "The Head of Support approves within two days.", 0, 0, 1),
        ("May I take four days?", "You may take three days.", 0, 0, 1),
        ("Who approves travel?", "The manager approves travel over 100 EUR.", 0, 0, 0),
    ],
)
def test_conditions(question: str, text: str, met: int, broken: int, open_: int) -> None:
    found = matched(question, text)
    assert (found.met, found.broken, found.open) == (met, broken, open_)


def test_a_figure_that_repeats_a_condition_is_no_answer() -> None:
    found = matched("What is the fee for orders over 50 EUR?", "Orders over 50 EUR have a fee of 4 EUR.")
    assert [q.text for q in found.answers] == ["4 EUR"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who approves travel?", {"manager"}),
        ("From which day do I need a certificate?", {"third"}),
    ],
)
def test_words_that_answer(question: str, words: set[str]) -> None:
    text = "Travel is approved by the manager; a certificate is due from the third day."
    assert words <= matched(question, text).words


def test_who_was_asked_about_is_no_answer() -> None:
    assert matched("Who approves the travel of a manager?", "The travel of a manager needs approval.").words == set()


def test_coverage_falls_with_what_is_not_said_and_the_weightier_word_counts_more() -> None:
    others = [passage(f"Rule {n} about leave.", f"{n}.md") for n in range(6)]
    question = "Is parental leave paid?"
    full = matched(question, "Parental leave is paid.", *others)
    rare, common = matched(question, "Leave is paid.", *others), matched(question, "Parental time is paid.", *others)
    assert full.coverage == pytest.approx(1.0) and full.weakest == pytest.approx(0.0) and not full.uncovered
    assert rare.coverage < common.coverage < full.coverage
    assert [term.text for term in rare.uncovered] == ["parental"]
    assert rare.weakest > common.weakest > 0


def test_the_title_covers_but_is_not_the_facts_own() -> None:
    found = matched("What does parental leave cost?", passage("It costs 16 EUR.", title="Parental leave"))
    bare = matched("What does parental leave cost?", passage("It costs 16 EUR.", title="Rules"))
    assert found.coverage > 0.85 > bare.coverage
    assert found.own_coverage < found.coverage


def test_a_name_must_stand_with_the_fact() -> None:
    of = passage("Germany has its own rules. Employees get 25 days of leave.")
    found = matched("How many days of leave do employees in Germany get?", of, at=1)
    assert found.entity_missing and [term.text for term in found.uncovered] == ["Germany"]
    assert not matched(
        "How many days of leave do employees in Germany get?", passage(of.text, title="Germany")
    ).entity_missing


@pytest.mark.parametrize(
    ("question", "text", "contrasted"),
    [
        ("How many days do interns get?", "Managers get 20 days.", True),
        ("How many days do interns get?", "Apprentices get 20 days.", True),
        ("How many days do contractors get?", "Freelancers get 20 days.", True),
        ("How many days do interns get?", "Interns get 20 days.", False),
        ("How many days do interns get?", "Interns and managers get 20 days.", False),
        ("How many days do interns get?", "Everyone gets 20 days.", False),
    ],
)
def test_an_alternative_to_the_case_asked_about(question: str, text: str, contrasted: bool) -> None:
    assert matched(question, text).contrasted is contrasted


def test_lacking_counts_only_what_other_passages_speak_of() -> None:
    alone = matched("How long is the notice period for charities?", "The notice period is one month.")
    beside = matched(
        "How long is the notice period for charities?",
        "The notice period is one month.",
        passage("Charities get help.", "b.md"),
    )
    assert alone.lacking < beside.lacking


def test_weights_depend_on_the_passages_at_hand_and_on_nothing_else() -> None:
    one, two = passage("Leave is paid.", "a.md"), passage("Leave is granted. Jury duty is paid.", "b.md")
    more = [passage(f"Leave of kind {n}.", f"{n}.md") for n in range(4)]
    _, weighted = asked_over("Is jury duty a kind of leave?", (one, two, *more))
    by_text = {w.term.text: w for w in weighted}
    assert by_text["jury duty"].weight > by_text["leave"].weight
    assert all(w.known for w in weighted)
    _, weighted = asked_over("Is sabbatical leave paid?", (one, two))
    assert {w.term.text: w.known for w in weighted}["sabbatical"] is False


def test_a_passage_is_found_by_its_title_headings_and_facets_too() -> None:
    words = passage_bag(passage("Ten days.", title="Vacation", headings=("Poland",), facets={"plan": "Team"}))
    assert {"ten", "poland", "team"} <= words.stems


def test_the_unit_asked_for_is_not_the_subject() -> None:
    _, weighted = asked_over("How many days is parental leave?", (passage("Parental leave is 80 days."),))
    weights = {w.term.text: w.weight for w in weighted}
    assert weights["days"] < 0.5 * weights["parental"]
