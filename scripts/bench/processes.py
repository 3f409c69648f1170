"""What a saywhy of its own process costs: start-up, imports, memory. Linux: memory is read from /proc."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

_IMPORTED = re.compile(r"^import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)", re.MULTILINE)
_ADDRESS = re.compile(r"http://\S+?(?=/)")
MIB = 1_024  # of the kB in which the kernel counts


@dataclass(frozen=True, slots=True)
class Memory:
    now: float  # MiB resident
    peak: float

    def __str__(self) -> str:
        return f"{self.now:.0f} MiB, at its peak {self.peak:.0f}"


def memory(pid: int) -> Memory:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    now, peak = (int(re.findall(rf"^{key}:\s+(\d+) kB", status, re.MULTILINE)[0]) for key in ("VmRSS", "VmHWM"))
    return Memory(now / MIB, peak / MIB)


def cold_starts(home: Path, questions: Sequence[str]) -> list[float]:
    """Seconds from start to end of `saywhy ask`, once a question; sorted."""
    taken = []
    for question in questions:
        begun = time.monotonic()
        _run(home, [], ["ask", question])
        taken.append(time.monotonic() - begun)
    return sorted(taken)


def imports(home: Path, question: str) -> list[tuple[str, float, int]]:
    """Top package, milliseconds spent in its own modules, how many of them; dearest first.

    Python's own count, which makes every import a little slower than it is.
    """
    said = _run(home, ["-X", "importtime"], ["ask", question]).stderr
    spent: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for micros, name in _IMPORTED.findall(said):
        top = name.split(".")[0]
        spent[top] += int(micros)
        modules[top] += 1
    return [(top, micros / 1_000, modules[top]) for top, micros in spent.most_common()]


def _run(home: Path, flags: Sequence[str], arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *flags, "-m", "bot", *arguments]
    return subprocess.run(command, env=_environment(home), cwd=home, capture_output=True, text=True, check=True)


def _environment(home: Path) -> dict[str, str]:
    root = str(Path(__file__).parents[2])  # also where saywhy isn't installed
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SAYWHY_")}
    return kept | {"SAYWHY_HOME": str(home), "SAYWHY_MODEL__NAME": "extractive", "PYTHONPATH": root}


@contextmanager
def serving(home: Path) -> Iterator[tuple[int, str]]:
    """A real `saywhy serve`: its process id and address."""
    command = [sys.executable, "-m", "bot", "serve"]
    environment = _environment(home) | {"SAYWHY_WEB__BIND": "127.0.0.1:0"}
    with (
        (home / "serve.log").open("wb") as log,
        subprocess.Popen(command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = _ADDRESS.search(said)
            if found is None:
                raise RuntimeError(f"saywhy serve said {said!r}; see {home / 'serve.log'}")
            yield process.pid, found.group()
        finally:
            process.terminate()


def post(address: str, conversation: str, question: str) -> float:
    """Asks as the page does, and follows to the conversation. Milliseconds."""
    form = urlencode({"id": conversation, "question": question}).encode()
    begun = time.monotonic()
    with urllib.request.urlopen(f"{address}/c/{conversation}", data=form, timeout=60) as response:
        response.read()
    return (time.monotonic() - begun) * 1_000
