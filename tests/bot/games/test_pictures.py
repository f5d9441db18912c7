"""The pictures of every face: how their files are called, that they can be painted, and that what
is told of them is never too long."""

from collections.abc import Iterator, Sequence

import pytest

from bot.games.face import AnyFace
from bot.games.faces import FACES
from engine.games import GAMES
from render.pictures import Drawing
from render.subject import Subject
from render.tables.replay import Frame
from tests.bot.games.kit import ENGLISH, AnyPly
from tests.bot.games.played import games, plies

PNG = b"\x89PNG"
GIF = b"GIF8"
LONGEST_ALT = 1024


def game(kind: str) -> Sequence[AnyPly]:
    return max(games(kind), key=len)


def last_subject(kind: str) -> Subject[object, object]:
    last = game(kind)[-1]
    return Subject(GAMES[kind].view(last.after, None), last.names)


def test_every_picture_can_be_painted(kind: str, face: AnyFace) -> None:
    pictures = face.pictures
    played = game(kind)
    middle = played[len(played) // 2]
    seen = Subject(middle.seen, middle.names, middle.events)
    moves = [ply.events for ply in played]
    final = pictures.final(ENGLISH, last_subject(kind), moves)
    assert final is not None
    drawings = [
        pictures.board(ENGLISH, seen, overlays=pictures.overlays),
        *pictures.opening(ENGLISH, seen),
        pictures.preview(ENGLISH, Subject(middle.seen, middle.names, parts=middle.parts)),
        pictures.supply(ENGLISH, seen),
        final,
        pictures.chart(ENGLISH, moves, middle.names),
    ]
    supply = "cards.png" if kind == "castellan" else "tiles.png"
    hand = ["hand.png"] if kind == "castellan" else []
    assert [drawing.filename for drawing in drawings] == [
        "board.png",
        "board.png",
        *hand,
        "board.png",
        supply,
        "final.png",
        "chart.png",
    ]
    assert all(drawing.paint().startswith(PNG) for drawing in drawings)
    frames = [Frame(GAMES[kind].view(ply.before, None), ply.events) for ply in played[:3]]
    replay = pictures.replay(ENGLISH, frames, middle.names)
    assert replay.filename == "replay.gif"
    assert replay.paint().startswith(GIF)


def test_the_aim_of_a_game_has_an_illustration(face: AnyFace) -> None:
    drawing = face.pictures.illustration(ENGLISH, "aim")
    assert drawing is not None
    assert drawing.paint().startswith(PNG)
    assert face.pictures.illustration(ENGLISH, "end") is None


def test_no_pictures_of_different_options_have_the_same_name() -> None:
    pictures = FACES["carcassonne"].pictures
    choices = [{}, {"river": "on"}, {"inns": "on"}, {"river": "on", "inns": "on"}]
    drawings = [pictures.illustration(ENGLISH, "aim", options) for options in choices]
    assert len({drawing.filename for drawing in drawings if drawing is not None}) == len(choices)


def test_unfinished_games_have_no_final_scoring_picture(kind: str, face: AnyFace) -> None:
    early = game(kind)[5]
    assert face.pictures.final(ENGLISH, Subject(early.seen, early.names), [early.events]) is None


def test_overlays_apply_as_long_as_they_help(kind: str, face: AnyFace) -> None:
    during = {*face.pictures.overlays_on(game(kind)[9].seen)}
    after = {*face.pictures.overlays_on(last_subject(kind).view)}
    assert during == {*face.pictures.overlays} - {"final"}
    assert after == {*face.pictures.overlays} - {*face.pictures.move_overlays}
    assert face.pictures.move_overlays


def drawings(kind: str) -> Iterator[Drawing | None]:
    pictures = FACES[kind].pictures
    played = game(kind)
    wide = played[0].wide_names
    moves = [ply.events for ply in played]
    yield pictures.final(ENGLISH, Subject(last_subject(kind).view, wide), moves)
    yield pictures.chart(ENGLISH, moves, wide)
    frames = [Frame(GAMES[kind].view(ply.before, None), ply.events) for ply in played]
    yield pictures.replay(ENGLISH, frames, wide)
    for ply in plies(kind, 15):
        seen = Subject(ply.seen, ply.wide_names, ply.events)
        yield pictures.supply(ENGLISH, seen)
        yield from pictures.opening(ENGLISH, Subject(ply.seen, ply.wide_names))
        for count in (2, len(ply.parts)):
            chosen: Subject[object, object] = Subject(
                ply.seen, ply.wide_names, parts=ply.parts[:count]
            )
            yield pictures.preview(ENGLISH, chosen)
        for overlay in pictures.overlays_on(ply.seen):
            yield pictures.board(ENGLISH, seen, overlays=[overlay], legend=True)


def test_what_a_picture_says_is_never_too_long(kind: str) -> None:
    for drawing in drawings(kind):
        assert drawing is not None
        assert 0 < len(drawing.alt) <= LONGEST_ALT


@pytest.mark.parametrize("overlay", ["scored", "final"])
def test_every_game_has_the_overlays_of_posts_and_replays(face: AnyFace, overlay: str) -> None:
    assert overlay in face.pictures.overlays
