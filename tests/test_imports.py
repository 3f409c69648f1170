"""What may import what, and what a quick command must not pay for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
SLOW = {
    "aiohttp",
    "alembic",
    "anthropic",
    "lancedb",
    "numpy",
    "onnxruntime",
    "pyarrow",
    "sqlalchemy",
    "structlog",
    "rich",
}
READS_THE_ENVIRONMENT = re.compile(r"\bos\.(?:environ\b(?!\.setdefault)|getenv)")


def test_imports_go_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint_imports(str(ROOT / "pyproject.toml"), cache_dir=None) == 0, capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["config"], ["ask", "--nope"], ["ask", ""]])
def test_a_quick_command_imports_nothing_slow(arguments: list[str], tmp_path: Path) -> None:
    """Counted in modules, since seconds differ by machine: `--help` and `config` take 0.15 to 0.25 s on two cores."""
    script = "import sys; from bot.cli import main; main(sys.argv[1:]); print(*sys.modules, sep='\\n', file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert SLOW.isdisjoint(ran.stderr.split())


def test_settings_alone_read_the_environment() -> None:
    readers = {
        file.relative_to(ROOT).as_posix()
        for folder in ("bot", "store")
        for file in (ROOT / folder).rglob("*.py")
        if READS_THE_ENVIRONMENT.search(file.read_text("utf-8"))
    }
    assert readers == {"bot/settings/__init__.py"}
