"""Eval cases: JSON lines, one labelled question each. The format is part of the outside contract."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path

from bot.domain.decisions import Reason
from bot.domain.documents import Reader
from bot.domain.errors import UsageError
from bot.domain.questions import Question, Turn

KEYS = frozenset("qid q expect gold accept reason missing groups guest at history tags".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    qid: str
    q: str
    expect: str  # the right answer in few words: a value, or words that must appear
    gold: tuple[str, ...] = ()  # passage positions, `path#offset`
    accept: tuple[str, ...] = ()  # other right forms
    reason: Reason | None = None  # set: the right outcome is no answer
    missing: tuple[str, ...] = ()  # what a right partial answer names
    groups: frozenset[str] = frozenset()
    guest: bool = False
    at: date | None = None  # the day it is asked; None: today
    history: tuple[str, ...] = ()  # earlier questions of the thread, oldest first
    tags: tuple[str, ...] = ()

    def question(self, *, today: date, tenant: str = "default") -> Question:
        asked_at = datetime.combine(self.at or today, time(12), UTC)
        turns = tuple(
            Turn(exchange=f"{self.qid}-{n}", text=q, standalone=q, outcome="answered", at=asked_at)
            for n, q in enumerate(self.history)
        )
        return Question(
            id=self.qid,
            tenant=tenant,
            channel="eval",
            conversation=f"eval-{self.qid}",
            asker="eval",
            reader=Reader(member=not self.guest, groups=self.groups),
            text=self.q,
            asked_at=asked_at,
            today=asked_at.date(),
            history=turns,
        )


def load(path: Path) -> tuple[Case, ...]:
    """Raises UsageError with the line that can't be read, or whose id was used before."""
    found: dict[str, Case] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            case = _case(json.loads(line))
        except (ValueError, KeyError, TypeError) as exc:
            raise UsageError(
                f"{path}:{number}: not an eval case ({exc})", "one JSON object a line, with qid, q, expect and gold"
            ) from None
        if case.qid in found:
            raise UsageError(f"{path}:{number}: the qid {case.qid} was used before", "give every case its own qid")
        found[case.qid] = case
    return tuple(found.values())


def _case(row: Mapping[str, object]) -> Case:
    if unknown := set(row) - KEYS:
        raise ValueError(f"unknown key {min(unknown)}")
    at = row.get("at")
    return Case(
        qid=str(row["qid"]),
        q=str(row["q"]),
        expect=str(row.get("expect") or ""),
        gold=_texts(row.get("gold")),
        accept=_texts(row.get("accept")),
        reason=Reason(str(row["reason"])) if row.get("reason") else None,
        missing=_texts(row.get("missing")),
        groups=frozenset(_texts(row.get("groups"))),
        guest=bool(row.get("guest")),
        at=date.fromisoformat(str(at)) if at else None,
        history=tuple(_earlier(turn) for turn in _list(row.get("history"))),
        tags=_texts(row.get("tags")),
    )


def _list(value: object) -> Sequence[object]:
    if value is None:
        return ()
    return value if isinstance(value, list) else [value]


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in _list(value))


def _earlier(turn: object) -> str:
    return str(turn["q"]) if isinstance(turn, dict) else str(turn)
