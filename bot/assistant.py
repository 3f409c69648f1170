"""One question, end to end. Start reading here.

`handle` is what channels call: it adds the thread, answers, and records. `answer` has no effects beyond asking the
index and the model, so that evals call the very same code. Every step that decides is pure and lies in `bot/stages`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.access import reader_tokens
from bot.domain.decisions import DecidedBy, Decision
from bot.domain.documents import Catalogue
from bot.domain.errors import IndexUnavailable, ModelUnavailable
from bot.domain.evidence import Evidence, Insufficient, Malformed, Supported
from bot.domain.exchanges import Exchange
from bot.domain.ports import Clock, Exchanges, Index, Model
from bot.domain.questions import Framed, Intent, Question
from bot.domain.retrieval import Candidate, Retrieval, Search
from bot.setup import Setup
from bot.stages import replies
from bot.stages.clamp import clamp
from bot.stages.contest import Contested, contest
from bot.stages.decide import Case, decide, not_an_action, out_of_readings, unavailable
from bot.stages.effective import effective
from bot.stages.features import features
from bot.stages.frame import frame
from bot.stages.fuse import Ranking, fuse
from bot.stages.gate import gate
from bot.stages.order import order
from bot.stages.parse import parse
from bot.stages.probe import speaking
from bot.stages.render import render
from bot.stages.rewrite import rewrite
from bot.stages.spell import spell
from bot.stages.verify import check
from bot.text.asked import Asked, read, subject
from bot.text.meaning import Meaning
from bot.text.ranking import Ranked, rank
from bot.trail import Trail

CONTESTED_PASSAGES = 24  # of the ranking, twice as many as a prompt holds


@dataclass(frozen=True, slots=True)
class Found:
    """What may be answered from, and what came of reading it."""

    asked: Asked
    ranking: Ranking
    evidence: Evidence | Malformed
    by: DecidedBy


class Assistant:
    def __init__(
        self, *, index: Index, model: Model, meaning: Meaning, exchanges: Exchanges, clock: Clock, setup: Setup
    ) -> None:
        self._index, self._model, self._meaning = index, model, meaning
        self._exchanges, self._clock, self._setup = exchanges, clock, setup

    @property
    def calibrated_as(self) -> str:
        """The hash that a calibrator for this configuration has to carry."""
        return self._setup.calibrated_as()

    async def handle(self, question: Question) -> Exchange:
        """Answers in the light of the conversation, and records. Repeatable: one question id has one exchange."""
        if saved := await self._exchanges.get(question.tenant, question.id):
            return saved
        history = question.history or await self._exchanges.history(question.tenant, question.conversation)
        # Words of somebody who could see more stay with those who can.
        known = tuple(turn for turn in history if turn.reader is None or question.reader.covers(turn.reader))
        exchange = await self.answer(replace(question, history=known))
        await self._exchanges.save(exchange)
        # Where the same question was being answered elsewhere meanwhile, what was recorded first is the outcome.
        return await self._exchanges.get(question.tenant, question.id) or exchange

    async def answer(self, question: Question) -> Exchange:
        """Always ends in a decision: where a part of the world outside fails, in one that says so."""
        started = self._clock.monotonic()
        trail = Trail(self._clock, frame(question))
        trail.took("frame", started)
        try:
            async with asyncio.timeout(self._setup.deadline_s):
                decision = await self._decide(question, trail.framed, trail)
        except (ModelUnavailable, IndexUnavailable, TimeoutError) as failure:
            trail.error = getattr(failure, "kind", "deadline")
            decision = unavailable(question.id)
        return self._exchange(question, decision, trail)

    async def _decide(self, question: Question, framed: Framed, trail: Trail) -> Decision:
        if framed.intent in (Intent.GREETING, Intent.THANKS, Intent.HELP):
            return replies.talk(framed.intent)
        if framed.ends_chain:
            return out_of_readings()
        if framed.intent is Intent.ACTION:
            asks_too = bool(framed.text)
            return not_an_action(await self._from_documents(question, framed, trail) if asks_too else None)
        return await self._from_documents(question, framed, trail)

    async def _from_documents(self, question: Question, framed: Framed, trail: Trail) -> Decision:
        catalogue = await self._index.catalogue(question.tenant, question.reader)
        allowed = effective(catalogue, framed.about, framed.text)
        first = await self._search(question, framed.text, catalogue, allowed, trail)
        spelled = spell(framed.text, [c.passage for c in first if c.passage.source.id in allowed])
        if spelled != framed.text:
            framed = trail.framed = replace(framed, text=spelled)
            first = await self._search(question, spelled, catalogue, allowed, trail)
        found = await self._read(question, framed, first, allowed, trail)
        if isinstance(found.evidence, Insufficient) and found.by is DecidedBy.MODEL:
            found = await self._search_again(question, framed, catalogue, allowed, first, found, trail)
        case = await self._checked(question, framed, found, trail)
        with trail.step("decide"):
            decision = decide(case)
        if decision.reason in replies.NOTHING_FOUND:
            case = await self._probed(question, case, found, catalogue, allowed, trail)
            decision = decide(case)
        return decision

    async def _search(
        self, question: Question, text: str, catalogue: Catalogue, allowed: frozenset[str], trail: Trail,
        *, again: bool = False,
    ) -> tuple[Candidate, ...]:  # fmt: skip
        """Permission first, then what is in force; both arms, or words alone and wider the second time."""
        limit = self._setup.candidates * (3 if again else 1)
        search = Search(
            text=text,
            tenant=question.tenant,
            reader_tokens=reader_tokens(question.reader),
            exclude=frozenset(catalogue.sources) - allowed,
            limit=limit,
            keyword_only=again,
        )
        with trail.step("retrieve"):
            version = await self._index.version()
            found = await self._index.search(search)
        # As this reader's catalogue knows them: what they amend is resolved among what the reader may read.
        candidates = tuple(
            replace(c, passage=replace(c.passage, source=catalogue.sources[c.passage.source.id]))
            for c in found
            if c.passage.source.id in catalogue.sources
        )
        settings: dict[str, object] = {"text": text, "limit": limit, "keyword_only": again}
        trail.searches.append(Retrieval(hits=(), index_version=version, settings=settings, search_again=again))
        return candidates

    async def _read(
        self, question: Question, framed: Framed, candidates: Sequence[Candidate], allowed: frozenset[str], trail: Trail
    ) -> Found:
        """Candidates → ranking → what the gate or a model makes of it."""
        asked = read(framed.text)
        with trail.step("fuse"):
            ranking = fuse(asked, candidates, allowed)
        trail.searches[-1] = replace(trail.searches[-1], hits=ranking.hits)
        with trail.step("gate"):
            gated = gate(asked, ranking, offered=[option for turn in question.history for option in turn.options])
        ranking = replace(ranking, hits=gated.hits)
        with trail.step("clamp"):
            kept, dropped = clamp(ranking.hits, self._setup.policy)
        changed = [hit.passage.id for hit in kept] != [hit.passage.id for hit in trail.kept]
        trail.kept, trail.dropped = kept, dropped
        if gated.evidence is not None:
            return Found(asked, ranking, gated.evidence, DecidedBy.GATE)
        if not changed and trail.draft is not None:  # the second search brought nothing new to read
            return Found(asked, ranking, Insufficient(), DecidedBy.MODEL)
        try:
            return Found(asked, ranking, await self._draft(framed, ranking, trail), DecidedBy.MODEL)
        except ModelUnavailable as failure:
            if not failure.prompt_too_long or len(kept) < 2:
                raise
        half = len(kept) // 2  # the lowest ranks go, never the question
        trail.kept, trail.dropped = kept[:half], (*kept[half:], *dropped)
        return Found(asked, ranking, await self._draft(framed, ranking, trail), DecidedBy.MODEL)

    async def _draft(self, framed: Framed, ranking: Ranking, trail: Trail) -> Evidence | Malformed:
        with trail.step("order"):
            passages = order(trail.kept)
        with trail.step("render"):
            prompt = render(framed.text, passages, about=framed.about, rules=self._setup.rules)
            trail.prompt = replace(prompt, weights=tuple((w.term.key, round(w.weight, 4)) for w in ranking.weighted))
        with trail.step("draft"):
            trail.draft = await self._model.draft(trail.prompt, deadline_s=self._setup.deadline_s)
        with trail.step("parse"):
            trail.verdict, evidence = parse(trail.draft, passages)
        return evidence

    async def _search_again(
        self, question: Question, framed: Framed, catalogue: Catalogue, allowed: frozenset[str],
        first: Sequence[Candidate], found: Found, trail: Trail,
    ) -> Found:  # fmt: skip
        """The one further search: wider, by words, with the thesaurus's other words for what was asked."""
        text = rewrite(found.asked)
        more = await self._search(question, text, catalogue, allowed, trail, again=True)
        known = {candidate.passage.id for candidate in first}
        both = [*first, *(candidate for candidate in more if candidate.passage.id not in known)]
        return await self._read(question, framed, both, allowed, trail)

    async def _checked(self, question: Question, framed: Framed, found: Found, trail: Trail) -> Case:
        evidence, asked = found.evidence, found.asked
        passages = tuple(hit.passage for hit in found.ranking.hits)
        with trail.step("verify"):
            verified = check(evidence, {passage.id: passage for passage in passages}, asked.conditions)
        trail.findings = verified.findings
        contested, probability = Contested(), None
        if isinstance(evidence, Supported) and not verified.rejected:
            with trail.step("rank"):
                ranked = await asyncio.to_thread(self._ranked, found)
            with trail.step("contest"):
                contested = contest(found.ranking.weighted, verified.claims, ranked)
            with trail.step("features"):
                trail.features = features(asked, found.ranking.weighted, verified, found.ranking.hits, ranked)
            probability = self._setup.probability(trail.features)
        return Case(
            framed=framed,
            subject=subject(asked),
            evidence=evidence,
            passages=passages,
            policy=self._setup.policy,
            mode=question.mode,
            by=found.by,
            verified=verified,
            contested=contested,
            probability=probability,
        )

    def _ranked(self, found: Found) -> list[Ranked]:
        """The facts of the best passages, whatever model wrote the draft: what its claims have to stand out from."""
        passages = [hit.passage for hit in found.ranking.hits[:CONTESTED_PASSAGES]]
        return rank(found.asked, found.ranking.weighted, passages, self._setup.ranking, self._meaning.cosines)

    async def _probed(
        self, question: Question, case: Case, found: Found, catalogue: Catalogue, allowed: frozenset[str], trail: Trail
    ) -> Case:
        """Why nothing was found: it isn't in force, or this reader may not see it.

        Both searches run every time, so that the time taken tells nothing.
        """
        base = Search(text=found.asked.text, tenant=question.tenant, reader_tokens=None, limit=self._setup.candidates)
        permitted = frozenset(catalogue.sources)
        with trail.step("probe"):
            past, kept_back = await asyncio.gather(
                self._index.search(replace(base, reader_tokens=reader_tokens(question.reader), exclude=allowed)),
                self._index.search(replace(base, exclude=permitted)),
            )
            spoke, hidden = speaking(found.asked, past), speaking(found.asked, kept_back)
        if hidden:
            trail.probe = ", ".join(passage.id for passage in hidden)
        return replace(case, not_in_effect=spoke, hidden=bool(hidden))

    def _exchange(self, question: Question, decision: Decision, trail: Trail) -> Exchange:
        return Exchange(
            question=question,
            framed=trail.framed,
            decision=decision,
            searches=tuple(trail.searches),
            kept=trail.kept,
            dropped=trail.dropped,
            prompt=trail.prompt,
            draft=trail.draft,
            verdict=trail.verdict,
            findings=trail.findings,
            features=trail.features,
            config=self._setup.config(),
            config_hash=self._setup.config_hash(),
            code_version=self._setup.code_version,
            timings_ms=trail.timings_ms,
            probe=trail.probe,
            error=trail.error,
        )
