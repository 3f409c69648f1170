from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.retrieval import Candidate
from bot.stages.fuse import Ranking, fuse
from bot.text.asked import read
from tests.stages.builders import candidate, passage

QUESTION = "How many days of parental leave do I get in Germany?"
WORDS = ["parental", "leave", "days", "Germany", "Poland", "hotel", "25", "16 weeks", "notice", "sick"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
similarities = st.none() | st.floats(-1, 1)
candidates = st.lists(
    st.tuples(st.sampled_from(["a.md", "b/c.md", "b/d.md", "e.md"]), st.integers(0, 9), texts, similarities),
    max_size=12,
    unique_by=lambda row: (row[0], row[1]),
).map(lambda rows: [candidate(passage(text, id_, offset=at), sim) for id_, at, text, sim in rows])


def ranked(given: list[Candidate], *hidden: str) -> Ranking:
    allowed = frozenset(c.passage.source.id for c in given) - frozenset(hidden)
    return fuse(read(QUESTION), given, allowed)


def ids(ranking: Ranking) -> list[str]:
    return [one.passage.id for one in ranking.hits]


@given(candidates, st.randoms())
def test_a_ranking_does_not_depend_on_the_order_given(given: list[Candidate], chance: random.Random) -> None:
    shuffled = list(given)
    chance.shuffle(shuffled)
    assert ranked(given) == ranked(shuffled)


@given(candidates, st.sampled_from(["a.md", "b/c.md", "e.md"]))
def test_what_may_not_be_answered_from_leaves_no_trace(given: list[Candidate], hidden: str) -> None:
    without = [c for c in given if c.passage.source.id != hidden]
    assert ranked(given, hidden) == ranked(without)
    assert all(one.passage.source.id != hidden for one in ranked(given, hidden).hits)


@given(candidates)
def test_ranks_run_from_one_and_scores_fall(given: list[Candidate]) -> None:
    hits = ranked(given).hits
    assert [one.rank for one in hits] == list(range(1, len(hits) + 1))
    scores = [one.score for one in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= one.score <= 1 and 0 <= one.coverage <= 1 + 1e-9 for one in hits)


@given(candidates)
def test_every_candidate_is_ranked_once_or_named_as_a_copy(given: list[Candidate]) -> None:
    hits = ranked(given).hits
    named = [id_ for one in hits for id_ in (one.passage.id, *one.copies)]
    assert sorted(named) == sorted(c.passage.id for c in given)


def test_copies_are_merged_under_the_plainest_path_and_named() -> None:
    text = "Everyone gets 25 days of leave."
    original, copy = passage(text, "hr/leave.md"), passage(text.replace(" ", "  "), "archive/copy of leave.md")
    (only,) = ranked([candidate(copy), candidate(original)]).hits
    assert only.passage == original and only.copies == (copy.id,)


def test_passages_that_say_the_same_of_another_case_are_no_copies() -> None:
    text = "Everyone gets 25 days of leave."
    given = [
        candidate(passage(text, "a.md", facets={"country": "Germany"})),
        candidate(passage(text, "b.md", facets={"country": "Poland"})),
        candidate(passage(text, "c.md", authority=2)),
        candidate(passage(text, "d.md", headings=("Interns",))),
    ]
    assert len(ranked(given).hits) == 4


def test_words_and_meaning_both_count() -> None:
    worded = candidate(passage("Parental leave in Germany: 30 days.", "a.md"), 0.2)
    meant = candidate(passage("New parents stay at home for a while.", "b.md"), 0.8)
    neither = candidate(passage("Hotels cost 140 EUR.", "c.md"), 0.1)
    found = ids(ranked([neither, meant, worded]))
    assert found[-1] == "c.md#0" and set(found[:2]) == {"a.md#0", "b.md#0"}


def test_nothing_found_is_an_empty_ranking() -> None:
    assert ranked([]).hits == ()
