"""Which picture shows a position of a game, running or ended."""

from bot.games.face import AnyPictures
from bot.locale import Words
from bot.match.game import Game
from bot.match.rules import ending_of
from bot.presentation.names import raw_names
from bot.table.games import Story
from bot.table.positions import Position
from engine.recorded import Ending
from render.pictures import Drawing
from render.subject import Subject


def board_drawing(
    words: Words,
    pictures: AnyPictures,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
    footer: bool = True,
) -> Drawing:
    """Draw the board as it is posted; or with a legend, and with this overlay or, if it is empty,
    with none."""
    overlays = (overlay,) if overlay else ()
    return pictures.board(
        words,
        subject_of(position),
        overlays=pictures.usual_overlays if overlay is None else overlays,
        compact=compact,
        legend=overlay is not None,
        footer=footer,
    )


def subject_of(position: Position) -> Subject[object, object]:
    """Take the position as its picture shows it, with the last move."""
    names = raw_names(position.game)
    ending = early_ending(position)
    return Subject(position.view, names, position.events, ending=ending)


def end_subject(story: Story) -> Subject[object, object]:
    """Take the last position of a story, as its picture shows it."""
    last_frame = story.frames[-1]
    return Subject(
        last_frame.view,
        raw_names(story.game),
        last_frame.events,
        ending=ending_of(story.game),
    )


def early_ending(position: Position) -> Ending | None:
    """Return the early end of the game, if it ended in this position."""
    return ending_of(position.game) if position.ply == position.game.ply else None


def position_key(words: Words, position: Position, *more: object) -> tuple[object, ...]:
    """Build the cache key of a picture of a position. The viewer's seat and language matter; the
    names matter because they disappear when somebody's data is erased."""
    game = position.game
    moment = (game.commitment, game.branch, position.ply, early_ending(position))
    return (words.language, position.seat, *moment, raw_names(game), *more)


def end_key(words: Words, game: Game) -> tuple[object, ...]:
    """Build the cache key of the pictures of an ended game; see `position_key` for the names."""
    return (words.language, game.commitment, raw_names(game), "end")
