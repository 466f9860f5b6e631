"""A game at one keyboard, from within: nothing is shown before it is kept, and where it is kept is nobody else's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tacora.cli.shelf import Shelf, read, write
from tacora.game import Refused
from tacora.games.diamant.kind import DiamantKind
from tacora.games.diamant.record import DiamantRecord
from tacora.games.diamant.terminal.plan import DiamantPlan
from tacora.games.diamant.terminal.session import DiamantSession
from tacora.narration.catalogue import catalogue
from tacora.table import AnySave
from tacora.terminal.screen import Picture, Screen
from tacora.terminal.session import Quit

SEED = bytes(31) + b"\x07"
ENGLISH = catalogue("en")


class Script(Screen):
    """A screen with its answers written beforehand; it remembers what it did, in order."""

    def __init__(self, *answers: str, interrupted_at: int | None = None) -> None:
        self._answers = list(answers)
        self._tellings = 0
        self._interrupted_at = interrupted_at
        self.done: list[tuple[str, str]] = []

    def say(self, *lines: str) -> None:
        self.done += [("say", line) for line in lines]

    def ask(self, prompt: str, *, secret: bool = False) -> str:
        self.done.append(("ask", prompt))
        if not self._answers:
            raise EOFError
        return self._answers.pop(0)

    def tell(self, sentences: Iterable[str]) -> None:
        if self._tellings == self._interrupted_at:
            raise KeyboardInterrupt
        self._tellings += 1
        self.done += [("tell", sentence) for sentence in sentences]

    def show(self, picture: Picture) -> None:
        self.done.append(("show", "\n".join(str(line) for line in picture(80))))

    @property
    def kinds(self) -> Iterator[str]:
        """What was done, without repetition."""
        before = ""
        for kind, _ in self.done:
            if kind != before:
                yield kind
            before = kind


def laid(*people: str, bots: tuple[str, ...] = ("never", "never"), edition: str = "tacora-2024") -> AnySave:
    return DiamantPlan(edition=edition, people=people or ("Ana",), bots=bots).laid(ENGLISH, SEED)


def sat(saved: AnySave, screen: Screen, folder: Path) -> tuple[DiamantSession, Path]:
    assert isinstance(saved.record, DiamantRecord)
    shelf = Shelf(folder)
    file = folder / "games" / "game.json"
    return DiamantSession(DiamantKind().table(saved, Random(0)), ENGLISH, screen, shelf.keeper(file)), file


def decisions(file: Path) -> list[str]:
    record = read(file).record
    assert isinstance(record, DiamantRecord)
    return [word for row in record.decisions for word in row]


# Kept before told


def test_a_game_is_kept_before_its_first_card_is_told(tmp_path: Path) -> None:
    session, file = sat(laid(), Script(interrupted_at=0), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        session.play(resumed=False)
    assert read(file) == laid()


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_step_is_kept_before_it_is_told(tmp_path: Path, steps: int) -> None:
    """Interrupted in the middle of telling it: the step lies there, and can never be played differently."""
    session, file = sat(laid(), Script(*"ccc", interrupted_at=steps), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        session.play(resumed=False)
    assert decisions(file) == ["CCC"] * steps


def test_the_last_step_is_kept_before_it_is_told(tmp_path: Path) -> None:
    """The game is over on the disk before anybody hears who won, and going on with it tells the end."""
    session, file = sat(laid(edition="tiny", bots=("cards:1", "cards:1")), Script("l", "l", interrupted_at=2), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        session.play(resumed=False)
    assert decisions(file) == ["LLL", "LLL"]
    screen = Script()
    again, file = sat(read(file), screen, tmp_path)
    again.play(resumed=True)
    assert ("say", "Final scores:") in screen.done
    assert "ask" not in list(screen.kinds)
    assert not file.exists()
    assert [record.name for record in (tmp_path / "records").iterdir()] == [file.name]


def test_a_step_that_cannot_be_kept_is_said_so_before_it_is_told(tmp_path: Path) -> None:
    screen = Script("c")
    session, file = sat(laid(), screen, tmp_path)
    (tmp_path / "games").mkdir()
    keep = session._keeper.keep
    kept = []

    def fail_later(*game: object) -> None:
        kept.append(game)
        if len(kept) > 1:
            raise Refused("unwritable-file", file=str(file), detail="full")
        keep(session.table.saved())

    session._keeper.keep = fail_later  # type: ignore[method-assign, assignment]
    with pytest.raises(EOFError):
        session.play(resumed=False)
    at = screen.done.index(("say", f"{file}: cannot be written (full)"))
    assert ("tell", "All continue.") in screen.done[at:]
    assert ("tell", "All continue.") not in screen.done[:at]
    assert not session.keep()


def test_sealed_decisions_are_kept_and_announced(tmp_path: Path) -> None:
    session, file = sat(laid("Ana", "Bob", "Cleo", bots=()), Script("l", "c"), tmp_path)
    with pytest.raises(EOFError):
        session.play(resumed=False)
    assert read(file).sealed == {"0": "L", "1": "C"}
    screen = Script()
    again, _ = sat(read(file), screen, tmp_path)
    with pytest.raises(EOFError):
        again.play(resumed=True)
    at = screen.done.index(("say", "Your game goes on where it was."))
    said = [line for kind, line in screen.done[at:] if kind == "say"]
    assert [line for line in said if "decided" in line] == ["Already decided: Ana and Bob."]
    assert screen.done[-1] == ("ask", "Cleo, in secret. Continue or leave? c or l, ? for help: ")


# The picture


def test_the_picture_comes_before_the_sentences(tmp_path: Path) -> None:
    screen = Script("c", "quit")
    session, _ = sat(laid(), screen, tmp_path)
    with pytest.raises(Quit):
        session.play(resumed=False)
    assert list(screen.kinds) == ["say", *["show", "tell", "say", "ask"] * 2]


def test_there_is_no_picture_while_bots_play_among_themselves(tmp_path: Path) -> None:
    screen = Script("l", "quit")
    session, _ = sat(laid(bots=("cards:4", "cards:4")), screen, tmp_path)
    with pytest.raises(Quit):
        session.play(resumed=False)
    told = [at for at, (kind, line) in enumerate(screen.done) if kind == "tell" and line.startswith("You leave.")]
    asked = [at for at, (kind, _) in enumerate(screen.done) if kind == "ask"]
    between = screen.done[told[0] : asked[1]]
    assert [kind for kind, _ in between].count("show") == 1
    assert sum(line.startswith("Treasure") or "first time" in line for kind, line in between if kind == "tell") > 2


def test_there_is_a_picture_at_the_end(tmp_path: Path) -> None:
    screen = Script("l", "l")
    session, _ = sat(laid(edition="tiny", bots=("cards:1", "cards:1")), screen, tmp_path)
    session.play(resumed=False)
    last = [kind for kind in screen.kinds if kind != "ask"][-3:]
    assert last == ["show", "tell", "say"]
    assert [kind for kind, _ in screen.done].count("show") == 3


def test_resuming_shows_the_table_and_then_what_happened(tmp_path: Path) -> None:
    session, file = sat(laid(), Script("c"), tmp_path)
    with pytest.raises(EOFError):
        session.play(resumed=False)
    screen = Script()
    again, _ = sat(read(file), screen, tmp_path)
    with pytest.raises(EOFError):
        again.play(resumed=True)
    shown = next(at for at, (kind, _) in enumerate(screen.done) if kind == "show")
    assert shown < screen.done.index(("say", "In this expedition so far:"))


# The shelf


def test_a_game_in_use_is_nobody_else_s(tmp_path: Path) -> None:
    file = tmp_path / "games" / "game.json"
    with Shelf(tmp_path).held(file):
        with pytest.raises(Refused) as refused, Shelf(tmp_path).held(file):
            pass
        assert (refused.value.code, refused.value.facts) == ("game-in-use", {"file": str(file)})
        with Shelf(tmp_path).held(file.with_name("other.json")):
            pass
    with Shelf(tmp_path).held(file):
        pass
    assert list(file.parent.iterdir()) == []


def test_a_game_is_free_again_whatever_happened(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with pytest.raises(KeyboardInterrupt), Shelf(tmp_path).held(file):
        raise KeyboardInterrupt
    with Shelf(tmp_path).held(file):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_lock_left_behind_by_the_dead_holds_nobody_off(tmp_path: Path) -> None:
    (tmp_path / "game.json.lock").touch()
    with Shelf(tmp_path).held(tmp_path / "game.json"):
        pass


def test_a_lock_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    with pytest.raises(Refused) as refused, Shelf(tmp_path).held(tmp_path / "games" / "game.json"):
        pass
    assert refused.value.code == "unwritable-file"


def test_what_is_written_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Even where the user lets everybody read and write new files."""
    before = os.umask(0)
    try:
        file = tmp_path / "games" / "game.json"
        with Shelf(tmp_path).held(file):
            assert (tmp_path / "games" / "game.json.lock").stat().st_mode & 0o777 == 0o600
            write(file, b"{}")
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
        # A file that others could read is replaced by one that they cannot.
        file.chmod(0o644)
        write(file, b"[]")
        assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"[]", 0o600)
    finally:
        os.umask(before)


def test_unfinished_games_come_newest_first_and_without_what_is_damaged(tmp_path: Path) -> None:
    shelf, games = Shelf(tmp_path), tmp_path / "games"
    assert shelf.unfinished() == []
    for age, name in enumerate(("new", "middle", "old")):
        session, _ = sat(laid(name), Script(), tmp_path)
        shelf.keeper(games / f"{name}.json").keep(session.table.saved())
        os.utime(games / f"{name}.json", (1_000_000 - age, 1_000_000 - age))
    for damage, content in (("empty", b""), ("bytes", b"\xff"), ("record", b'{"format":"tacora-record/1"}')):
        (games / f"{damage}.json").write_bytes(content)
    (games / "folder.json").mkdir()
    (games / "gone.json").symlink_to(tmp_path / "nowhere")
    (games / "new.json.lock").touch()
    (games / "new.json.17.new").write_bytes(b"{")
    assert [(file.name, saved.record.seats[0]) for file, saved in shelf.unfinished()] == [
        ("new.json", "new"),
        ("middle.json", "middle"),
        ("old.json", "old"),
    ]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems keep data elsewhere")
@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ({"TACORA_HOME": "/t", "XDG_DATA_HOME": "/x", "HOME": "/h"}, "/t"),
        ({"XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/tacora"),
        ({"TACORA_HOME": "", "XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/tacora"),
        ({"HOME": "/h"}, "/h/.local/share/tacora"),
        ({"XDG_DATA_HOME": "", "HOME": "/h"}, "/h/.local/share/tacora"),
    ],
)
def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], folder: str) -> None:
    for name in ("TACORA_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert Shelf.of_this_user().place_for(laid()).parent == Path(folder) / "games"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_other_systems_keep_games(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.delenv("TACORA_HOME", raising=False)
    monkeypatch.setattr("tacora.cli.shelf.sys.platform", system)
    monkeypatch.setattr("tacora.cli.shelf.click.get_app_dir", lambda name: f"/data of {name}")
    assert Shelf.of_this_user().place_for(laid()).parent == Path("/data of tacora/games")
