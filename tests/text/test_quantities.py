"""Figures as people and policies write them."""

from __future__ import annotations

import pytest

from bot.text.quantities import Comparator, Quantity, comparable, excludes, quantities, same, same_value, satisfies

_SIGNS = {
    Comparator.EQ: "",
    Comparator.APPROX: "~",
    Comparator.GT: ">",
    Comparator.GE: ">=",
    Comparator.LT: "<",
    Comparator.LE: "<=",
}


def shown(quantity: Quantity) -> str:
    """As in the tables below: "duration >432000 second /week", "(2..6]" for a range without its lower end."""
    low, high = (None if end is None else f"{end.normalize():f}" for end in (quantity.low, quantity.high))
    if quantity.comparator is Comparator.RANGE:
        value = f"{'(' if quantity.open_low else '['}{low}..{high}{')' if quantity.open_high else ']'}"
    else:
        ends = dict.fromkeys(end for end in (low, high) if end is not None)
        value = _SIGNS[quantity.comparator] + "..".join(ends)
    others = "".join(f"?{other.normalize():f}" for other in quantity.ambiguous)
    rate = f"/{quantity.per}" if quantity.per else ""
    return " ".join(part for part in (quantity.kind.value, value + others, quantity.unit, rate) if part)


def one(text: str) -> Quantity:
    found = quantities(text)
    assert len(found) == 1, f"{text!r}: {[shown(quantity) for quantity in found]}"
    return found[0]


READ = [
    # Numbers and their separators.
    ("1,234.56", "count 1234.56"),
    ("1.234,56", "count 1234.56"),
    ("1 234,56", "count 1234.56"),
    ("1\u202f234\u202f567", "count 1234567"),
    ("1'234", "count 1234"),
    ("1’234.50", "count 1234.5"),
    ("5,000", "count 5000"),
    ("5.000", "count 5?5000"),
    ("0.125", "count 0.125"),
    ("0,5", "count 0.5"),
    ("12.345.678", "count 12345678"),
    ("1,00,000 rupees", "money 100000 INR"),
    ("5k users", "count 5000 user"),
    ("1.2M users", "count 1200000 user"),
    ("1.5 million records", "count 1500000 record"),
    ("twenty-five seats", "count 25 seat"),
    ("one hundred and twenty seats", "count 120 seat"),
    ("two thousand twenty-five", "count 2025"),
    ("three hundred thousand", "count 300000"),
    ("two million five hundred thousand and one", "count 2500001"),
    ("one hundred and two hundred", "count 100; count 200"),
    ("a hundred users", "count 100 user"),
    ("a dozen users", "count 12 user"),
    ("two dozen users", "count 24 user"),
    ("zero days", "duration 0 second"),
    ("a couple of days", "duration ~172800 second"),
    ("thirty (30) days", "duration 2592000 second"),
    ("30 (thirty) days", "duration 2592000 second"),
    ("thirty (20) days", "duration 1728000?2592000 second"),
    ("twice", "count 2 time"),
    ("once a month", "count 1 time /month"),
    ("three times a year", "count 3 time /year"),
    ("once every three months", "count 1 time /quarter"),
    ("5x the salary", "count 5 time"),
    ("−5%", "percent -5 percent"),
    # Money.
    ("€5,000", "money 5000 EUR"),
    ("5,000 EUR", "money 5000 EUR"),
    ("EUR 5,000", "money 5000 EUR"),
    ("EUR5,000", "money 5000 EUR"),
    ("5,000€", "money 5000 EUR"),
    ("5 000 €", "money 5000 EUR"),
    ("€5.000,00", "money 5000 EUR"),
    ("5.000 EUR", "money 5?5000 EUR"),
    ("5 euros", "money 5 EUR"),
    ("five million euros", "money 5000000 EUR"),
    ("$5", "money 5 USD"),
    ("US$5", "money 5 USD"),
    ("USD 5", "money 5 USD"),
    ("10 US dollars", "money 10 USD"),
    ("$50 CAD", "money 50 CAD"),
    ("C$50", "money 50 CAD"),
    ("£5", "money 5 GBP"),
    ("20 pence", "money 0.2 GBP"),
    ("¥500", "money 500 JPY"),
    ("CHF 5", "money 5 CHF"),
    ("5 Swiss francs", "money 5 CHF"),
    ("50 cents", "money 0.5 XXX"),
    ("30 euro cents", "money 0.3 EUR"),
    ("€1.2M", "money 1200000 EUR"),
    ("€5m", "money 5000000 EUR"),
    ("1.5 m EUR", "money 1500000 EUR"),
    ("1,5 Mio. EUR", "money 1500000 EUR"),
    ("£2.5bn", "money 2500000000 GBP"),
    ("€5k", "money 5000 EUR"),
    ("a 50-euro voucher", "money 50 EUR"),
    ("-€5", "money -5 EUR"),
    ("€ 1 000 000,50", "money 1000000.5 EUR"),
    # Percentages and parts.
    ("10%", "percent 10 percent"),
    ("10 percent", "percent 10 percent"),
    ("ten per cent", "percent 10 percent"),
    ("10 pct", "percent 10 percent"),
    ("3 percentage points", "percent 3 percentage_point"),
    ("0,5 %", "percent 0.5 percent"),
    ("3.125 percent", "percent 3.125 percent"),
    ("half of the fee", "percent 50 percent"),
    ("half the fee", "percent 50 percent"),
    ("a quarter of employees", "percent 25 percent"),
    ("1/2 of it", "percent 50 percent"),
    ("two-fifths majority", "percent 40 percent"),
    ("three quarters of the salary", "percent 75 percent"),
    # Durations.
    ("four-hour outage", "duration 14400 second"),
    ("30-day period", "duration 2592000 second"),
    ("a 12-month term", "duration 12 month"),
    ("six weeks' notice", "duration 3628800 second"),
    ("one month's notice", "duration 1 month"),
    ("within a week", "duration <=604800 second"),
    ("a year of service", "duration 12 month"),
    ("two quarters", "duration 6 month"),
    ("half a day", "duration 43200 second"),
    ("half-day", "duration 43200 second"),
    ("half an hour", "duration 1800 second"),
    ("½ day", "duration 43200 second"),
    ("2½ hours", "duration 9000 second"),
    ("2 1/2 hours", "duration 9000 second"),
    ("two and a half years", "duration 30 month"),
    ("an hour and a half", "duration 5400 second"),
    ("a quarter of an hour", "duration 900 second"),
    ("1 hour 30 minutes", "duration 5400 second"),
    ("1h30m", "duration 5400 second"),
    ("2 years and 6 months", "duration 30 month"),
    ("48h", "duration 172800 second"),
    ("20 working days", "duration 20 working_day"),
    ("10 business days", "duration 10 working_day"),
    ("a 10-business-day notice", "duration 10 working_day"),
    ("4 business hours", "duration 4 working_hour"),
    ("16 consecutive weeks", "duration 9676800 second"),
    ("ten paid vacation days", "duration 864000 second"),
    ("every 3 months", "duration 3 month"),
    ("the one year period", "duration 12 month"),
    # Sizes, lengths, weights.
    ("50 GB", "data 50000000000 byte"),
    ("5GB", "data 5000000000 byte"),
    ("2 TB", "data 2000000000000 byte"),
    ("2 GiB", "data 2147483648 byte"),
    ("20 km", "distance 20000 metre"),
    ("3 miles", "distance 4828.032 metre"),
    ("100 metres", "distance 100 metre"),
    ("23 kg", "weight 23000 gram"),
    # Counts.
    ("ten user seats", "count 10 seat"),
    ("25 named user licences", "count 25 licenc"),
    ("ten full-time employees", "count 10 employe"),
    ("a five-person team", "count 5 person"),
    ("20-seat plan", "count 20 seat"),
    ("two people", "count 2 peopl"),
    ("one user", "count 1 user"),
    ("one additional seat", "count 1 seat"),
    ("of the 20 must", "count 20"),
    # Dates.
    ("2025-04-03", "date 739344 day"),
    ("2025/04/03", "date 739344 day"),
    ("2025-04-03T10:00", "date 739344 day"),
    ("3 April 2025", "date 739344 day"),
    ("3rd of April 2025", "date 739344 day"),
    ("April 3rd, 2025", "date 739344 day"),
    ("Apr. 3, 2025", "date 739344 day"),
    ("1 Jan 2025", "date 739252 day"),
    ("03-Apr-2025", "date 739344 day"),
    ("03.04.2025", "date 739344?739314 day"),
    ("03/04/2025", "date 739344?739314 day"),
    ("04/04/2025", "date 739345 day"),
    ("13/04/2025", "date 739354 day"),
    ("12/31/2024", "date 739251 day"),
    ("31 March", "date 331 month_day"),
    ("on May 5", "date 505 month_day"),
    ("March 2024", "date 738946..738976 day"),
    ("Q2 2025", "date 739342..739432 day"),
    ("2025-Q2", "date 739342..739432 day"),
    ("first quarter of 2024", "date 738886..738976 day"),
    ("H1 2025", "date 739252..739432 day"),
    ("FY2025", "date 739252..739616 day"),
    ("in 2023", "date 738521..738885 day"),
    ("in 2023 sales rose", "date 738521..738885 day"),
    ("mid-2023", "date 738521..738885 day"),
    ("Travel policy 2023", "date 738521..738885 day"),
    ("2023 users", "count 2023 user"),
    ("The total is 2023.", "count 2023"),
    ("until 31 March 2026", "date <=739706 day"),
    ("by Friday, 3 April 2025", "date <=739344 day"),
    ("before 1 April 2025", "date <739342 day"),
    ("after March 2024", "date >738976 day"),
    ("since 2023", "date >=738521 day"),
    ("as of January 2024", "date >=738886 day"),
    ("1–3 April 2025", "date [739342..739344] day"),
    ("1 January to 31 March 2025", "date [739252..739341] day"),
    ("1 April to 31 March 2026", "date [739342..739706] day"),
    ("between 2020 and 2022", "date [737425..738520] day"),
    ("2023–2025", "date [738521..739616] day"),
    ("by the end of 2025", "date <=739616 day"),
    ("since the start of March 2024", "date >=738946 day"),
    ("January to March 2025", "date [739252..739341] day"),
    # Times of day.
    ("10:00", "time 600 minute"),
    ("9 am", "time 540 minute"),
    ("8:30am", "time 510 minute"),
    ("5 p.m.", "time 1020 minute"),
    ("at 17h", "time 1020 minute"),
    ("17h30", "time 1050 minute"),
    ("12 noon", "time 720 minute"),
    ("before 9:00", "time <540 minute"),
    ("9 am to 5 pm", "time [540..1020] minute"),
    ("9-5pm", "time [540..1020] minute"),
    ("from 9:00 to 17:00", "time [540..1020] minute"),
    ("22:00–06:00", "time [1320..1800] minute"),
    ("9–17", "count [9..17]"),
    # Ranges.
    ("2–6 hours", "duration [7200..21600] second"),
    ("2-6 hours", "duration [7200..21600] second"),
    ("2 to 4 hours", "duration [7200..14400] second"),
    ("between 2 and 6 hours", "duration [7200..21600] second"),
    ("from 2 to 6 hours", "duration [7200..21600] second"),
    ("more than 2 hours up to 6 hours", "duration (7200..21600] second"),
    ("over 2 and up to 6 hours", "duration (7200..21600] second"),
    ("more than 2 but less than 6 hours", "duration (7200..21600) second"),
    ("less than 10 but more than 5 days", "duration (432000..864000) second"),
    ("1 hour to less than 4 hours", "duration [3600..14400) second"),
    (">2–6 hours", "duration (7200..21600] second"),
    ("between one hundred and two hundred users", "count [100..200] user"),
    ("one to two weeks", "duration [604800..1209600] second"),
    ("one or two weeks", "duration 604800 second; duration 1209600 second"),
    ("€100-€200", "money [100..200] EUR"),
    ("€100–200", "money [100..200] EUR"),
    ("100 to 200 euros", "money [100..200] EUR"),
    ("$1–2 million", "money [1000000..2000000] USD"),
    ("10%-20%", "percent [10..20] percent"),
    ("10, 20 and 30 days", "duration 864000 second; duration 1728000 second; duration 2592000 second"),
    # Comparators.
    ("over 5 days", "duration >432000 second"),
    ("exceeding 5 days", "duration >432000 second"),
    ("in excess of €5", "money >5 EUR"),
    ("beyond 5 days", "duration >432000 second"),
    ("at least 5 days", "duration >=432000 second"),
    ("no less than 5%", "percent >=5 percent"),
    ("a minimum of 3 years", "duration >=36 month"),
    ("from 5 users upwards", "count >=5 user"),
    ("from at least three suppliers", "count >=3 supplier"),
    ("up to 5 days", "duration <=432000 second"),
    ("at most 5 users", "count <=5 user"),
    ("not more than 5 users", "count <=5 user"),
    ("must not exceed 5 days", "duration <=432000 second"),
    ("max. 5 days", "duration <=432000 second"),
    ("up to a maximum of 30 days", "duration <=2592000 second"),
    ("the maximum is 10 days", "duration <=864000 second"),
    ("≤5", "count <=5"),
    ("as many as 5 users", "count <=5 user"),
    ("under 5 days", "duration <432000 second"),
    ("fewer than 5 users", "count <5 user"),
    ("< 5%", "percent <5 percent"),
    ("about 5 days", "duration ~432000 second"),
    ("~5", "count ~5"),
    ("circa 5 km", "distance ~5000 metre"),
    ("5 or more users", "count >=5 user"),
    ("5 days or longer", "duration >=432000 second"),
    ("5+ users", "count >=5 user"),
    ("18 and over", "count >=18"),
    ("5 users and over 10 GB", "count 5 user; data >10000000000 byte"),
    ("5 users or fewer", "count <=5 user"),
    ("5 days at most", "duration <=432000 second"),
    ("10 users maximum", "count <=10 user"),
    # Rates.
    ("30 EUR a month", "money 30 EUR /month"),
    ("0.38 EUR/km", "money 0.38 EUR /km"),
    ("€0.38 per kilometre", "money 0.38 EUR /km"),
    ("€50 per employee per year", "money 50 EUR /employe+year"),
    ("$12/user/month", "money 12 USD /month+user"),
    ("a £10-a-month plan", "money 10 GBP /month"),
    ("€30 monthly", "money 30 EUR /month"),
    ("5 % p.a.", "percent 5 percent /year"),
    ("€15 per person and night", "money 15 EUR /night+person"),
    ("€5 per 1,000 users", "money 5 EUR /1000 user"),
    ("30 days per calendar year", "duration 2592000 second /year"),
    ("25 days of annual leave per year", "duration 2160000 second /year"),
    ("€30 per 12 months", "money 30 EUR /year"),
    ("€500 a manager must approve", "money 500 EUR"),
    ("30 days before the start of each month", "duration 2592000 second"),
    # Cells and lines.
    ("Business | 20 | €5", "count 20; money 5 EUR"),
    ("up to | 5 days", "duration 432000 second"),
    ("5\ndays", "count 5"),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_read(text: str, expected: str) -> None:
    assert "; ".join(map(shown, quantities(text))) == expected


@pytest.mark.parametrize(
    "text",
    [
        "POL-017",
        "EX-12b",
        "HR-POL-031",
        "ISO 27001",
        "ISO 27001:2022",
        "ISO/IEC 27001",
        "SOC 2",
        "Form 12",
        "COVID-19",
        "3.10.1",
        "v2",
        "release 3.9",
        "version 2.0",
        'version: "4"',
        "the 3.1 release",
        "TLS 1.2",
        "Loomboard 3.10",
        "§ 4",
        "§4",
        "section 3.2",
        "Article 5(2)",
        "Sections 3 and 4",
        "levels 1-3",
        "Tier 2 customers",
        "step one",
        "2.1 Scope",
        "## 3 Scope",
        "1. Notice",
        "2) Notice",
        "(1) Notice",
        "the first",
        "3rd time",
        "24/7",
        "24x7",
        "16:9",
        "+49 30 1234567",
        "(555) 123-4567",
        "0800 123 4567",
        "DE89 3704 0044 0532 0130 00",
        "1234 5678 9012 3456",
        "https://example.com/2024/05?n=5",
        "anna5@example.com",
        "www.example.com/5",
        "report_2024.pdf",
        "A4",
        "P1",
        "2FA",
        "401(k)",
        "5G",
        "the one",
        "one of them",
        "no one",
        "one must",
        "one-off",
        "two-factor",
        "once you have",
        "a second opinion",
        "a day pass",
        "a few days",
        "the first half of the year",
        "per user",
        "every month",
        "you may",
        "",
        "the one that counts",
        "one needs to ask",
        "99999999999999999999999999",
    ],
)
def test_no_figure(text: str) -> None:
    assert [found.text for found in quantities(text)] == []


SAME = [
    ("120 months", "ten years"),
    ("24 hours", "1 day"),
    ("5,000", "5k"),
    ("5,000", "5000"),
    ("10 percent", "10%"),
    ("€5,000", "5,000 EUR"),
    ("€5,000", "EUR 5.000,00"),
    ("5 euros", "€5.00"),
    ("two weeks", "14 days"),
    ("a dozen users", "12 users"),
    ("half a day", "12 hours"),
    ("90 minutes", "an hour and a half"),
    ("30 business days", "thirty working days"),
    ("over €5,000", "more than 5,000 euros"),
    ("up to 5 days", "no more than five days"),
    ("at least 5 days", "5 days or longer"),
    ("3 April 2025", "2025-04-03"),
    ("April 3, 2025", "3rd of April 2025"),
    ("2–6 hours", "between two and six hours"),
    ("€30 a month", "30 EUR per month"),
    ("€30 per user per month", "€30/user/month"),
    ("1.5 million users", "1,500,000 users"),
    ("10:00", "10 am"),
    ("50 cents", "€0.50"),
    ("20 seats", "20"),
    ("03/04/2025", "03/04/2025"),
    ("5.000 EUR", "EUR 5.000"),
    ("four quarters", "1 year"),
    ("max. 10%", "10% or less"),
    ("1 km", "1,000 metres"),
    ("1 TB", "1000 GB"),
    ("€360 a year", "€360"),
]
WRONG_COMPARATOR = [
    ("over 5 days", "at least 5 days"),
    ("up to 5 days", "5 days"),
    ("under 5 days", "up to 5 days"),
    ("over 5 days", "under 5 days"),
    ("about 5 days", "5 days"),
    ("more than 2 hours up to 6 hours", "2–6 hours"),
    ("before 1 May 2025", "by 1 May 2025"),
    ("at least €10", "€10 or less"),
]
DIFFERENT = [
    ("5 days", "25 days"),
    ("5", "5.000"),
    ("5,000 EUR", "5.000 EUR"),
    ("10", "100"),
    ("€30 per month", "€30 per year"),
    ("30 EUR", "30 USD"),
    ("1.5", "15"),
    ("1,5", "15"),
    ("1.5", "1,500"),
    ("5 days", "5 working days"),
    ("30 days", "1 month"),
    ("5%", "5 percentage points"),
    ("5%", "5"),
    ("20 seats", "20 users"),
    ("5 GB", "5 GiB"),
    ("5 MB", "5 GB"),
    ("1 hour", "1 day"),
    ("5 km", "5 miles"),
    ("3 April 2025", "4 April 2025"),
    ("03/04/2025", "3 April 2025"),
    ("03/04/2025", "4 March 2025"),
    ("31 March", "31 March 2025"),
    ("March 2024", "March 2025"),
    ("2024", "2025"),
    ("Q1 2025", "Q2 2025"),
    ("9 am", "9 pm"),
    ("2–6 hours", "2–8 hours"),
    ("2–6 hours", "6 hours"),
    ("€5", "£5"),
    ("$5", "C$5"),
    ("50 cents", "50 EUR"),
    ("50 pence", "€0.50"),
    ("five days", "fifteen days"),
    ("fifteen", "fifty"),
    ("€1.2M", "€1.2k"),
    ("5%", "50%"),
    ("3.1", "3.10"),
    ("twice a year", "twice a month"),
    ("10 hours", "10:00"),
    ("€10 per user", "€10 per month"),
    ("thirty (20) days", "30 days"),
    ("1 million", "1 billion"),
    ("2½ hours", "2 hours"),
    ("12 noon", "12 am"),
    ("100 metres", "100 miles"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_same(a: str, b: str) -> None:
    assert same(one(a), one(b))
    assert same(one(b), one(a))
    assert same_value(one(a), one(b))
    assert not excludes(one(a), one(b))


@pytest.mark.parametrize(("a", "b"), WRONG_COMPARATOR)
def test_same_value_with_another_comparator(a: str, b: str) -> None:
    assert not same(one(a), one(b))
    assert same_value(one(a), one(b))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different(a: str, b: str) -> None:
    assert not same(one(a), one(b))
    assert not same_value(one(b), one(a))


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ("4 hours", "over 2 hours up to 6 hours"),
        ("4 hours", "2–6 hours"),
        ("6 hours", "over 2 hours up to 6 hours"),
        ("2 hours", "2–6 hours"),
        ("above €5,000", "over 5,000 EUR"),
        ("€6,000", "above €5,000"),
        ("over €6,000", "at least €5,000"),
        ("up to 3 days", "up to 5 days"),
        ("less than 5 days", "up to 5 days"),
        ("5 days", "at least 5 days"),
        ("3–4 hours", "2–6 hours"),
        ("3 April 2025", "April 2025"),
        ("3 April 2025", "before May 2025"),
        ("April 2025", "in 2025"),
        ("2 days", "at most 48 hours"),
        ("18", "18 or older"),
        ("four-hour outage", "more than 2 hours up to 6 hours"),
        ("10 users", "10 or more users"),
    ],
)
def test_satisfies(value: str, condition: str) -> None:
    assert satisfies(one(value), one(condition))
    assert not excludes(one(value), one(condition))


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ("4 hours", "up to 2 hours"),
        ("2 hours", "over 2 hours up to 6 hours"),
        ("6 hours", "under 6 hours"),
        ("€4,999", "€5,000 or more"),
        ("above 5,000 EUR", "up to 5,000 EUR"),
        ("7 hours", "2–6 hours"),
        ("3 April 2025", "before April 2025"),
        ("in 2023", "after 2023"),
        ("4 hours", "1 hour to less than 4 hours"),
        ("24 users", "25 users"),
        ("€5.000,00", "€5"),
    ],
)
def test_excludes(value: str, condition: str) -> None:
    assert excludes(one(value), one(condition))
    assert excludes(one(condition), one(value))
    assert not satisfies(one(value), one(condition))


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ("above 5,000", "up to 6,000"),
        ("2–8 hours", "2–6 hours"),
        ("5 days", "5 working days"),
        ("€5", "$5"),
        ("5.000 EUR", "up to €100"),
        ("April 2025", "until 15 April 2025"),
        ("€30 per month", "up to €50 per year"),
        ("03/04/2025", "March 2025"),
        ("5 users", "6 GB"),
    ],
)
def test_neither_satisfies_nor_excludes(value: str, condition: str) -> None:
    assert not satisfies(one(value), one(condition))
    assert not excludes(one(value), one(condition))


def test_an_ambiguous_figure_is_judged_by_all_its_readings() -> None:
    assert satisfies(one("5.000 EUR"), one("at least €5"))
    assert excludes(one("5.000 EUR"), one("over €5,000"))
    assert not satisfies(one("5.000–6.000 EUR"), one("€1 to €10"))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("5 days", "5 hours", True),
        ("5 days", "5 months", False),
        ("€5", "€6 a month", True),
        ("€5 a year", "€6 a month", False),
        ("5", "6 seats", True),
        ("5 users", "6 seats", False),
        ("5%", "6%", True),
        ("€5", "5%", False),
        ("50 cents", "€1", True),
        ("50 cents", "£1", False),
        ("31 March", "1 April", True),
        ("31 March", "1 April 2025", False),
    ],
)
def test_comparable(a: str, b: str, expected: bool) -> None:
    assert comparable(one(a), one(b)) is expected
    assert comparable(one(b), one(a)) is expected


def test_spans_are_those_of_the_text_given() -> None:
    text = "Within six\u00ad weeks\u200b, or 5\u200b,000 EUR"
    for found in quantities(text):
        assert text[found.start : found.end] == found.text
    assert [shown(found) for found in quantities(text)] == ["duration <=3628800 second", "money 5000 EUR"]
