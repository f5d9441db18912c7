"""Pages that anybody may look at: the board with overlays, the tiles, the log, the score.

They change nothing, and are made from what everybody may see.
"""

from collections.abc import Collection, Sequence

from discord import ButtonStyle

from bot.game import Game
from bot.games.face import Face
from bot.locale import Words
from bot.looking import Position, Story
from bot.rules import rules_of
from bot.store.log import LoggedMove
from bot.ui.escaping import in_code
from bot.ui.items import Press
from bot.ui.page import Page, page, shortened
from bot.ui.posts import mark_of, position_key, result_line
from bot.ui.times import clock_lines
from bot.ui.wording import against, called, names_of, raw_names, standing

LAST_MOVES = 20
LONGEST_LIST = 3500


def board_look(
    words: Words,
    face: Face,
    position: Position,
    overlays: Collection[str] = (),
    *,
    compact: bool = False,
    buttons: bool = True,
) -> Page:
    """The board with a button for each overlay, which lays it over or takes it away."""
    shown = [name for name in face.overlays if name in overlays]
    drawing = face.board(
        words,
        position.view,
        raw_names(position.game),
        events=position.events,
        overlays=shown,
        compact=compact,
    )
    toggles = [
        Press(
            "overlay",
            mark_of(position, ",".join({*shown} ^ {name})),
            words(f"{position.game.kind}.overlay.{name}"),
            ButtonStyle.primary if name in shown else ButtonStyle.secondary,
        )
        for name in face.overlays
    ]
    key = position_key(words, position, "look", *shown, compact)
    return page(state_line(words, position), drawing, toggles if buttons else [], key=key)


def state_line(words: Words, position: Position) -> str:
    """Who plays, and whose turn it is or how it ended."""
    game = position.game
    told = words(
        "look.state", players=against(words, game), state=standing(words, game), ply=position.ply
    )
    return "\n".join([told, *clock_lines(words, game)])


def tiles_look(words: Words, face: Face, position: Position) -> Page:
    drawing = face.tiles(words, position.view)
    return page(state_line(words, position), drawing, key=position_key(words, position, "tiles"))


def score_look(words: Words, face: Face, story: Story) -> Page:
    told = [moment.events for moment in story.moments]
    return page(face.scored(words, names_of(words, story.game), told))


def replay_look(words: Words, face: Face, story: Story) -> Page:
    drawing = face.replay(words, story.moments, raw_names(story.game))
    game = story.game
    key = (words.language, game.commitment, game.branch, game.ply, raw_names(game), "replay")
    return page(against(words, game), drawing, key=key)


def text_look(words: Words, face: Face, position: Position) -> Page:
    return page(f"```\n{face.text(words, position.view, raw_names(position.game))}\n```")


def log_look(words: Words, story: Story) -> Page:
    """The last moves; all of them in a file when there are more."""
    lines = log_lines(words, story.game, story.moves, [m.events for m in story.moments[1:]])
    if not lines:
        return page(words("log.empty"))
    shown = "\n".join(lines[-LAST_MOVES:])
    files = []
    if len(lines) > LAST_MOVES:
        files = [("log.txt", "\n".join(lines).encode())]
    head = words("log.head", players=against(words, story.game), count=len(lines))
    return page(f"{head}\n```\n{shortened(shown, LONGEST_LIST)}\n```", files=files)


def log_lines(
    words: Words, game: Game, moves: Sequence[LoggedMove], told: Sequence[Sequence[object]]
) -> list[str]:
    """One line a move: number, player, notation, and the points it gave to each."""
    rules, names = rules_of(game.kind), [called(words, seat) for seat in game.seats]
    lines = []
    for move, events in zip(moves, told, strict=True):
        points = [
            words("log.points", count=given, name=in_code(names[seat]))
            for seat, given in enumerate(rules.points(events))
            if given
        ]
        gained = f"  {', '.join(points)}" if points else ""
        lines.append(f"{move.ply:>3} {in_code(names[move.seat])}: {move.notation}{gained}")
    return lines


def games_look(words: Words, title: str, games: Sequence[Game], user_id: int | None) -> Page:
    """Open games as a list, marked where this person is waited for."""
    if not games:
        return page(f"**{title}**\n{words('games.none')}")
    lines = [
        f"- {'**→** ' if _waits_for(game, user_id) else ''}{result_line(words, game)}"
        for game in games
    ]
    return page(shortened(f"**{title}**\n" + "\n".join(lines), LONGEST_LIST))


def _waits_for(game: Game, user_id: int | None) -> bool:
    to_act = None if game.pause is not None else game.to_act
    return to_act is not None and user_id is not None and game.seats[to_act].user_id == user_id


def rules_look(words: Words, face: Face, kind: str, topic: str) -> Page:
    title = words(f"{kind}.topic.{topic}.title")
    return page(f"## {title}\n{face.rules(words, topic)}")
