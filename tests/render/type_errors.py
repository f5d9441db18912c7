"""What a game hands to its pictures is checked by mypy: each of these lines is wrong, and mypy
would report an ignored error that is none."""

from engine.castellan.view import View
from render.castellan.board.board import board_scene
from render.castellan.pictures import CastellanPictures


def wrong_arguments(pictures: CastellanPictures, view: View) -> None:
    pictures.draw("", "", board_scene, view, (), preview=())  # type: ignore[call-arg]
    pictures.board(pictures, view, ())  # type: ignore[arg-type]
