from __future__ import annotations

import pytest

from bot.stages.rewrite import rewrite
from bot.text.asked import read


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much vacation do I get?", {"vacation", "leav", "holiday"}),
        ("What does the notebook cost?", {"notebook", "laptop"}),
        ("Who audits Zorblatt?", {"Zorblatt"}),
    ],
)
def test_the_questions_words_and_the_others_for_them(question: str, words: set[str]) -> None:
    found = rewrite(read(question))
    assert all(any(word.startswith(wanted) for word in found.split()) for wanted in words), found


@pytest.mark.parametrize("question", ["How much vacation do I get?", "Are interns reimbursed for travel in Germany?"])
def test_each_word_once_and_the_same_every_time(question: str) -> None:
    found = rewrite(read(question))
    assert found == rewrite(read(question))
    assert read(question).terms[0].text in found


@pytest.mark.parametrize("question", ["What is it?", "???", "How?"])
def test_a_question_without_terms_is_asked_as_it_is(question: str) -> None:
    assert rewrite(read(question)) == question
