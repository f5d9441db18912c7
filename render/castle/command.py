"""Pictures of recorded games of The Castle, for the command line.

The only module here that holds states, to make views of them.
"""

import argparse
import sys
from pathlib import Path

from engine.castle.seen.view import View, view
from engine.castle.stored.record_reading import read_record
from engine.castle.stored.record_writing import Played
from engine.castle.vocabulary.events import Event
from engine.castle.vocabulary.moves import Turn
from engine.castle.vocabulary.notation import parse_move
from engine.errors import NotationError, RecordError
from render.castle.art.colours.palette import shared_palette
from render.castle.art.sprites import load_sprites
from render.castle.board.board import Look, board_scene
from render.castle.board.overlays import Overlay
from render.castle.final import final_scene
from render.castle.replay import Moment, replay_gif
from render.castle.rotations import rotations_scene
from render.castle.sheet import sheet_scene
from render.castle.tables import course
from render.castle.text import alt_text
from render.castle.text.text_board import text_board
from render.locale import ENGLISH, languages, words_of
from render.picture.paint import Painter
from render.picture.scene import Scene
from render.tables.chart import chart_scene

KINDS = ("sheet", "rotations", "final", "chart", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--record", required=True, metavar="FILE", help="one record a line")
    parser.add_argument("--index", type=int, default=0, help="which game of the file, from 0")
    parser.add_argument("--ply", type=int, help="after which move, 0 being the start (the last)")
    parser.add_argument("--overlay", default="", help=f"any of {','.join(Overlay)}")
    parser.add_argument("--preview", metavar="MOVE", help='a turn to look at: "E5 r1 knight@N"')
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--language", choices=languages(), default=ENGLISH)
    parser.add_argument("--compact", action="store_true", help="only the part that matters")
    parser.add_argument("--out", metavar="FILE", help="where the picture goes")
    parser.add_argument("--alt", action="store_true", help="write the alt text to the terminal")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--replay", metavar="FILE", help="the whole game as an animation")
    for kind in KINDS:
        what.add_argument(f"--{kind}", action="store_const", dest="kind", const=kind)
    parser.set_defaults(kind="board")


def run(options: argparse.Namespace) -> None:
    """Make what was asked for; exit with an error where that is not possible."""
    try:
        _Command(options).run()
    except _Refused as refused:
        sys.stderr.write(f"python -m render: error: {refused}\n")
        sys.exit(2)


class _Refused(Exception):
    """An argument that cannot be used, and what is expected instead."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"argument --{argument}: {problem}")


class _Command:
    """One run: the game shown, and the position in it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.words = words_of(options.language)
        self.played = _game(options.record, options.index)
        self.ply = _ply(self.played, options.ply)

    def run(self) -> None:
        if self.options.replay is not None:
            self._replay()
        elif self.options.kind == "text":
            _say(text_board(self.words, self.seen, self.played.players))
        else:
            self._picture()

    @property
    def seen(self) -> View:
        return view(self.played.plies[self.ply].state, None)

    @property
    def past(self) -> list[Event]:
        """The events up to the position."""
        return [event for ply in self.played.plies[: self.ply + 1] for event in ply.events]

    def _picture(self) -> None:
        if self.options.out is None and not self.options.alt:
            raise _Refused("out", "a file such as board.png is needed")
        scene, alt = self._scene()
        if self.options.alt:
            _say(alt)
        if self.options.out is not None:
            _write("out", self.options.out, self._painter().png(scene))

    def _scene(self) -> tuple[Scene, str]:
        """The scene and its alt text."""
        seen, names, theme = self.seen, self.played.players, self.options.theme
        words = self.words
        match self.options.kind:
            case "sheet":
                return sheet_scene(words, seen, theme), alt_text.sheet_alt(words, seen)
            case "rotations":
                turned = rotations_scene(words, seen, theme)
                if turned is None:
                    raise _Refused("rotations", f"no tile is drawn at ply {self.ply}")
                return turned, alt_text.rotations_alt(words, seen)
            case "final":
                if seen.phase != "over":
                    raise _Refused("final", f"the game is not over at ply {self.ply}")
                scene = final_scene(words, seen, names, self.past, theme)
                return scene, alt_text.final_alt(words, seen, names, self.past)
            case "chart":
                told = [ply.events for ply in self.played.plies[: self.ply + 1]]
                scene = chart_scene(words, course(told), names, theme)
                return scene, alt_text.chart_alt(words, told, names)
            case _:
                return self._board()

    def _board(self) -> tuple[Scene, str]:
        seen, names = self.seen, self.played.players
        overlays, preview = _overlays(self.options.overlay), self._preview(seen)
        events = self.played.plies[self.ply].events
        look = Look(self.options.theme, overlays, self.options.compact, words=self.words)
        scene = board_scene(seen, names, events=events, preview=preview, look=look)
        alt = alt_text.board_alt(
            self.words, seen, names, events=events, preview=preview, overlays=overlays
        )
        return scene, alt

    def _preview(self, seen: View) -> Turn | None:
        if self.options.preview is None:
            return None
        try:
            move = parse_move(self.options.preview)
        except NotationError as error:
            raise _Refused("preview", str(error)) from None
        if not isinstance(move, Turn) or move.placement not in seen.placements:
            raise _Refused("preview", "the drawn tile cannot be laid there")
        return move

    def _replay(self) -> None:
        plies = self.played.plies[: self.ply + 1]
        moments = [Moment(view(ply.state, None), ply.events) for ply in plies]
        names, look = self.played.players, Look(self.options.theme, words=self.words)
        if self.options.alt:
            _say(alt_text.replay_alt(self.words, moments, names))
        file = replay_gif(self._painter(), moments, names, look)
        _write("replay", self.options.replay, file)

    def _painter(self) -> Painter:
        return Painter(load_sprites(self.played.setup.catalogue), shared_palette())


def _game(file: str, index: int) -> Played:
    try:
        lines = Path(file).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _Refused("record", f"{file} cannot be read ({error})") from None
    if index not in range(len(lines)):
        raise _Refused("index", f"0 to {len(lines) - 1} is expected, not {index}")
    try:
        return read_record(lines[index])
    except RecordError as error:
        raise _Refused("record", f"line {index + 1} of {file} is not a record: {error}") from None


def _ply(played: Played, asked: int | None) -> int:
    last = len(played.plies) - 1
    if asked is None:
        return last
    if asked not in range(last + 1):
        raise _Refused("ply", f"0 to {last} is expected, not {asked}")
    return asked


def _overlays(asked: str) -> tuple[Overlay, ...]:
    names = [name.strip() for name in asked.split(",") if name.strip()]
    for name in names:
        if name not in set(Overlay):
            raise _Refused("overlay", f"any of {', '.join(Overlay)} is expected, not {name!r}")
    return tuple(Overlay(name) for name in names)


def _write(argument: str, file: str, content: bytes) -> None:
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise _Refused(argument, f"{file} cannot be written ({error})") from None


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
