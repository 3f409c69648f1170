"""What becomes of every entry below a root before any file is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.ingest.report import Skipped
from bot.ingest.walk import walk


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def ids(root: Path) -> list[str]:
    return [found.id for found in walk(root).files]


def test_names_are_paths_below_the_root(tmp_path: Path) -> None:
    write(tmp_path, {"b.md": "x", "O'Brien #2 (final).MD": "x", "a/50% off.txt": "x", "a/README": "x"})
    assert ids(tmp_path) == ["O'Brien #2 (final).MD", "a/50% off.txt", "a/README", "b.md"]


@pytest.mark.parametrize(
    "name",
    ["~$lock.docx", ".hidden.md", ".git/a.md", "Thumbs.db", "a.md~", "a.md.swp", ".~lock.a.odt#", "logo.png", "x.py"],
)
def test_left_out_by_name(tmp_path: Path, name: str) -> None:
    listing = walk(write(tmp_path, {name: "x"}))
    assert (listing.files, len(listing.skipped), listing.reported, listing.refused) == ([], 1, [], [])


def test_office_files_are_no_secret(tmp_path: Path) -> None:
    assert ids(write(tmp_path, {"a.docx": "x", "b.xlsx": "x"})) == ["a.docx", "b.xlsx"]


def test_links(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"real/doc.md": "x"})
    write(tmp_path, {"outside.md": "secret", "away/a.md": "secret"})
    (root / "alias.md").symlink_to("real/doc.md")
    (root / "folder").symlink_to("real")
    (root / "up").symlink_to("..")
    (root / "self").symlink_to(".")
    (root / "out.md").symlink_to(tmp_path / "outside.md")
    (root / "away").symlink_to(tmp_path / "away")
    (root / "loop_a").symlink_to("loop_b")
    (root / "loop_b").symlink_to("loop_a")
    (root / "gone.md").symlink_to("nowhere.md")
    listing = walk(root)
    assert [found.id for found in listing.files] == ["real/doc.md"]
    assert sorted(entry.path for entry in listing.refused) == ["away", "out.md", "up"]
    assert {entry.reason for entry in listing.refused} == {"outside_root"}
    assert {entry.path: entry.reason for entry in listing.skipped} == {
        "alias.md": "alias of real/doc.md",
        "folder": "alias of real",
        "self": "alias of .",
        "loop_a": "a link that leads nowhere",
        "loop_b": "a link that leads nowhere",
        "gone.md": "a link that leads nowhere",
    }


def test_a_root_may_be_a_link_and_a_file(tmp_path: Path) -> None:
    root = write(tmp_path / "root", {"a.md": "x"})
    (tmp_path / "link").symlink_to("root")
    assert walk(tmp_path / "link").name == str(root.resolve())
    assert ids(root / "a.md") == ["a.md"]
    assert not walk(tmp_path / "nowhere").exists


def test_one_name_in_two_unicode_forms_is_one_id(tmp_path: Path) -> None:
    write(tmp_path, {"caf\u00e9.md": "x", "cafe\u0301.md": "y"})
    listing = walk(tmp_path)
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system keeps one form of a name")
    assert [found.id for found in listing.files] == ["caf\u00e9.md"]
    assert [(entry.path, entry.reason) for entry in listing.reported] == [("caf\u00e9.md", "duplicate_id")]


def test_a_name_that_is_not_text_is_reported(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.md")).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    listing = walk(tmp_path)
    assert [(entry.path, entry.reason) for entry in listing.reported] == [("bad?.md", "bad_name")]


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert walk(tmp_path).skipped == [Skipped("pipe.md", "not a file")]


def test_manifests(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "manifest.csv": "path,owner\na/x.md,hr\n",
            "a/x.md": "x",
            "b/manifest.csv": "path,owner\nmissing.md,hr\n",
            "c/manifest.csv": "name,owner\nx.md,hr\n",
        },
    )
    listing = walk(root)
    assert listing.skipped == [Skipped("manifest.csv", "metadata of the files beside it")]
    assert sorted(entry.path for entry in listing.reported) == ["b/manifest.csv", "c/manifest.csv"]
    assert sorted(manifest.folder for manifest in listing.manifests) == ["", "b", "c"]


def test_a_folder_that_cannot_be_listed_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"open/a.md": "x", "shut/b.md": "x"})
    real = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)  # as root every folder can be listed
    listing = walk(tmp_path)
    assert [found.id for found in listing.files] == ["open/a.md"]
    assert (listing.closed, listing.reported[0].reason) == (["shut"], "unreadable_folder")


def test_deep_folders(tmp_path: Path) -> None:
    deep = "/".join(["d"] * 300)
    assert ids(write(tmp_path, {f"{deep}/a.md": "x"})) == [f"{deep}/a.md"]
