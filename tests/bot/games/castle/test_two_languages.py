"""A picture is in the language of the person it is for, even if another one was painted before."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.discord.features.looks import board_look, replay_page, supply_page, text_page
from bot.discord.pages.board_posts import board_page, describe_superseded, old_board_page
from bot.discord.pages.end_posts import end_page
from bot.discord.pages.page import Page
from bot.discord.pages.panel import Panel
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.actions import Done
from bot.match.game import Game, Seat, Status
from bot.match.messages import BoardPost, Notice
from bot.presentation.studio import Studio
from bot.table.boards import SupersededBoard
from bot.table.channels import ChannelSettings
from bot.table.choosing import Questions
from bot.table.games import ScoredFrame, Story
from bot.table.positions import Position
from engine.castle.choices import legal_moves
from engine.castle.rules import castle
from tests.bot.games.castle.kit import NAMES
from tests.bot.games.kit import ENGLISH
from tests.bot.painting import studio_here
from tests.render.castle.games import frames, play_game
from tests.texts import FOREIGN, foreign

PLY = 30
PAST = frames("goldens")
OTHER = foreign(ENGLISH)


def game(ply: int = PLY, status: Status = Status.RUNNING) -> Game:
    return Game(
        id=1,
        kind="castle",
        guild_id=1,
        channel_id=1,
        parent_id=None,
        opener_id=1,
        options={},
        status=status,
        seats=tuple(Seat(number, name, taken=True) for number, name in enumerate(NAMES)),
        first=0,
        commitment="x",
        ply=ply,
        branch=0,
        to_act=PAST[ply].view.to_act,
        winners=(),
        offer=None,
        pause=None,
        waiting_since=0,
        paused_at=None,
        revision=1,
    )


def position() -> Position:
    view = PAST[PLY].view
    events = PAST[PLY].events
    return Position(game(), PLY, view, view.scores, None, events, None)


def story() -> Story:
    """The last moves of the game: a replay of more would only take longer."""
    frames = tuple(ScoredFrame(frame.view, frame.events) for frame in PAST[-6:])
    return Story(game(len(PAST) - 1, Status.FINISHED), frames, ())


def panel(words: Words, face: AnyFace) -> Panel:
    return Panel(words, face, Questions(position(), play_game("goldens")[PLY].state).after())


def panel_move(words: Words, face: AnyFace) -> Page:
    state = play_game("goldens")[PLY].state
    seen = replace(position(), seat=state.seat)
    move = castle.parts(next(legal_moves(state)))
    return Panel(words, face, Questions(seen, state).after(move)).page()


PAGES: dict[str, Callable[[Words, AnyFace], Page]] = {
    "post": lambda words, face: board_page(words, face, position(), ()),
    "look": lambda words, face: board_look(words, face, position(), "legal"),
    "leads": lambda words, face: board_look(words, face, position(), "leads"),
    "compact": lambda words, face: board_look(words, face, position(), compact=True),
    "tiles": lambda words, face: supply_page(words, face, position()),
    "end": lambda words, face: end_page(words, face, story(), Notice(1, Done.FINISHED, 0)),
    "replay": lambda words, face: replay_page(words, face.pictures, story()),
    "first choice": lambda words, face: panel(words, face).page(),
    "a move": panel_move,
}


# The pages whose pictures have no words in them, but in their alt texts.
WORDLESS = ("end", "first choice", "a move")


async def paint_page(studio: Studio, page: Page) -> list[bytes]:
    """Paint the pictures of a page, as the client requests them."""
    assert page.key is not None
    return [await studio.paint(drawing, (page.key, drawing.filename)) for drawing in page.pictures]


@pytest.mark.parametrize("name", PAGES)
async def test_pictures_with_words_differ_by_language(face: AnyFace, name: str) -> None:
    studio = studio_here()
    try:
        english = PAGES[name](ENGLISH, face)
        other = PAGES[name](OTHER, face)
        first = await paint_page(studio, english)
        assert await paint_page(studio, PAGES[name](ENGLISH, face)) == first
        for picture, translated in zip(first, await paint_page(studio, other), strict=True):
            assert (picture == translated) == (name in WORDLESS)
    finally:
        studio.close()
    assert not any(FOREIGN in drawing.alt for drawing in english.pictures)
    assert all(FOREIGN in drawing.alt for drawing in other.pictures)


def test_what_is_kept_nowhere_speaks_the_language_too(face: AnyFace) -> None:
    board = position()
    for stands in (True, False):
        old = SupersededBoard(
            board.game, stands, board.last_move, board.events, (3, 4), (), ChannelSettings()
        )
        text = describe_superseded(OTHER, face.texts, old, in_full=True)
        alt = OTHER("board.old")
        page = old_board_page(BoardPost(board.game.id, board.ply, 0), text, alt)
        assert page.pictures == ()
        components = page.view.to_components()  # type: ignore[no-untyped-call]
        assert str(components).count(FOREIGN) >= 2
    assert FOREIGN in str(text_page(OTHER, face.pictures, position()).view.to_components())  # type: ignore[no-untyped-call]
