"""A root on disk → the files to read, and what became of every other entry. Reads no file but `manifest.csv`."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.ingest.manifest import FILE_NAME, Manifest, read_manifest
from bot.ingest.report import Refused, Reported, Skipped
from bot.ingest.sniff import MAX_BYTES, is_document_name

_RULES = (
    (re.compile(r"~\$|\.~lock\."), "lock file of an editor"),
    (re.compile(r"\."), "hidden by its name"),
    (re.compile(r"(?:thumbs\.db|desktop\.ini|ehthumbs\.db|icon\r)$", re.IGNORECASE), "left by the file manager"),
    (re.compile(r".*(?:~|\.(?:tmp|temp|swp|swo|bak|part|crdownload|lock))$", re.IGNORECASE), "left by an editor"),
)


@dataclass(frozen=True, slots=True)
class Found:
    id: str  # below the root, `/` between, NFC
    path: Path


@dataclass
class Listing:
    root: Path  # real and absolute
    files: list[Found] = field(default_factory=list)  # to be read, in a fixed order
    manifests: list[Manifest] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    reported: list[Reported] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)  # folders that could not be listed: their documents stay
    exists: bool = True

    @property
    def name(self) -> str:
        return str(self.root)


def walk(root: Path) -> Listing:
    """Everything below a root, or the one file that it is. A root that is gone has nothing below it."""
    listing = Listing(root.resolve())
    if listing.root.is_file():
        _file(listing, listing.root, listing.root.name)
        manifest = listing.root.parent / FILE_NAME
        listing.manifests += [read_manifest("", manifest.read_bytes())] if manifest.is_file() else []
    elif listing.root.is_dir():
        _folder(listing, listing.root, "")
        _check_manifests(listing)
    else:
        listing.exists = False
    return listing


def _folder(listing: Listing, start: Path, prefix: str) -> None:
    """Without recursion: folders may be nested deeper than Python's stack."""
    waiting = [(start, prefix)]
    taken: dict[str, str] = {}
    while waiting:
        folder, below = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            listing.closed.append(below)
            detail = f"{error.strerror}: what is indexed of it stays"
            listing.reported.append(Reported(_shown(below) or ".", "unreadable_folder", detail, indexed=False))
            continue
        for entry in entries:
            name = f"{below}/{entry.name}" if below else entry.name
            if (subfolder := _entry(listing, entry, name, taken)) is not None:
                waiting.append(subfolder)
    listing.files.sort(key=lambda found: found.id)


def _entry(listing: Listing, entry: os.DirEntry[str], name: str, taken: dict[str, str]) -> tuple[Path, str] | None:
    """Files one entry of a folder. Returns it where it is a folder to walk."""
    rule = _left_out(entry.name)
    if entry.is_symlink():
        _link(listing, Path(entry.path), name)
    elif rule is not None:
        listing.skipped.append(Skipped(_shown(name), rule))
    elif entry.is_dir(follow_symlinks=False):
        return Path(entry.path), name
    elif _twin(listing, name, taken):
        pass
    else:
        _file(listing, Path(entry.path), name)
    return None


def _left_out(name: str) -> str | None:
    return next((reason for pattern, reason in _RULES if pattern.match(name)), None)


def _link(listing: Listing, path: Path, name: str) -> None:
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        listing.skipped.append(Skipped(_shown(name), "a link that leads nowhere"))
        return
    if not target.is_relative_to(listing.root):
        listing.refused.append(Refused(_shown(name), "outside_root"))
    else:
        below = target.relative_to(listing.root).as_posix()
        listing.skipped.append(Skipped(_shown(name), f"alias of {_shown(below)}"))


def _twin(listing: Listing, name: str, taken: dict[str, str]) -> bool:
    """Whether another file below the root has the same name in Unicode NFC: one id, so only the first is read."""
    document_id = unicodedata.normalize("NFC", name)
    first = taken.setdefault(document_id, name)
    if first == name:
        return False
    detail = "another file has the same name, written with other Unicode characters"
    listing.reported.append(Reported(_shown(document_id), "duplicate_id", detail, indexed=False))
    return True


def _file(listing: Listing, path: Path, name: str) -> None:
    try:
        name.encode()
        mode = path.lstat().st_mode
    except UnicodeEncodeError:
        detail = "its name is not UTF-8: rename it"
        listing.reported.append(Reported(_shown(name), "bad_name", detail, indexed=False))
        return
    except OSError:
        return  # gone since it was listed
    if not stat.S_ISREG(mode):
        listing.skipped.append(Skipped(_shown(name), "not a file"))
    elif path.name.lower() == FILE_NAME:
        _manifest(listing, path, name)
    elif not is_document_name(path.name):
        listing.skipped.append(Skipped(_shown(name), f"not a document ({path.suffix.lower()})"))
    else:
        listing.files.append(Found(unicodedata.normalize("NFC", name), path))


def _manifest(listing: Listing, path: Path, name: str) -> None:
    folder = unicodedata.normalize("NFC", name).rpartition("/")[0]
    try:
        size = path.stat().st_size
        problem = "manifest.csv is too large"
        manifest = (
            read_manifest(folder, path.read_bytes()) if size <= MAX_BYTES else Manifest(folder=folder, problem=problem)
        )
    except OSError as error:
        manifest = Manifest(folder=folder, problem=f"manifest.csv: {error.strerror}")
    listing.manifests.append(manifest)
    if manifest.problem:
        listing.reported.append(Reported(_shown(name), "unreadable_metadata", manifest.problem, indexed=False))


def _check_manifests(listing: Listing) -> None:
    """A row for no file is a slip that may leave a restricted file open, so it is said."""
    for manifest in listing.manifests:
        if manifest.problem:
            continue
        path = f"{manifest.folder}/{FILE_NAME}".lstrip("/")
        lost = list(_unmatched(listing, manifest))
        if lost:
            detail = f"{len(lost)} of its rows name no file here, the first “{lost[0][:40]}”"
            listing.reported.append(Reported(_shown(path), "unreadable_metadata", detail, indexed=False))
        else:
            listing.skipped.append(Skipped(_shown(path), "metadata of the files beside it"))


def _unmatched(listing: Listing, manifest: Manifest) -> Iterator[str]:
    known = {found.id for found in listing.files}
    for document_id in manifest.rows:
        if document_id not in known and not (listing.root / document_id).exists():
            yield document_id


def _shown(name: str) -> str:
    """A path that can be printed and put into JSON."""
    return unicodedata.normalize("NFC", name.encode(errors="replace").decode())
