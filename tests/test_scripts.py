"""What the set-up scripts say where they cannot go on. That they can is shown by whoever runs these tests with them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
TOOLS = ("bash", "cat", "dirname", "env", "grep", "rm", "sed", "tail")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy whose path has a space in it, with what the scripts read before they install anything."""
    folder = tmp_path / "a checkout"
    (folder / "scripts").mkdir(parents=True)
    for name in ("setup.sh", "demo", "test"):
        shutil.copy(SCRIPTS / name, folder / "scripts")
    return folder


def run(script: Path, *arguments: str, path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(shutil.which("bash")), str(script), *arguments]
    environment = {"PATH": str(path), "HOME": str(cwd)}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A PATH without any Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(str(shutil.which(name)))
    return folder


def put_python(tools: Path, script: str) -> None:
    fake = tools / "python3"
    fake.write_text(f"#!{tools / 'bash'}\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)


@pytest.mark.parametrize("name", ["demo", "test"])
def test_without_a_python_one_line_says_so(checkout: Path, tools: Path, name: str) -> None:
    ran = run(checkout / "scripts" / name, path=tools, cwd=tools)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"{name}: no Python 3.11 or newer on the PATH; install one (https://www.python.org), then run this again\n"
    )


def test_an_old_python_is_none(checkout: Path, tools: Path) -> None:
    put_python(tools, "exit 1")
    assert "no Python 3.11 or newer" in run(checkout / "scripts" / "demo", path=tools, cwd=tools).stderr


def test_without_the_venv_module_one_line_says_what_to_install(checkout: Path, tools: Path) -> None:
    put_python(tools, "case $2 in *version_info*) exit 0 ;; esac\nexit 1")
    ran = run(checkout / "scripts" / "demo", path=tools, cwd=tools)
    assert ran.returncode == 1
    assert ran.stderr.startswith("demo: python3 lacks the venv module; install it")
    assert not (checkout / ".venv").exists()


def test_the_demo_knows_one_argument(checkout: Path, tools: Path) -> None:
    ran = run(checkout / "scripts" / "demo", "--twice", path=tools, cwd=tools)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "demo: unknown arguments: --twice; try scripts/demo [--once]\n"
    helped = run(checkout / "scripts" / "demo", "--help", path=tools, cwd=tools)
    assert helped.returncode == 0
    assert helped.stdout.startswith("Sets up, ingests the demo handbook")
