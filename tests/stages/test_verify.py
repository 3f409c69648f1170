from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.documents import Passage
from bot.domain.evidence import Ambiguous, Claim, Conflicting, FindingKind, Insufficient, Reading, Relation, Supported
from bot.stages.verify import Verified, check, verify
from bot.text.facts import facts
from bot.text.quantities import quantities
from tests.stages.builders import claim, passage
from tests.stages.claims import CORRUPTED, FAITHFUL, PASSAGES

KINDS = {
    "V": {FindingKind.VALUE},
    "U": {FindingKind.UNIT, FindingKind.VALUE},  # another unit with the same figure may be read as another value
    "C": {FindingKind.COMPARATOR},
    "N": {FindingKind.NEGATION},
}
LEAVE = PASSAGES["leave"]
OUTAGES = PASSAGES["out"]


def verified(text: str, of: Passage, asked: str = "") -> Verified:
    return verify([claim(text, of)], {of.id: of}, quantities(asked))


def test_every_corrupted_claim_is_rejected_and_at_most_a_twentieth_of_the_faithful_ones() -> None:
    caught, missed, refused = Counter[str](), list[str](), list[str]()
    for kind, name, text in CORRUPTED:
        found = verified(text, PASSAGES[name])
        caught[f"{kind} {'rejected' if found.rejected else 'passed'}"] += 1
        missed += [] if found.rejected else [f"{kind} {text}"]
    for name, text in FAITHFUL:
        found = verified(text, PASSAGES[name])
        kinds = ",".join(finding.kind.value for finding in found.findings if finding.hard)
        caught[f"faithful {kinds or 'passed'}"] += 1
        refused += [f"{kinds} {text}"] if found.rejected else []
    assert len(CORRUPTED) >= 60 and len(FAITHFUL) >= 60
    confusion = "\n".join(f"{count:4} {kind}" for kind, count in sorted(caught.items()))
    assert not missed and len(refused) <= len(FAITHFUL) / 20, f"{confusion}\nmissed: {missed}\nrefused: {refused}"


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("leave", "Employees get 5 days of annual leave per year.", FindingKind.VALUE),
        ("out", "For outages of 2 to 6 hours, Team gets 100%.", FindingKind.VALUE),
        ("not", "Contracts over 5.000 EUR need two signatures.", FindingKind.VALUE),
        ("sla", "High tickets are answered within 4 hours.", FindingKind.UNIT),
        ("exp", "Hotels cost at least 140 EUR a night.", FindingKind.COMPARATOR),
        ("exp", "Alcohol is reimbursed.", FindingKind.NEGATION),
        ("par", "Employees in Austria get 16 weeks at full pay.", FindingKind.SCOPE),
        ("not", "The notice period is always three months.", FindingKind.QUALIFIER),
        ("not", "Lunch vouchers and gym passes are three months.", FindingKind.WORDING),
    ],
)
def test_findings_say_what_is_wrong(name: str, text: str, kind: FindingKind) -> None:
    assert kind in {finding.kind for finding in verified(text, PASSAGES[name]).findings}


@pytest.mark.parametrize("text", ["The notice period is always three months.", "Parents in Austria get 16 weeks."])
def test_words_and_names_alone_reject_nothing(text: str) -> None:
    found = [verified(text, PASSAGES[name]) for name in ("not", "par")]
    assert any(v.findings and not v.rejected for v in found)


def test_relations() -> None:
    assert verified("Employees get 25 days of annual leave per year", LEAVE).claims[0].relation is Relation.DIRECT
    assert verified("You get 25 days of annual leave a year.", LEAVE).claims[0].relation is Relation.INFERENCE
    assert verified("You get 26 days of annual leave a year.", LEAVE).claims[0].relation is Relation.UNRESOLVED


def test_an_unknown_id_is_no_citation() -> None:
    none = verify([claim(LEAVE.text, unknown=("x.md#7",))], {LEAVE.id: LEAVE})
    assert [f.kind for f in none.findings] == [FindingKind.UNKNOWN_ID] and none.rejected
    elsewhere = verify([Claim(text=LEAVE.text, passages=("gone.md#0",))], {LEAVE.id: LEAVE})
    assert elsewhere.rejected
    beside = verify(
        [claim("Employees get 25 days of annual leave per year.", LEAVE, unknown=("x#1",))], {LEAVE.id: LEAVE}
    )
    assert beside.rejected  # whatever else it cites


def test_a_claim_is_held_against_each_of_its_passages_alone() -> None:
    one = passage("Staff get 25 days of leave.", "a.md")
    two = passage("Interns get 12 days of leave.", "b.md")
    known = {one.id: one, two.id: two}
    assert not verify([claim("Interns get 12 days of leave.", one, two)], known).rejected
    assert verify([claim("Interns get 25 days and staff 12 days of leave.", one, two)], known).rejected


@pytest.mark.parametrize(
    ("text", "asked", "rejected"),
    [
        ("For a 4 hour outage Business gets 25%.", "What does Business get for a 4 hour outage?", False),
        ("For a 4 hour outage Business gets 10%.", "What does Business get for a 4 hour outage?", True),
        ("For a 4 hour outage Business gets 25%.", "What does Business get?", True),  # whose four hours?
        ("For a 9 hour outage Business gets 25%.", "What does Business get for a 9 hour outage?", True),
        ("For a 9 hour outage Business gets 50%.", "What does Business get for a 9 hour outage?", False),
    ],
)
def test_the_askers_own_figure_may_lie_in_a_range_of_the_right_row(text: str, asked: str, rejected: bool) -> None:
    assert verified(text, OUTAGES, asked).rejected is rejected


@pytest.mark.parametrize(
    ("evidence", "rejected"),
    [
        (Insufficient(missing=("the 500 EUR limit",)), True),
        (Insufficient(missing=("the limit for hotels",)), False),
        (Insufficient(missing=("leave for 3 years of service",)), False),  # the asker's own figure
        (Supported(claims=(), missing=("whether 40 days are possible",)), True),
        (Ambiguous(question="Which of the 7 plans?", readings=()), True),
        (Ambiguous(question="Which?", readings=(Reading(label="up to 25 days", passages=(LEAVE.id,)),)), True),
        (Ambiguous(question="Which?", readings=(Reading(label="25 days per year", passages=(LEAVE.id,)),)), False),
    ],
)
def test_figures_in_uncited_words_must_stand_somewhere(
    evidence: Insufficient | Supported | Ambiguous, rejected: bool
) -> None:
    assert check(evidence, {LEAVE.id: LEAVE}, quantities("after 3 years")).rejected is rejected


def test_a_readings_figures_are_those_of_its_own_passage_or_of_what_frames_it() -> None:
    small = passage("The fee is 50 EUR.", "a.md", facets={"seats": "10"})
    large = passage("The fee is 80 EUR.", "b.md", facets={"seats": "20"})
    known = {small.id: small, large.id: large}

    def asked_back(first: str, second: str) -> Ambiguous:
        return Ambiguous(
            question="Which seats?",
            readings=(Reading(label=first, passages=(small.id,)), Reading(label=second, passages=(large.id,))),
        )

    assert not check(asked_back("10", "20"), known, ()).rejected
    assert check(asked_back("80 EUR", "50 EUR"), known, ()).rejected


def test_both_sides_of_a_conflict_are_checked() -> None:
    one, two = passage("Records are kept for 10 years.", "a.md"), passage("Records are kept for 7 years.", "b.md")
    known = {one.id: one, two.id: two}
    right = Conflicting(claims=(claim("Records are kept for 10 years.", one), claim("Records are kept 7 years.", two)))
    wrong = Conflicting(claims=(claim("Records are kept for 10 years.", one), claim("Records are kept 5 years.", two)))
    assert not check(right, known, ()).rejected
    assert check(wrong, known, ()).rejected


def test_what_a_passage_says_word_for_word_is_always_borne_out() -> None:
    for one in PASSAGES.values():
        for fact in facts(one):
            found = verified(fact.text, one)
            assert not found.findings, (fact.text, found.findings)
            assert found.claims[0].relation is Relation.DIRECT


@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_another_figure_never_passes(stated: int, claimed: int) -> None:
    one = passage(f"The fee for express delivery is {stated} EUR.")
    for text in (f"The fee for express delivery is {claimed:,} EUR.", f"Express delivery has a fee of {claimed} EUR."):
        assert verified(text, one).rejected is (stated != claimed)


@given(st.text(max_size=60), st.text(max_size=60))
def test_never_raises(text: str, said: str) -> None:
    verified(said, passage(text))


def test_a_cell_quoted_with_its_labels_is_word_for_word() -> None:
    table = passage("Country | Full day | Half day\nSpain | 34 euros | 17 euros", "m.md")
    found = verify([claim("Country: Spain; Half day: 17 euros.", table)], {table.id: table})
    assert not found.findings
