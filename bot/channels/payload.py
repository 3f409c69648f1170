"""An exchange as JSON: for `ask --json`, the web chat, evals (`exchange_to_json`) and for staff (`trace_to_json`).

Where the reason is `not_permitted`, text, sources, options and missing are the decision's own, which the assistant
makes the same as for `missing_evidence`; the reason itself is for staff, and a channel that shows it to an asker is
at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from pathlib import PurePath

from bot.domain.decisions import CitedSource
from bot.domain.evidence import Claim, Finding, Relation
from bot.domain.exchanges import Exchange
from bot.domain.retrieval import Hit, Retrieval

Json = dict[str, object]


def exchange_to_json(exchange: Exchange) -> Json:
    decision = exchange.decision
    return {
        "trace_id": exchange.question.id,
        "outcome": decision.outcome.value,
        "reason": decision.reason.value if decision.reason else None,
        "text": decision.text,
        "raw": exchange.draft.text if exchange.draft else None,
        "verdict": exchange.verdict.value if exchange.verdict else None,
        "decided_by": decision.decided_by.value,
        "claims": [_claim(claim, _of(number, decision.findings)) for number, claim in enumerate(decision.claims)],
        "sources": [_source(cited) for cited in decision.sources],
        "missing": list(decision.missing),
        "options": [reading.label for reading in decision.readings],
        "next_step": decision.next_step.value,
        "probability": decision.probability,
        "threshold": decision.threshold,
        "index_version": exchange.searches[-1].index_version if exchange.searches else None,
        "retrieved": _retrieved(exchange),
        "dropped": [hit.passage.id for hit in exchange.dropped],
    }


def trace_to_json(exchange: Exchange, feedback: Iterable[object] = (), ticket: object = None) -> Json:
    """A superset of exchange_to_json: the whole way from question to decision."""
    usage = exchange.draft.usage if exchange.draft else None
    claims = exchange.decision.claims
    findings = exchange.decision.findings
    cited = {id_ for claim in claims for id_ in claim.passages}
    return exchange_to_json(exchange) | {
        "question": plain(exchange.question),
        "framed": plain(exchange.framed),
        "searches": [_search(search, exchange, cited) for search in exchange.searches],
        "kept": [hit.passage.id for hit in exchange.kept],
        "prompt": _prompt(exchange),
        "draft": plain(exchange.draft),
        "claims": [
            _claim(claim, _of(number, findings)) | {"findings": plain(_of(number, findings)), "unknown": claim.unknown}
            for number, claim in enumerate(claims)
        ],
        "findings": plain(exchange.findings or findings),
        "mode": exchange.decision.mode.value,
        "features": dict(exchange.features),
        "config": plain(exchange.config),
        "config_hash": exchange.config_hash,
        "code_version": exchange.code_version,
        "timings_ms": dict(exchange.timings_ms),
        "tokens": plain(usage),
        "cost": usage.cost_usd if usage else None,
        "model": exchange.draft.model if exchange.draft else None,
        "probe": exchange.probe,
        "error": exchange.error,
        "feedback": [plain(entry) for entry in feedback],
        "ticket": plain(ticket),
    }


def plain(value: object) -> object:
    """Any domain value as JSON has it: dates in ISO form, sets sorted, enumerations by value."""
    if is_dataclass(value) and not isinstance(value, type):
        return {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):  # datetime too
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(held) for key, held in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(str(plain(held)) for held in value)
    if isinstance(value, list | tuple):
        return [plain(held) for held in value]
    return str(value) if isinstance(value, PurePath) else value


def supported(claim: Claim, findings: Iterable[Finding]) -> bool:
    """Whether a claim passed its checks: some known passage, and no finding that rejects a draft."""
    return claim.relation is not Relation.UNRESOLVED and not any(finding.hard for finding in findings)


def _of(number: int, findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.claim == number]


def _claim(claim: Claim, findings: list[Finding]) -> Json:
    return {
        "text": claim.text,
        "sources": list(claim.passages),
        "relation": claim.relation.value,
        "supported": supported(claim, findings),
    }


def _source(cited: CitedSource) -> Json:
    source = cited.source
    return {
        "id": cited.passage,
        "path": source.id,
        "title": source.title,
        "url": source.url,
        "effective": plain(source.effective),
        "status": source.status.value,
        "version": source.version,
        "ingested_at": plain(source.ingested_at),
    }


def _retrieved(exchange: Exchange) -> list[str]:
    """Every passage found, each once: the final ranking first, then what only an earlier search had."""
    ranking = [*exchange.kept, *exchange.dropped]
    searched = [hit for search in reversed(exchange.searches) for hit in search.hits]
    return list(dict.fromkeys(hit.passage.id for hit in [*ranking, *searched]))


def _search(search: Retrieval, exchange: Exchange, cited: set[str]) -> Json:
    kept = {hit.passage.id for hit in exchange.kept}
    return {
        "index_version": search.index_version,
        "search_again": search.search_again,
        "settings": plain(search.settings),
        "hits": [_hit(hit, kept, cited) for hit in search.hits],
    }


def _hit(hit: Hit, kept: set[str], cited: set[str]) -> Json:
    passage = hit.passage
    return {
        "id": passage.id,
        "rank": hit.rank,
        "score": hit.score,
        "dense_rank": hit.dense_rank,
        "keyword_rank": hit.keyword_rank,
        "similarity": hit.similarity,
        "coverage": hit.coverage,
        "copies": list(hit.copies),
        "title": passage.source.title,
        "headings": list(passage.headings),
        "effective": plain(passage.source.effective),
        "text": passage.text,
        "kept": passage.id in kept,
        "cited": passage.id in cited,
    }


def _prompt(exchange: Exchange) -> Json | None:
    prompt = exchange.prompt
    if prompt is None:
        return None
    return {
        "system": prompt.system,
        "user": prompt.user,
        "question": prompt.question,
        "tokens": prompt.tokens,
        "passages": [passage.id for passage in prompt.passages],
    }
