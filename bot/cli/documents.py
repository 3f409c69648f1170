"""`saywhy ingest` and `saywhy index`: what may be answered from, and its versions."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import NEEDS_ATTENTION, options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.ingest.report import IngestReport
    from bot.settings import Settings
    from store.passages import Check
    from store.passages.pins import Pinned


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Folders or files: the roots of the documents.")],
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Remove everything of a root that holds nothing any more.")
    ] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Start an empty index: for another embedding model or chunker.")
    ] = False,
    as_json: options.Json = False,
    config: options.Config = None,
) -> int:
    """Bring the index to what the named roots hold now: adds, changes, removes."""
    from bot.cli import output, running

    report = running.run(config, lambda settings: _ingest(settings, paths, allow_empty=allow_empty, rebuild=rebuild))
    if as_json:
        output.print_json(asdict(report))
    else:
        output.print_lines(_report_lines(report))
    return NEEDS_ATTENTION if report.needs_attention else 0


async def _ingest(settings: Settings, paths: Sequence[Path], *, allow_empty: bool, rebuild: bool) -> IngestReport:
    from bot.cli.progress import progress
    from bot.ingest.sync import sync
    from bot.wiring import open_library

    async with open_library(settings, rebuild=rebuild) as library:
        with progress() as seen:
            return await sync(
                paths,
                tenant=settings.tenant,
                store=library.writer,
                embedder=library.embedder,
                clock=library.clock,
                allow_empty=allow_empty,
                progress=seen,
            )


def _report_lines(report: IngestReport) -> Iterator[str]:
    counts = f"{report.added} added, {report.changed} changed, {report.unchanged} unchanged, {report.removed} removed"
    yield f"{counts}; {report.chunks} passages, index {report.index_version}"
    for skipped in report.skipped:
        yield f"skipped   {skipped.path}: {skipped.reason}"
    for reported in report.reported:
        fate = "look at" if reported.indexed else "not in"
        yield f"{fate:<8}  {reported.path}: {reported.reason} ({reported.detail})"
    for refused in report.refused:
        yield f"refused   {refused.path}: {refused.reason}"


def versions(as_json: options.Json = False, config: options.Config = None) -> int:
    """List the newest version and the pinned ones."""
    from bot.cli import output, running

    found = running.run(config, _versions)
    if as_json:
        output.print_json({"versions": [asdict(version) for version in found]})
    else:
        output.print_lines(_version_line(version) for version in found)
    return 0


async def _versions(settings: Settings) -> tuple[Pinned, ...]:
    from bot.wiring import open_index

    async with open_index(settings) as index:
        return await index.versions()


def _version_line(version: Pinned) -> str:
    size = f"{version.documents} documents, {version.passages} passages"
    return f"{version.name or '(newest)':<20}  {version.version}  {size}, {version.model}"


def pin(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, `.`, `-` and `_`.")],
    as_json: options.Json = False,
    config: options.Config = None,
) -> int:
    """Keep the newest version under a name, for `ask --index NAME` and for comparing."""
    from bot.cli import output, running

    kept = running.run(config, lambda settings: _pin(settings, name))
    if as_json:
        output.print_json(asdict(kept))
    else:
        output.print_lines([f"pinned {kept.version} as {kept.name}"])
    return 0


async def _pin(settings: Settings, name: str) -> Pinned:
    from bot.wiring import open_index

    async with open_index(settings) as index:
        return await index.pin(name)


def check(as_json: options.Json = False, config: options.Config = None) -> int:
    """Look for passages that are not found, or belong to nothing."""
    from bot.cli import output, running

    found = running.run(config, _check)
    if as_json:
        output.print_json({"ok": found.fine, **asdict(found)})
    else:
        output.print_lines(check_lines(found))
    return 0 if found.fine else 1


async def _check(settings: Settings) -> Check:
    from bot.wiring import open_index

    async with open_index(settings) as index:
        return await index.check()


def check_lines(found: Check) -> Iterator[str]:
    yield f"index {found.version}: {found.documents} documents, {found.passages} passages"
    if found.not_indexed:
        yield f"{found.not_indexed} passages are outside the keyword index; run `saywhy ingest` again"
    if found.without_document:
        yield f"{found.without_document} passages belong to no document; run `saywhy ingest --rebuild PATH`"
    if found.documents_twice:
        yield f"{found.documents_twice} documents are in it twice; run `saywhy ingest --rebuild PATH`"
    for difference in found.differences:
        yield f"built with another set-up: {difference}; run `saywhy ingest --rebuild PATH`"
