"""Command line for pictures of recorded games, whichever game it is: the only module here that
holds states, from which it makes views."""

import argparse
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.errors import NotationError, RecordError
from engine.questions import Part
from engine.records import PlayedGame, RecordedState, RecordFormat
from render.locale import ENGLISH, languages, words_of
from render.picture.paint import Painter
from render.pictures import Drawing, E, GamePictures, NotThere, V
from render.subject import Subject
from render.tables.replay import Frame

S = TypeVar("S", bound=RecordedState)
M = TypeVar("M")


class Refused(Exception):
    """An argument that cannot be used, and what is expected instead."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"argument --{argument}: {problem}")


class Command(ABC, Generic[S, M, E, V]):
    pictures: type[GamePictures[V, E]]
    records: RecordFormat[S, M, E, Any, Any]
    example: str
    """A turn in notation."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Make the view of a seat, or of a spectator."""

    @abstractmethod
    def painter(self, setup: Any) -> Painter:
        """Make the painter for games that began with this setup."""

    @abstractmethod
    def preview_parts(self, view: V, text: str) -> Sequence[Part]:
        """Read the parts of a turn from notation. Raises NotationError, or NotThere if it is not
        possible."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add = parser.add_argument
        add("--ply", type=int, help="after which move, 0 being the start (the last)")
        add("--overlay", help=f"one of {', '.join(self.pictures.overlay)}")
        add("--preview", metavar="MOVE", help=f'a turn to look at: "{self.example}"')
        add("--seat", type=int, help="who looks at it, counted from 1 (a spectator)")
        add("--theme", choices=("light", "dark"), default="light")
        add("--language", choices=languages(), default=ENGLISH)
        add("--compact", action="store_true", help="only the part that matters")
        add("--out", metavar="FILE", help="where the picture goes")
        add("--alt", action="store_true", help="write the alt text to the terminal")
        outputs = parser.add_mutually_exclusive_group()
        outputs.add_argument("--replay", metavar="FILE", help="the whole game as an animation")
        for kind in (*self.pictures.extras, "final", "chart", "text"):
            outputs.add_argument(f"--{kind}", action="store_const", dest="kind", const=kind)
        parser.set_defaults(kind="board")

    def run(self, options: argparse.Namespace) -> None:
        """Write what the options ask for. Raises Refused if that is not possible."""
        words = words_of(options.language)
        game = self._read_game(options)
        pictures = self.pictures(partial(self.painter, game.setup), options.theme)
        last = len(game.plies) - 1

        def frame(ply: int, seat: int | None) -> Frame[V, E]:
            return Frame(self.view(game.plies[ply].state, seat), game.plies[ply].events)

        ply = _in_range("ply", options.ply, 0, last, default=last)
        seat = _in_range("seat", options.seat, 1, len(game.players), default=None)
        current = frame(ply, None if seat is None else seat - 1)
        subject = Subject(current.view, game.players, current.events)

        if options.replay is not None:
            frames = [frame(number, None) for number in range(ply + 1)]
            drawing = pictures.replay(words, frames, game.players)
            _write(drawing, "replay", options.replay, alt=options.alt)
            return
        if options.kind == "text":
            sys.stdout.write(f"{pictures.text_board(words, subject)}\n")
            return
        if options.out is None and not options.alt:
            raise Refused("out", "a file such as board.png is needed")
        moves = [recorded.events for recorded in game.plies[: ply + 1]]
        requested: Drawing | None
        match options.kind:
            case "board":
                overlays = [options.overlay] if options.overlay else []
                available = pictures.overlays
                if not {*overlays} <= {*available}:
                    expected = f"one of {', '.join(available)} is expected, not {options.overlay!r}"
                    raise Refused("overlay", expected)
                requested = pictures.board(
                    words,
                    replace(subject, parts=self._parts(options.preview, current.view, ply)),
                    overlays=overlays,
                    compact=options.compact,
                    legend=bool(overlays),
                )
            case "chart":
                requested = pictures.chart(words, moves, game.players)
            case "final":
                requested = pictures.final(words, subject, moves)
            case kind:
                try:
                    requested = pictures.extra(kind, words, subject)
                except NotThere as lack:
                    raise Refused(kind, f"{lack} at ply {ply}") from None
        if requested is None:
            raise Refused(options.kind, f"the game is not over at ply {ply}")
        _write(requested, "out", options.out, alt=options.alt)

    def _read_game(self, options: argparse.Namespace) -> PlayedGame[S, M, E]:
        lines = _lines(options.record)
        if options.index not in range(len(lines)):
            expected = f"0 to {len(lines) - 1} is expected, not {options.index}"
            raise Refused("index", expected)
        where = f"line {options.index + 1} of {options.record}"
        try:
            played = self.records.read(lines[options.index])
        except RecordError as error:
            raise Refused("record", f"{where} is not a record: {error}") from None
        if played.skipped:
            skipped = ", ".join(map(repr, played.skipped))
            sys.stderr.write(f"warning: {where} has keys that are unknown here: {skipped}\n")
        return played

    def _parts(self, preview: str | None, view: V, ply: int) -> Sequence[Part]:
        if preview is None:
            return ()
        try:
            return self.preview_parts(view, preview)
        except NotThere as lack:
            raise Refused("preview", f"{lack} at ply {ply}") from None
        except NotationError as error:
            raise Refused("preview", str(error)) from None


def read_game_name(file: str | None, index: int) -> str:
    """Read the game that a record names in its format, such as `carcassonne-record/1`; empty if
    there is no record, or it names no game."""
    try:
        record = json.loads(_lines(file)[index])
        return str(record["format"]).partition("-record/")[0]
    except (Refused, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _lines(file: str | None) -> list[str]:
    if file is None:
        raise Refused("record", "a file with one record a line is needed")
    try:
        return Path(file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("record", f"{file} cannot be read ({error})") from None


N = TypeVar("N", int, None)


def _in_range(argument: str, number: int | None, first: int, last: int, *, default: N) -> int | N:
    if number is None:
        return default
    if number not in range(first, last + 1):
        raise Refused(argument, f"{first} to {last} is expected, not {number}")
    return number


def _write(drawing: Drawing, argument: str, file: str | None, *, alt: bool) -> None:
    if alt:
        sys.stdout.write(f"{drawing.alt}\n")
    if file is not None:
        try:
            Path(file).write_bytes(drawing.paint())
        except OSError as error:
            raise Refused(argument, f"{file} cannot be written ({error})") from None
