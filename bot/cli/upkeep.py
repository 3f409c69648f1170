"""`saywhy config`, `doctor` and `db`: what an operator runs to see that everything stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cli import options

if TYPE_CHECKING:
    from bot.cli.checkup import Check
    from bot.settings import Settings, Shown


def config(as_json: options.Json = False, config: options.Config = None) -> int:
    """Print the effective configuration, secrets masked, with the origin of each value."""
    from bot import settings as configuration
    from bot.cli import output

    settings = configuration.load(config)
    values, secrets = configuration.shown(settings), configuration.shown_secrets(settings)
    if as_json:
        output.print_json(
            {
                "file": str(settings.file) if settings.file else None,
                "settings": {row.key: {"value": row.value, "origin": row.origin} for row in values},
                "secrets": {row.key: {"value": row.value, "origin": row.origin} for row in secrets},
            }
        )
    else:
        output.print_lines(_config_lines(settings, [*values, *secrets]))
    return 0


def _config_lines(settings: Settings, rows: list[Shown]) -> list[str]:
    width = max(len(row.key) for row in rows)
    lines = [f"configuration file: {settings.file or 'none'}"]
    for row in rows:
        value = "–" if row.value is None else str(row.value)
        lines.append(f"{row.key:<{width}}  {value}  ({row.origin or 'not set'})")
    return lines


def doctor(as_json: options.Json = False, config: options.Config = None) -> int:
    """Check configuration, database, index and models, and say what to mend."""
    from bot.cli import output, running
    from bot.cli.checkup import FAIL, examine

    checks = running.run(config, examine)
    healthy = all(check.status != FAIL for check in checks)
    if as_json:
        found = [
            {"name": check.name, "status": check.status, "detail": check.detail, "hint": check.hint} for check in checks
        ]
        output.print_json({"ok": healthy, "checks": found})
    else:
        output.print_lines(_check_line(check) for check in checks)
    return 0 if healthy else 1


def _check_line(check: Check) -> str:
    line = f"{check.status:<4}  {check.name:<13}  {check.detail}"
    return f"{line}; {check.hint}" if check.hint else line


def upgrade(as_json: options.Json = False, config: options.Config = None) -> int:
    """Bring the database to this program's schema."""
    from bot.cli import output, running
    from store import schema

    revision = running.run(config, lambda settings: schema.upgrade(settings.database.url))
    if as_json:
        output.print_json({"revision": revision})
    else:
        output.print_lines([f"the database is on schema {revision}"])
    return 0


def check(as_json: options.Json = False, config: options.Config = None) -> int:
    """Say where the database differs from this program's schema."""
    from bot.cli import output, running

    differences = running.run(config, _differences)
    if as_json:
        output.print_json({"ok": not differences, "differences": differences})
    else:
        output.print_lines(differences or ["the database has this program's schema"])
        output.print_lines(["run `saywhy db upgrade`"] if differences else [])
    return 1 if differences else 0


async def _differences(settings: Settings) -> list[str]:
    from store import schema
    from store.database import Database

    database = await Database.open(settings.database.url)
    try:
        return await schema.check(database)
    finally:
        await database.close()
