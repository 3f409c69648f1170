"""The handlers of a conversation: show it, ask in it, rate an answer. Thin: `bot.channels.webchat` translates."""

from __future__ import annotations

from urllib.parse import parse_qsl

from aiohttp import web

from bot.channels import webchat
from bot.channels.webchat import Form, ReplyView
from bot.domain.exchanges import Exchange
from bot.domain.questions import Question
from bot.web.deps import WebDeps
from bot.web.once import Once, Underway
from bot.web.pages import ConversationView, Pages
from bot.web.problems import BAD_FORM, NOT_FOUND, OWN_FAULT, Unfit, problem_of

SHOWN = 30  # exchanges of a conversation on its page
MAX_FIELDS = 20
RATINGS = ("right", "wrong")


class Chat:
    def __init__(self, deps: WebDeps, pages: Pages) -> None:
        self._deps = deps
        self._pages = pages
        self._once = Once(deps.assistant, deps.exchanges)
        self._underway = Underway()

    async def start(self, request: web.Request) -> web.Response:
        view = ConversationView(conversation=self._deps.new_id(), form_id=self._deps.new_id())
        return self._pages.conversation(view)

    async def show(self, request: web.Request) -> web.Response:
        conversation = _conversation(request)
        replies, older = await self._replies(conversation)
        view = ConversationView(
            conversation=conversation, form_id=self._deps.new_id(), replies=replies, older=older
        )  # fmt: skip
        return self._pages.conversation(view)

    async def ask(self, request: web.Request) -> web.Response:
        conversation = _conversation(request)
        form = webchat.read_form(await read_fields(request), conversation, self._deps.new_id)
        if refusal := webchat.refusal(form):
            return await self._handed_back(form, refusal.value, 422)
        return await self._underway.finish(self._answer(form))

    async def end(self, app: web.Application) -> None:
        await self._underway.end()

    async def rate(self, request: web.Request) -> web.Response:
        """Repeatable: a button says what it sets, never that it turns something over."""
        conversation, trace_id = _conversation(request), request.match_info["exchange"]
        fields = await read_fields(request)
        kind, note = fields.get("kind", ""), fields.get("note")
        exchange = await self._deps.exchanges.get(self._deps.tenant, trace_id)
        if exchange is None or not self._is_rateable(exchange, conversation):
            raise Unfit(NOT_FOUND)
        if kind not in RATINGS:
            raise Unfit(BAD_FORM)
        standing, _ = await self._rating(trace_id, conversation)
        # Pressing the button that is down already must not wipe out the note that came with it.
        if note is not None or kind != standing:
            await self._record(trace_id, conversation, kind, note or "")
        return _back_to(conversation, trace_id)

    def _to_question(self, form: Form) -> Question:
        deps = self._deps
        return webchat.to_question(
            form, tenant=deps.tenant, reader=deps.reader, asked_at=deps.clock.now(), today=deps.today()
        )

    async def _answer(self, form: Form) -> web.Response:
        try:
            exchange = await self._once.ask(form, self._to_question)
        except Exception as error:
            return await self._failed(form, error)
        return _back_to(form.conversation, exchange.question.id)

    async def _failed(self, form: Form, error: Exception) -> web.Response:
        problem = problem_of(error)
        if problem is OWN_FAULT:
            self._deps.record_crash(error)
        notice = f"{problem.happened} Your question is kept below. {problem.next}"
        return await self._handed_back(form, notice, problem.status)

    async def _handed_back(self, form: Form, notice: str, status: int) -> web.Response:
        """The page again with the text and its id, so that sending it once more is still the same question."""
        try:
            replies, older = await self._replies(form.conversation)
        except Exception:  # what was typed matters more than what was said before
            replies, older = (), False
        view = ConversationView(
            conversation=form.conversation, form_id=form.id, replies=replies, older=older,
            text=form.text, notice=notice,
        )  # fmt: skip
        return self._pages.conversation(view, status=status)

    async def _replies(self, conversation: str) -> tuple[tuple[ReplyView, ...], bool]:
        """The last exchanges of the conversation, oldest first, and whether there are more."""
        deps = self._deps
        turns = await deps.exchanges.history(deps.tenant, webchat.thread(conversation), limit=SHOWN + 1)
        found = [await deps.exchanges.get(deps.tenant, turn.exchange) for turn in turns[-SHOWN:]]
        replies = [
            await self._reply(exchange, conversation)
            for exchange in found
            if exchange is not None and webchat.may_show(exchange, deps.reader)
        ]
        return tuple(replies), len(turns) > SHOWN

    async def _reply(self, exchange: Exchange, conversation: str) -> ReplyView:
        is_rateable = webchat.rateable(exchange.decision)
        rating, note = await self._rating(exchange.question.id, conversation) if is_rateable else ("", "")
        return webchat.to_reply(exchange, conversation, rating=rating, note=note)

    async def _rating(self, trace_id: str, conversation: str) -> tuple[str, str]:
        said = await self._deps.feedback.of(self._deps.tenant, trace_id)
        person = webchat.thread(conversation)
        return next(((str(one.kind), one.note) for one in reversed(said) if one.person == person), ("", ""))

    async def _record(self, trace_id: str, conversation: str, kind: str, note: str) -> None:
        kept = webchat.shown(note).strip()[: webchat.MAX_NOTE_CHARS]
        person, now = webchat.thread(conversation), self._deps.clock.now()
        await self._deps.feedback.record(self._deps.tenant, trace_id, person, kind, now, kept)

    def _is_rateable(self, exchange: Exchange, conversation: str) -> bool:
        return (
            exchange.question.conversation == webchat.thread(conversation)
            and webchat.may_show(exchange, self._deps.reader)
            and webchat.rateable(exchange.decision)
        )


async def read_fields(request: web.Request) -> dict[str, str]:
    """The posted form. Of a field sent twice the last counts. Raises Unfit, HTTPRequestEntityTooLarge."""
    if request.content_type != "application/x-www-form-urlencoded":
        raise Unfit(BAD_FORM)
    body = (await request.read()).decode("utf-8", errors="replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, errors="replace", max_num_fields=MAX_FIELDS))
    except ValueError:
        raise Unfit(BAD_FORM) from None


def _conversation(request: web.Request) -> str:
    conversation = request.match_info["conversation"]
    if not webchat.is_id(conversation):
        raise Unfit(NOT_FOUND)
    return conversation


def _back_to(conversation: str, trace_id: str) -> web.Response:
    """To the page by GET, so that reloading it sends nothing again."""
    return web.Response(status=303, headers={"Location": f"/c/{conversation}#x-{trace_id}"})
