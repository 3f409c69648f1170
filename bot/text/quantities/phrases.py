"""The words around a figure that say how it bounds: "more than", "up to", "or longer"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.text.quantities.lexing import Lexeme, Shape
from bot.text.quantities.model import Comparator
from bot.text.quantities.units import NUMBER_WORDS, SYMBOLS

_GT = """over; above; more than; exceeding; exceeds; exceed; exceeded; in excess of; greater than; higher than;
    longer than; larger than; bigger than; older than; further than; beyond; >"""
_LT = "under; below; less than; fewer than; lower than; shorter than; smaller than; younger than; <"
_GE = """at least; at the least; minimum; min; minimum of; from; starting at; starting from; upwards of; upward of;
    as few as; as little as; ≥; >=; no earlier than; not earlier than; at a minimum"""
_LE = """up to; up to and including; at most; at the most; maximum; max; maximum of; within; ≤; <=; as many as;
    as much as;
    no later than; not later than; limited to; capped at; limit of; cap of; not to exceed; at a maximum"""
_APPROX = "about; around; approximately; approx; roughly; ~; ≈; circa; ca; nearly; almost; somewhere around"
# Only before a date or a time of day.
_LT_MOMENT = "before; prior to; earlier than"
_GT_MOMENT = "after; later than; past"
_GE_MOMENT = "since; as of; as from; starting; beginning; on or after; from and including; not before; effective from"
_LE_MOMENT = (
    "until; till; by; up until; on or before; through; until and including; not after; no later than; ending; latest by"
)

_MORE = """
    more above over up upward upwards higher greater longer later older onward onwards beyond larger further
""".split()
_LESS = ["less", "fewer", "below", "under", "lower", "shorter", "earlier", "younger", "sooner", "smaller"]
_GE_AFTER = "plus; upwards; onwards; minimum; at least; at a minimum; at the least; +"
_LE_AFTER = "at most; at the most; maximum; max; tops; at a maximum"

_LINKS = frozenset(["of", "is", "are", "be", ":", "=", "to"])  # after "maximum" and the like
_BOUNDS = frozenset(["maximum", "max", "minimum", "min", "limit", "cap"])
_FIRST, _LAST = frozenset({"start", "beginning"}), frozenset({"end", "close"})
_ARTICLES = frozenset({"a", "an", "the"})
_NOT_AFTER = frozenset({"than", "of", "to", *_ARTICLES})
_Phrases = dict[str, list[tuple[tuple[str, ...], Comparator]]]


def _phrases(*rows: tuple[Comparator, str]) -> _Phrases:
    """Phrases by their first word, the longest first."""
    found: _Phrases = {}
    for comparator, phrases in rows:
        for phrase in phrases.split(";"):
            words = tuple(phrase.split())
            found.setdefault(words[0], []).append((words, comparator))
    for candidates in found.values():
        candidates.sort(key=lambda candidate: -len(candidate[0]))
    return found


def _negated(phrases: str) -> str:
    """ "more than" → "no more than; not more than; not be more than; never more than"."""
    words = [phrase.strip() for phrase in phrases.split(";")]
    return "; ".join(f"{no} {phrase}" for no in ("no", "not", "never", "cannot", "not be") for phrase in words)


_BEFORE = _phrases(
    (Comparator.GT, _GT),
    (Comparator.LT, _LT),
    (Comparator.GE, _GE),
    (Comparator.LE, _LE),
    (Comparator.APPROX, _APPROX),
    (Comparator.LE, _negated(_GT)),
    (Comparator.GE, _negated(_LT)),
)
_BEFORE_MOMENT = _phrases(
    (Comparator.LT, _LT_MOMENT),
    (Comparator.GT, _GT_MOMENT),
    (Comparator.GE, _GE_MOMENT),
    (Comparator.LE, _LE_MOMENT),
)
_AFTER = _phrases(
    *((Comparator.GE, f"{joint} {word}") for joint in ("or", "and") for word in _MORE),
    *((Comparator.LE, f"{joint} {word}") for joint in ("or", "and") for word in _LESS),
    (Comparator.GE, _GE_AFTER),
    (Comparator.LE, _LE_AFTER),
)
FIRST_WORDS = frozenset({*_BEFORE, *_BEFORE_MOMENT, *_ARTICLES})


@dataclass(frozen=True, slots=True)
class Bound:
    comparator: Comparator
    end: int  # the piece after it
    moment: bool = False  # makes sense before a date or time only


def before(pieces: Sequence[Lexeme], i: int) -> Bound | None:
    """The comparator that starts at a piece, with one it leads into: "up to a maximum of", "no more than about"."""
    found = _one_before(pieces, i)
    for _ in range(2):
        inner = found and _one_before(pieces, found.end)
        if found is None or inner is None:
            break
        if pieces[i].norm == "from" and inner.comparator is not Comparator.APPROX:
            return None  # offers from at least three suppliers
        comparator = found.comparator if inner.comparator is Comparator.APPROX else inner.comparator
        found = Bound(comparator, inner.end, inner.moment)
    return found


def after(pieces: Sequence[Lexeme], i: int) -> Bound | None:
    """The comparator that ends a figure, unless it starts the next: "5 users and over 10 GB"."""
    found = _match(_AFTER, pieces, i)
    if found is None:
        return None
    following = pieces[found.end]
    starts_next = following.shape is Shape.NUMBER or following.norm in NUMBER_WORDS or following.norm in SYMBOLS
    return None if starts_next or following.norm in _NOT_AFTER else found


def _one_before(pieces: Sequence[Lexeme], i: int) -> Bound | None:
    j = i + 1 if pieces[i].norm in _ARTICLES and pieces[i + 1].norm in {*_BOUNDS, "total"} else i
    if j > i and pieces[j].norm == "total":
        return None
    found = _match(_BEFORE, pieces, j)
    moment = _match(_BEFORE_MOMENT, pieces, j)
    if moment and (found is None or moment.end > found.end):
        return Bound(moment.comparator, _past_article(pieces, moment.end, moment.comparator), True)
    if found is None:
        return None
    end = found.end
    if pieces[end - 1].norm in _BOUNDS and pieces[end].norm in _LINKS:
        end += 1
    return Bound(found.comparator, _past_total(pieces, end))


def _match(phrases: _Phrases, pieces: Sequence[Lexeme], i: int) -> Bound | None:
    for words, comparator in phrases.get(pieces[i].norm, ()):
        if all(pieces[i + k].norm == word for k, word in enumerate(words)):
            end = i + len(words)
            abbreviated = pieces[end].norm == "." and pieces[end].glued and pieces[end + 1].shape is not Shape.BREAK
            return Bound(comparator, end + 1 if abbreviated and words[-1] in {"max", "min", "approx", "ca"} else end)
    return None


def _past_total(pieces: Sequence[Lexeme], i: int) -> int:
    return i + 3 if [piece.norm for piece in pieces[i : i + 3]] == ["a", "total", "of"] else i


def _past_article(pieces: Sequence[Lexeme], i: int, comparator: Comparator) -> int:
    """Past what stands between a preposition and a date: before *the*, by *Monday,*, until *the end of*."""
    if pieces[i].norm.endswith("day") and pieces[i].norm not in {"day", "midday"}:
        i += 2 if pieces[i + 1].norm == "," else 1
    j = i + 1 if pieces[i].norm == "the" else i
    edges = _LAST if comparator in {Comparator.LE, Comparator.GT} else _FIRST
    if pieces[j].norm in edges and pieces[j + 1].norm == "of":
        return j + 2
    return j if pieces[j].shape is Shape.NUMBER else i
