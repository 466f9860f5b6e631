"""Files for results: refused before any work if they cannot be written, and never found half-written."""

from __future__ import annotations

import csv
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from tacora.cli.results import check_file, check_picture, write_csv, write_whole
from tacora.game import Refused

SEALED = Path("/proc")
"""A folder that takes no file, not even from root."""


def refusal_of(file: str | Path, *, picture: bool = False) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        (check_picture if picture else check_file)(str(file))
    return refused.value.code, refused.value.facts


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# What is refused


def test_no_file_is_always_fine() -> None:
    check_file(None)
    check_picture(None)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    assert refusal_of(folder / "x.csv") == ("no-folder", {"folder": str(folder)})
    assert refusal_of(folder / "x.png", picture=True) == ("no-folder", {"folder": str(folder)})


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert refusal_of(tmp_path / "file" / "x.csv")[0] == "no-folder"


@pytest.mark.parametrize("name", ["folder", "folder.png", ""])
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    code, facts = refusal_of(folder, picture=name.endswith(".png"))
    assert (code, facts["detail"]) == ("unwritable-file", "Is a directory")


@pytest.mark.skipif(not SEALED.is_dir(), reason="there is no folder that nobody can write to")
@pytest.mark.parametrize("name", ["x.csv", "x.png"])
def test_a_folder_that_takes_no_file_from_anybody(name: str) -> None:
    code, facts = refusal_of(SEALED / name, picture=name.endswith("png"))
    assert (code, facts["file"]) == ("unwritable-file", f"/proc/{name}")


def test_what_belongs_to_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anywhere, so the answer of the system is given here."""
    file = tmp_path / "x.csv"
    file.write_text("mine")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert refusal_of(file) == ("unwritable-file", {"file": str(file), "detail": "Permission denied"})
    assert file.read_text() == "mine"


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert refusal_of(tmp_path / ("x" * 300))[0] == "unwritable-file"


@pytest.mark.parametrize("name", ["x", "x.gif", "x.jpg", "png", ".png", "x.png.txt", "x.", "x.svgz"])
def test_a_picture_is_called_by_its_kind(tmp_path: Path, name: str) -> None:
    code, facts = refusal_of(tmp_path / name, picture=True)
    assert (code, facts["known"]) == ("picture-kind", ".png, .svg, .pdf")
    check_file(str(tmp_path / name))


def test_a_picture_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert refusal_of(tmp_path / "x.png", picture=True) == ("needs-study", {})
    check_file(str(tmp_path / "x.csv"))


# What is fine, and leaves no trace


@pytest.mark.parametrize("name", ["x.png", "x.svg", "x.pdf", "X.PNG", "a b.Svg", "é.pdf", "x" * 251 + ".png"])
def test_checking_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    check_picture(str(tmp_path / name))
    assert names(tmp_path) == []


def test_checking_leaves_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("before")
    check_file(str(file))
    assert file.read_text() == "before"
    assert names(tmp_path) == ["x.csv"]


def test_a_file_in_the_folder_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_file("x.csv")
    write_csv("x.csv", ["a"], [[1]])
    assert names(tmp_path) == ["x.csv"]


# What is written


def test_whatever_passed_the_check_can_be_written(tmp_path: Path) -> None:
    """Even the longest name that a folder takes."""
    file = tmp_path / ("x" * 251 + ".csv")
    check_file(str(file))
    write_csv(str(file), ["a"], [[1]])
    assert names(tmp_path) == [file.name]


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(b"a long time ago")

    def write(out: BinaryIO) -> None:
        out.write(b"now")
        assert file.read_bytes() == b"a long time ago"

    write_whole(str(file), write)
    assert file.read_bytes() == b"now"
    assert names(tmp_path) == ["x.bin"]


def test_whoever_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(b"old")

    def write(out: BinaryIO) -> None:
        out.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(str(file), write)
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["x.bin"]


def test_a_folder_that_went_away_meanwhile(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    check_file(str(folder / "x.csv"))
    folder.rmdir()
    with pytest.raises(Refused) as refused:
        write_csv(str(folder / "x.csv"), ["a"], [])
    assert refused.value.code == "unwritable-file"


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_file_is_as_open_to_others_as_their_owner_wants(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_csv(str(tmp_path / "x.csv"), ["a"], [])
        assert os.umask(mask) == mask, "the setting itself is left as it was"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x.csv").stat().st_mode) == 0o666 & ~mask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.csv").symlink_to(tmp_path / "folder" / "real.csv")
    check_file(str(tmp_path / "link.csv"))
    write_csv(str(tmp_path / "link.csv"), ["a"], [])
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "folder" / "real.csv").read_text() == "a\n"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """As with --csv >(gzip); /dev/null is not for root to lose, either."""
    named = tmp_path / "pipe.csv"
    os.mkfifo(named)
    with open(named, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as out:
        check_file(str(named))
        write_csv(str(named), ["a", "b"], [[1, 2]])
        assert out.read() == b"a,b\n1,2\n"
    assert stat.S_ISFIFO(named.stat().st_mode)
    assert names(tmp_path) == ["pipe.csv"]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="open files have no names here")
def test_an_open_file_has_a_name() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as out:
        check_file(f"/dev/fd/{writing}")
        write_csv(f"/dev/fd/{writing}", ["a"], [[1]])
        os.close(writing)
        assert out.read() == b"a\n1\n"


def test_tables_for_programs_and_spreadsheets(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    rows = [["gems:10", 1, 0.1], ['a "b", c', 2, 1e-9], ["é", 3, 123456789.123456789]]
    write_csv(str(file), ["bot", "n", "share"], rows)
    data = file.read_bytes()
    assert b"\r" not in data
    with file.open(encoding="utf-8", newline="") as opened:
        read = list(csv.DictReader(opened))
    assert [[row["bot"], int(row["n"]), float(row["share"])] for row in read] == rows
