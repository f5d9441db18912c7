"""What a game hands to its pictures is checked by mypy: each of these lines is wrong, and mypy
would report an ignored error that is none."""

from engine.castellan.view import View
from engine.castle.view import View as CastleView
from render.castellan.board.board import Look, board_scene
from render.castellan.pictures import CastellanPictures
from render.locale import Words
from render.subject import Subject


def wrong_arguments(
    pictures: CastellanPictures, words: Words, view: View, other: CastleView
) -> None:
    Subject(view, preview=())  # type: ignore[call-arg]
    pictures.draw("", "", board_scene, Subject(view), Look(), preview=())  # type: ignore[call-arg]
    pictures.board(pictures, Subject(view))  # type: ignore[arg-type]
    pictures.board(words, Subject(other))  # type: ignore[arg-type]
