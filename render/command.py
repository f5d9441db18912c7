"""The command line for pictures of recorded games, whichever game it is.

The only module here that holds states, from which it makes views.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.errors import NotationError, RecordError
from render.locale import ENGLISH, Words, languages, words_of
from render.picture.paint import Painter
from render.picture.scene import Scene, ThemeName
from render.tables.chart import chart_scene

Found = TypeVar("Found")
Make = Callable[..., Any]
"""A function of a game that makes a scene, a text or a value from a view, names and words."""


class AltTexts(Protocol):
    """What the pictures of a game say to people who cannot see them; a module can be used as
    one."""

    board_alt: Callable[..., str]
    chart_alt: Callable[..., str]
    replay_alt: Callable[..., str]


class NotThere(Exception):
    """What was asked for is not there in a position; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Position:
    """What the pictures of a position are made from."""

    words: Words
    view: Any
    names: Any
    told: Sequence[Any]
    """All events up to this position."""
    theme: ThemeName


@dataclass(frozen=True, slots=True)
class Pictures:
    """What a game can show. The functions take the same arguments for every game."""

    read: Callable[[str], Any]
    """Reads the game in a record; raises RecordError if the text is not a record."""
    view: Make
    previewed: Callable[[Any, str], Mapping[str, Any]]
    """Additional arguments for the board and its alt text to show a turn, from the turn as text and
    a view; raises NotThere if it is not possible there."""
    example: str
    """The text of such a turn."""
    overlays: type[StrEnum]
    painter: Callable[[Any], Painter]
    """The painter for the set-up of a game."""
    look: Make
    board: Make
    others: Mapping[str, Callable[[Position], tuple[Scene, str]]]
    """The other pictures of a position, each with its alt text, by the arguments that ask for them.
    Each raises NotThere where there is nothing to show. One of them is `final`."""
    course: Make
    frame: Make
    replay: Make
    text: Make
    alt: AltTexts

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        one = parser.add_argument
        one("--ply", type=int, help="after which move, 0 being the start (the last)")
        one("--overlay", help=f"one of {', '.join(self.overlays)}")
        one("--preview", metavar="MOVE", help=f'a turn to look at: "{self.example}"')
        one("--seat", type=int, help="who looks at it, counted from 1 (a spectator)")
        one("--theme", choices=("light", "dark"), default="light")
        one("--language", choices=languages(), default=ENGLISH)
        one("--compact", action="store_true", help="only the part that matters")
        one("--out", metavar="FILE", help="where the picture goes")
        one("--alt", action="store_true", help="write the alt text to the terminal")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--replay", metavar="FILE", help="the whole game as an animation")
        for kind in (*self.others, "chart", "text"):
            what.add_argument(f"--{kind}", action="store_const", dest="kind", const=kind)
        parser.set_defaults(kind="board")

    def run(self, options: argparse.Namespace) -> None:
        """Make what was asked for; exit with an error if that is not possible."""
        try:
            _Run(self, options).run()
        except _Refused as refused:
            sys.stderr.write(f"python -m render: error: {refused}\n")
            sys.exit(2)


class _Refused(Exception):
    """An argument that cannot be used, and what is expected instead."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"argument --{argument}: {problem}")


class _Run:
    """One run: the game shown, and the position in it."""

    def __init__(self, pictures: Pictures, options: argparse.Namespace) -> None:
        self.pictures = pictures
        self.options = options
        self.words = words_of(options.language)
        self.played = _game(pictures.read, options.record, options.index)
        self.names = self.played.players
        self.ply = _ply(len(self.played.plies) - 1, options.ply)
        self.plies = self.played.plies[: self.ply + 1]
        seat = _seat(len(self.names), options.seat)
        self.seen = pictures.view(self.plies[-1].state, seat)

    def run(self) -> None:
        if self.options.replay is not None:
            self._replay()
        elif self.options.kind == "text":
            _say(self.pictures.text(self.words, self.seen, self.names))
        else:
            self._picture()

    def _picture(self) -> None:
        if self.options.out is None and not self.options.alt:
            raise _Refused("out", "a file such as board.png is needed")
        scene, alt = self._scene()
        if self.options.alt:
            _say(alt)
        if self.options.out is not None:
            _write("out", self.options.out, self._painter().png(scene))

    def _scene(self) -> tuple[Scene, str]:
        """The scene to draw, and its alt text."""
        made, words, names, theme = self.pictures, self.words, self.names, self.options.theme
        match self.options.kind:
            case "board":
                return self._board()
            case "chart":
                told = [ply.events for ply in self.plies]
                scene = chart_scene(words, made.course(told), names, theme)
                return scene, made.alt.chart_alt(words, told, names)
            case "final" if self.seen.phase != "over":
                raise _Refused("final", f"the game is not over at ply {self.ply}")
            case kind:
                past = [event for ply in self.plies for event in ply.events]
                position = Position(words, self.seen, names, past, theme)
                return self._there(kind, lambda: made.others[kind](position))

    def _there(self, argument: str, find: Callable[[], Found]) -> Found:
        try:
            return find()
        except NotThere as lack:
            raise _Refused(argument, f"{lack} at ply {self.ply}") from None

    def _board(self) -> tuple[Scene, str]:
        overlays, preview = self._overlays(), self._preview()
        events, made, names = self.plies[-1].events, self.pictures, self.names
        look = self._look(overlays)
        scene = made.board(self.seen, names, events=events, look=look, **preview)
        alt = made.alt.board_alt(
            self.words, self.seen, names, events=events, overlays=overlays, **preview
        )
        return scene, alt

    def _overlays(self) -> tuple[StrEnum, ...]:
        known, name = self.pictures.overlays, self.options.overlay
        if name is None:
            return ()
        if name not in set(known):
            raise _Refused("overlay", f"one of {', '.join(known)} is expected, not {name!r}")
        return (known(name),)

    def _look(self, overlays: tuple[StrEnum, ...] = ()) -> Any:
        options = self.options
        return self.pictures.look(
            options.theme, overlays, options.compact, words=self.words, legend=bool(overlays)
        )

    def _preview(self) -> Mapping[str, Any]:
        text = self.options.preview
        if text is None:
            return {}
        try:
            return self._there("preview", lambda: self.pictures.previewed(self.seen, text))
        except NotationError as error:
            raise _Refused("preview", str(error)) from None

    def _replay(self) -> None:
        made = self.pictures
        frames = [made.frame(made.view(ply.state, None), ply.events) for ply in self.plies]
        if self.options.alt:
            _say(made.alt.replay_alt(self.words, frames, self.names))
        file = made.replay(self._painter(), frames, self.names, self._look())
        _write("replay", self.options.replay, file)

    def _painter(self) -> Painter:
        return self.pictures.painter(self.played.setup)


def recorded_game(file: str | None, index: int) -> str:
    """The game that a record names in its format, such as `carcassonne-record/1`; empty if there is
    no record, or it names no game."""
    try:
        record = json.loads(_lines(file)[index])
        return str(record["format"]).partition("-record/")[0]
    except (_Refused, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _lines(file: str | None) -> list[str]:
    if file is None:
        raise _Refused("record", "a file with one record a line is needed")
    try:
        return Path(file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _Refused("record", f"{file} cannot be read ({error})") from None


def _game(read: Callable[[str], Any], file: str | None, index: int) -> Any:
    lines = _lines(file)
    if index not in range(len(lines)):
        raise _Refused("index", f"0 to {len(lines) - 1} is expected, not {index}")
    try:
        return read(lines[index])
    except RecordError as error:
        raise _Refused("record", f"line {index + 1} of {file} is not a record: {error}") from None


def _ply(last: int, asked: int | None) -> int:
    if asked is None:
        return last
    if asked not in range(last + 1):
        raise _Refused("ply", f"0 to {last} is expected, not {asked}")
    return asked


def _seat(seats: int, asked: int | None) -> int | None:
    if asked is None:
        return None
    if asked not in range(1, seats + 1):
        raise _Refused("seat", f"1 to {seats} is expected, not {asked}")
    return asked - 1


def _write(argument: str, file: str, content: bytes) -> None:
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise _Refused(argument, f"{file} cannot be written ({error})") from None


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
