"""Whatever somebody is shown, nothing of it depends on what they may not see."""

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.games.face import AnyFace
from engine.games import GAMES
from render.pictures import Drawing, NotThere
from render.subject import Subject
from tests.bot.games.kit import ENGLISH, NAMES
from tests.bot.games.played import games, plies
from tests.engine.conformance.adapters import ADAPTERS


def test_nothing_that_is_shown_depends_on_what_is_hidden(kind: str, face: AnyFace) -> None:
    """In some positions of two games: that the views are the same is tested for many more."""
    for number, ply in enumerate([ply for game in games(kind)[:2] for ply in game][::12]):
        for seat in (None, number % ply.seats):
            hidden = ADAPTERS[kind].reshuffle(ply.before, seat, Random(number))
            view = GAMES[kind].view(ply.before, seat)
            other_view = GAMES[kind].view(hidden, seat)
            assert [*contents(face, view)] == [*contents(face, other_view)]


def contents(face: AnyFace, view: Any) -> Iterator[object]:
    """Everything that the face shows of a position, as it is before it is painted."""
    subject: Subject[Any, Any] = Subject(view, NAMES[: len(view.scores)])
    extras = face.pictures.extras if view.to_act is not None else ()
    for drawing in (
        face.pictures.board(ENGLISH, subject, overlays=face.pictures.overlays, legend=True),
        face.pictures.supply(ENGLISH, subject),
        *face.pictures.opening(ENGLISH, subject),
        *(draw(face, extra, subject) for extra in extras),
    ):
        if drawing is None:
            continue
        assert drawing.scene is not None
        yield drawing.filename, drawing.alt, drawing.scene()
    yield face.texts.prompt(ENGLISH, view)
    yield face.texts.brief_prompt(ENGLISH, view)
    yield face.pictures.text_board(ENGLISH, subject)
    yield face.texts.for_screen_reader(ENGLISH, view, subject.names)


def draw(face: AnyFace, extra: str, subject: Subject[Any, Any]) -> Drawing | None:
    try:
        return face.pictures.extra(extra, ENGLISH, subject)
    except NotThere:
        return None


def test_a_prompt_tells_nothing_that_spectators_may_not_read(kind: str, face: AnyFace) -> None:
    for ply in plies(kind, 5):
        spectators = GAMES[kind].view(ply.before, None)
        for describe in (face.texts.prompt, face.texts.brief_prompt):
            assert describe(ENGLISH, ply.seen) == describe(ENGLISH, spectators)


def test_a_preview_tells_nothing_that_is_drawn(kind: str, face: AnyFace) -> None:
    """Not even if the events of the whole move are given to it."""
    for ply in plies(kind, 5):
        foreseen = face.texts.describe_preview(ENGLISH, ply.seen, ply.names, ply.foreseen)
        everything = face.texts.describe_preview(ENGLISH, ply.seen, ply.names, ply.events)
        assert foreseen == everything
