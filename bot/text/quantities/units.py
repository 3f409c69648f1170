"""The units figures come in, by the words they are written with. Tables only."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from bot.text.quantities.model import Kind


@dataclass(frozen=True, slots=True)
class Unit:
    kind: Kind
    name: str  # canonical, see `Quantity.unit`
    scale: Decimal  # how many of the canonical unit it is


def _table(kind: Kind, name: str, lines: str) -> dict[str, Unit]:
    """Lines of `scale: word word …`."""
    rows = (line.split(":") for line in lines.strip().splitlines())
    return {word: Unit(kind, name, Decimal(scale.strip())) for scale, words in rows for word in words.split()}


def _currency(code: str, words: str) -> dict[str, Unit]:
    return {word: Unit(Kind.MONEY, code, Decimal(1)) for word in words.split()}


# By the word, lower case, possessive taken off.
UNITS: dict[str, Unit] = {
    **_table(
        Kind.DURATION,
        "month",
        """1: month months mo mos mth mths
        3: quarter quarters trimester trimesters
        12: year years yr yrs annum y
        120: decade decades""",
    ),
    **_table(
        Kind.DURATION,
        "second",
        """0.001: millisecond milliseconds ms
        1: second seconds sec secs s
        60: minute minutes min mins
        3600: hour hours hr hrs h
        86400: day days d
        604800: week weeks wk wks
        1209600: fortnight fortnights""",
    ),
    **_table(Kind.DURATION, "working_day", "1: weekday weekdays workday workdays"),
    **_table(
        Kind.DATA,
        "byte",
        """1: byte bytes
        1000: kb kilobyte kilobytes
        1000000: mb megabyte megabytes
        1000000000: gb gigabyte gigabytes gig gigs
        1000000000000: tb terabyte terabytes
        1000000000000000: pb petabyte petabytes
        1024: kib kibibyte kibibytes
        1048576: mib mebibyte mebibytes
        1073741824: gib gibibyte gibibytes
        1099511627776: tib tebibyte tebibytes""",
    ),
    **_table(
        Kind.DISTANCE,
        "metre",
        """0.001: mm millimetre millimetres millimeter millimeters
        0.01: cm centimetre centimetres centimeter centimeters
        1: m metre metres meter meters
        1000: km kms kilometre kilometres kilometer kilometers
        0.0254: inch inches
        0.3048: foot feet ft
        0.9144: yard yards
        1609.344: mile miles mi""",
    ),
    **_table(
        Kind.WEIGHT,
        "gram",
        """0.001: mg milligram milligrams
        1: g gram grams gramme grammes
        1000: kg kgs kilo kilos kilogram kilograms
        1000000: tonne tonnes
        453.59237: lb lbs""",
    ),
    **_table(Kind.PERCENT, "percent", "1: % percent pct"),
    **_table(Kind.PERCENT, "percentage_point", "1: pp"),
    **_currency("EUR", "€ eur euro euros"),
    **_currency("USD", "$ usd us$ dollar dollars"),
    **_currency("GBP", "£ gbp pound pounds sterling quid"),
    **_currency("JPY", "¥ jpy yen"),
    **_currency("CHF", "chf franc francs sfr"),
    **_currency("INR", "₹ inr rupee rupees"),
    **_currency("PLN", "pln zloty zlotys złoty zł"),
    **_currency("CAD", "c$ ca$ cad"),
    **_currency("AUD", "a$ au$ aud"),
    **_currency("NZD", "nz$ nzd"),
    **_currency("HKD", "hk$ hkd"),
    **_currency("SGD", "s$ sgd"),
    **_table(Kind.MONEY, "XXX", "0.01: cent cents"),
    **_table(Kind.MONEY, "GBP", "0.01: pence penny p"),
}
# Written in capitals only: in small letters they are words, or too rare to guess.
CURRENCY_CODES: dict[str, Unit] = {
    code: Unit(Kind.MONEY, code, Decimal(1))
    for code in """
        EUR USD GBP JPY CHF INR PLN CAD AUD NZD HKD SGD SEK NOK DKK CZK HUF RON BGN TRY CNY RMB KRW BRL MXN
        ZAR ILS AED SAR THB IDR MYR PHP VND UAH ISK COP CLP ARS PEN EGP NGN KES TWD
    """.split()
}
# What a name of a currency means after a nationality: "Swiss francs", "Canadian dollars", "euro cents".
CURRENCY_PAIRS: dict[tuple[str, str], str] = {
    ("us", "dollar"): "USD",
    ("american", "dollar"): "USD",
    ("canadian", "dollar"): "CAD",
    ("australian", "dollar"): "AUD",
    ("singapore", "dollar"): "SGD",
    ("swiss", "franc"): "CHF",
    ("british", "pound"): "GBP",
    ("japanese", "yen"): "JPY",
    ("indian", "rupee"): "INR",
    ("swedish", "krona"): "SEK",
    ("swedish", "kronor"): "SEK",
    ("danish", "kroner"): "DKK",
    ("norwegian", "kroner"): "NOK",
    ("euro", "cent"): "EUR",
    ("us", "cent"): "USD",
    ("pound", "sterling"): "GBP",
    ("pounds", "sterling"): "GBP",
}
SYMBOLS = frozenset("€$£¥₹")
# Letters between which and a sign no space stands: US$, CA$.
SYMBOL_PREFIXES = frozenset(["us", "c", "ca", "a", "au", "nz", "hk", "s"])

MAGNITUDES: dict[str, Decimal] = {
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "million": Decimal(10**6),
    "millions": Decimal(10**6),
    "mio": Decimal(10**6),
    "mn": Decimal(10**6),
    "billion": Decimal(10**9),
    "bn": Decimal(10**9),
    "trillion": Decimal(10**12),
    "dozen": Decimal(12),
}
# As written, right after the digits ("5k"); with a currency also "€5m" and after a space.
LETTER_MAGNITUDES: dict[str, Decimal] = {"k": Decimal(1000), "K": Decimal(1000), "M": Decimal(10**6)}
MONEY_MAGNITUDES: dict[str, Decimal] = {
    **LETTER_MAGNITUDES,
    "m": Decimal(10**6),
    "b": Decimal(10**9),
    "B": Decimal(10**9),
}

SMALL_NUMBERS: dict[str, int] = {
    word: value
    for value, word in enumerate(
        """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
            fifteen sixteen seventeen eighteen nineteen
        """.split()
    )
} | {
    word: 20 + 10 * tens
    for tens, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
}
LARGE_NUMBERS: dict[str, int] = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
NUMBER_WORDS = frozenset({*SMALL_NUMBERS, *LARGE_NUMBERS, "hundred", "dozen", "half"})

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}

# Words before a unit of time that make another unit of it, and those that change nothing.
WORKING = frozenset({"working", "business", "work"})
PLAIN_ADJECTIVES = frozenset(
    """
        additional more extra further other new full whole single calendar consecutive successive straight
        continuous paid unpaid free named active different separate concurrent individual standard regular
        complete entire extended solid clear natural eligible covered qualifying contract billing financial
        fiscal rolling
    """.split()
)

ORDINAL_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
MERIDIEMS = frozenset({"am", "pm"})
# Abbreviations that may touch the number after them, with or without a full stop.
ABBREVIATED = frozenset({"max", "min", "approx", "ca", "c", "circa"})
GLUED_BEFORE = frozenset({"q", "h", "fy", *ABBREVIATED})
GLUED_AFTER = frozenset(
    {*ORDINAL_SUFFIXES, *MERIDIEMS, *MONTHS, *UNITS, *MAGNITUDES, "k", "b", "x", "eur", "usd", "chf", "gbp", "l", "ml"}
    | {code.lower() for code in CURRENCY_CODES}
)
YEAR_PREFIXES = frozenset({"mid", "pre", "post", "early", "late"})  # mid-2023
IRREGULAR_PLURALS = frozenset(
    """
    people children men women staff personnel feet teeth data media criteria fte
""".split()
)
# Look like plurals after a number but are verbs or small words.
NOT_PLURALS = frozenset(
    """
        is was has does as its this thus plus less unless always perhaps besides minus across towards yes
        includes applies requires needs costs means starts remains covers expires ends becomes begins gets
        makes exceeds allows equals stays gives goes says counts takes follows sends shows replies vs us
    """.split()
)
# Words after which a number without a unit is a name, not an amount.
LABELS = frozenset(
    """section sections sec clause clauses article articles art chapter chapters paragraph paragraphs para annex
    appendix part parts item items step steps table tables figure figures fig page pages rule rules form forms
    note notes version versions release rev revision level levels tier tiers grade grades band bands category
    phase stage room building floor number no nr num ticket tickets case line row column option options question
    questions id ref reference exhibit schedule footnote iso soc rfc build python zone type priority
    severity sev gate box slide volume vol issue code pin port error http status tel telephone phone fax hotline
    extension ext module lesson answer pos v § §§ # №""".split()
)
ABBREVIATED_LABELS = frozenset({"no", "nr", "art", "sec", "fig"})
# Words of which the same is true with a colon or a quotation mark between: version: "4".
FIELDS = frozenset("version id ref reference release rev revision policy ticket no nr".split())
# Words that make a name of the number before them: the 3.1 release.
LABELS_AFTER = frozenset({"release", "version", "series", "edition"})
