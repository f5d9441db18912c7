"""A face is there at once; its art is loaded meanwhile, and given up when the process stops."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from bot.games import faces
from bot.games.castle.pictures import CastlePictures
from bot.games.face import Face
from engine.game import GAMES
from render.picture.paint import Painter
from render.processes import DrawingProcesses


class SlowArt:
    """Art that is loaded no further than a test lets it."""

    def __init__(self) -> None:
        self.begun, self.goes_on = Event(), Event()
        self.fails = False
        self.loaded = False

    def load(self) -> None:
        self.begun.set()
        self.goes_on.wait()
        if self.fails:
            raise OSError("no art")
        self.loaded = True


@pytest.fixture
def art(monkeypatch: pytest.MonkeyPatch, face: Face) -> SlowArt:
    """In place of that of The Castle."""
    art = SlowArt()
    monkeypatch.setattr(faces, "OPENERS", {"castle": lambda *_: (face, art.load)})
    return art


def test_there_is_a_face_for_every_game_with_its_art(art: SlowArt, tmp_path: Path) -> None:
    art.goes_on.set()
    assert faces.load_faces(tmp_path).keys() == GAMES.keys()
    assert art.loaded


def test_the_faces_are_there_before_their_art(art: SlowArt, tmp_path: Path) -> None:
    with faces.opened_faces(tmp_path) as opened:
        assert opened.keys() == GAMES.keys()
        art.begun.wait()
        assert not art.loaded
        art.goes_on.set()
    assert art.loaded


def test_art_that_cannot_be_loaded_ahead_is_told_and_ends_nothing(
    art: SlowArt, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    art.fails = True
    art.goes_on.set()
    with faces.opened_faces(tmp_path):
        art.begun.wait()
    assert "the art cannot be loaded" in caplog.text


def test_at_the_end_the_art_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing of it is left in the cache, and giving it up is no failure."""
    begun = Event()
    each = DrawingProcesses.each

    def waits(
        self: DrawingProcesses, draw: Callable[[object], object], items: Sequence[object]
    ) -> Iterator[tuple[object, object]]:
        begun.set()
        closing.wait()
        return each(self, draw, items)

    closing = Event()
    close = DrawingProcesses.close

    def closes(self: DrawingProcesses) -> None:
        close(self)
        closing.set()

    monkeypatch.setattr(DrawingProcesses, "each", waits)
    monkeypatch.setattr(DrawingProcesses, "close", closes)
    with faces.opened_faces(tmp_path):
        begun.wait()
    assert not list(tmp_path.iterdir())
    assert not caplog.records


def test_the_art_is_loaded_from_the_cache_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, face: Face
) -> None:
    asked: list[object] = []

    def load(catalogue: object, *, cache: Path, progress: object, processes: object) -> object:
        asked.append((cache, progress, processes))
        assert isinstance(face.pictures, CastlePictures)
        return face.pictures._painter._source

    monkeypatch.setattr("bot.games.castle.face.load_sprites", load)
    loaded = faces.load_faces(tmp_path)["castle"]
    assert isinstance(loaded.pictures, CastlePictures)
    assert isinstance(loaded.pictures._painter, Painter)
    assert asked == [(tmp_path, None, None)]
