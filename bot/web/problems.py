"""Everything that can keep the page from doing what was asked, in words: what happened, what was kept, what to do next.

The words stand here whole. Nothing of an exception is ever shown: its text may hold paths, addresses or other people's
questions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.domain.errors import DatabaseUnavailable, IndexUnavailable, ModelUnavailable, SaywhyError
from bot.web.security import ForeignOrigin, WrongHost


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    status: int
    title: str
    happened: str
    kept: str
    next: str


_NOTHING_SENT = "Nothing was changed, and nothing was recorded."
_RETRY = "Try again in a moment. If it stays so, tell whoever runs this assistant."

NO_PASSAGE = Problem(
    status=404,
    title="No such passage",
    happened="There is no passage here that could be shown. Documents change, and so do their passages.",
    kept="Your conversations are kept.",
    next="Go back, and ask the question again to see what the documents say now.",
)
NOT_FOUND = Problem(
    status=404,
    title="Nothing here",
    happened="There is no page at this address.",
    kept="Your conversations are kept.",
    next="Go back, or start a new conversation.",
)
WRONG_METHOD = Problem(
    status=405,
    title="Not that way",
    happened="This address can't be opened like that.",
    kept=_NOTHING_SENT,
    next="Go back to the conversation and use its buttons.",
)
TOO_LARGE = Problem(
    status=413,
    title="Too much at once",
    happened="What was sent is far larger than a question can be.",
    kept="It was not read, so it is not kept here. Your browser still has it: go back one page.",
    next="Shorten it to what you want to know, and ask again.",
)
BAD_FORM = Problem(
    status=400,
    title="That could not be read",
    happened="What was sent is not a form of this page.",
    kept=_NOTHING_SENT,
    next="Go back to the conversation, reload it, and ask again.",
)
WRONG_HOST = Problem(
    status=421,
    title="Wrong address",
    happened="This page was called by a name that is not its own.",
    kept=_NOTHING_SENT,
    next="Open it at the address that `saywhy serve` printed.",
)
FOREIGN = Problem(
    status=403,
    title="Refused",
    happened="This came from another site, not from a page of this assistant.",
    kept=_NOTHING_SENT,
    next="Open the conversation here, and ask again.",
)
DATABASE_DOWN = Problem(
    status=503,
    title="The record can't be reached",
    happened="Questions are answered only when they can be recorded, and the database can't be reached right now.",
    kept="Earlier questions and replies are safe; they are only not visible for now.",
    next=_RETRY,
)
INDEX_DOWN = Problem(
    status=503,
    title="The documents can't be reached",
    happened="The index of the documents is missing, or can't be read right now.",
    kept="Earlier questions and replies are kept.",
    next=_RETRY,
)
MODEL_DOWN = Problem(
    status=503,
    title="No answer in time",
    happened="The part that writes answers can't be reached right now.",
    kept="Earlier questions and replies are kept.",
    next=_RETRY,
)
UNREADY = Problem(
    status=503,
    title="Not possible right now",
    happened="Something that the assistant depends on is not working.",
    kept="Earlier questions and replies are kept.",
    next=_RETRY,
)
OWN_FAULT = Problem(
    status=500,
    title="That is our fault",
    happened="Something went wrong inside the assistant. The details are written down for whoever runs it.",
    kept="Earlier questions and replies are kept.",
    next=_RETRY,
)

_BY_STATUS = {404: NOT_FOUND, 405: WRONG_METHOD, 413: TOO_LARGE}
_BY_ERROR: tuple[tuple[type[Exception], Problem], ...] = (
    (WrongHost, WRONG_HOST),
    (ForeignOrigin, FOREIGN),
    (DatabaseUnavailable, DATABASE_DOWN),
    (IndexUnavailable, INDEX_DOWN),
    (ModelUnavailable, MODEL_DOWN),
    (SaywhyError, UNREADY),
)


class Unfit(Exception):
    """Raised by a handler to show `problem` instead of its page."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.title)
        self.problem = problem


def problem_of(error: Exception) -> Problem:
    if isinstance(error, Unfit):
        return error.problem
    if isinstance(error, web.HTTPException):
        return _BY_STATUS.get(error.status, BAD_FORM if error.status < 500 else OWN_FAULT)
    return next((problem for kind, problem in _BY_ERROR if isinstance(error, kind)), OWN_FAULT)


def explained(show: Callable[[Problem], web.Response], record_crash: Callable[[BaseException], object]) -> Middleware:
    """Turns whatever a handler raises into a page."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except web.HTTPException as error:
            if error.status < 400:
                raise
            response = show(problem_of(error))
            if "Allow" in error.headers:
                response.headers["Allow"] = error.headers["Allow"]
            return response
        except Exception as error:
            problem = problem_of(error)
            if problem is OWN_FAULT:
                record_crash(error)
            return show(problem)

    return middleware
