"""Each posted form becomes one exchange, however often it is sent: double clicks, reloads, the back button.

And however soon its reader leaves: what was begun is finished, and waits on the conversation's page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.channels.webchat import Form, asks, renamed
from bot.domain.exchanges import Exchange
from bot.domain.ports import Exchanges
from bot.domain.questions import Question
from bot.web.deps import Assistant

Result = TypeVar("Result")


class Once:
    """Forms with one id wait for each other here; across processes the record's unique key decides."""

    def __init__(self, assistant: Assistant, exchanges: Exchanges) -> None:
        self._assistant = assistant
        self._exchanges = exchanges
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def ask(self, form: Form, to_question: Callable[[Form], Question]) -> Exchange:
        """The exchange of this form: the one on record, or a new one. Repeatable by (id, conversation, text)."""
        lock = self._locks.setdefault(form.id, asyncio.Lock())
        async with lock:
            return await self._ask(form, to_question)

    async def _ask(self, form: Form, to_question: Callable[[Form], Question]) -> Exchange:
        question = to_question(form)
        earlier = await self._exchanges.get(question.tenant, question.id)
        if earlier is not None and not asks(form, earlier):
            question = to_question(renamed(form))
            earlier = await self._exchanges.get(question.tenant, question.id)
        return earlier or await self._assistant.handle(question)


class Underway:
    """Work that outlives the request it came with. Holds it, since the event loop alone would let it be collected."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def end(self) -> None:
        """Gives up what still runs. Nothing is half done: a question is on record whole or can be asked again."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
