"""manifest.csv: rows for files, and what happens where they can't be trusted."""

from __future__ import annotations

from bot.ingest.blocks import Rejected
from bot.ingest.manifest import read_manifest, row_for


def test_rows_are_found_by_path_below_the_csv() -> None:
    manifest = read_manifest("pdf", "\ufeffFile;Owner;valid_from\r\na.pdf;hr;2024-01-01\r\nsub\\b.pdf;;\r\n".encode())
    assert row_for("pdf/a.pdf", [manifest]) == {"Owner": "hr", "valid_from": "2024-01-01"}
    assert row_for("pdf/sub/b.pdf", [manifest]) == {}
    assert row_for("other/a.pdf", [manifest]) == {}


def test_the_nearest_of_several_wins_key_by_key() -> None:
    top = read_manifest("", b"path,owner,plan\nsub/a.md,top,Team\n")
    near = read_manifest("sub", b"path,owner\n./a.md,near\n")
    assert row_for("sub/a.md", [top, near]) == {"owner": "near", "plan": "Team"}


def test_names_match_in_any_unicode_form() -> None:
    manifest = read_manifest("", "path,owner\nCafe\u0301.md,hr\n".encode())
    assert row_for("Caf\u00e9.md", [manifest]) == {"owner": "hr"}


def test_a_broken_row_takes_its_file_out() -> None:
    for csv in (
        b"path,audience\na.md,hr,legal\n",
        b"path,audience\na.md,hr\na.md,public\n",
        b"path,acl,ACL\na.md,x,y\n",
    ):
        row = row_for("a.md", [read_manifest("", csv)])
        assert isinstance(row, Rejected) and row.withhold


def test_nothing_below_a_broken_manifest_is_read() -> None:
    for csv in (b"name,audience\na.md,hr\n", b"", b'path,audience\n"a.md,hr\n', b"path,x\n\x81\x8d\xff\xfe\x90\x9d\n"):
        manifest = read_manifest("hr", csv)
        assert manifest.problem
        assert isinstance(row_for("hr/deep/a.md", [manifest]), Rejected)
        assert row_for("hrx/a.md", [manifest]) == {}
