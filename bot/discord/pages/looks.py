"""Pages that anybody may look at: the board with overlays, the supply, the log, the score, and an
ended game move by move.

They change nothing, and are made from what the viewer may see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill

from discord import ButtonStyle

from bot.discord.pages.buttons import PageButton, Target
from bot.discord.pages.page import Page, Part, page, shortened
from bot.discord.pages.posts.boards import (
    board_drawing,
    board_told,
    ending_in,
    position_key,
    result_line,
    target_at,
)
from bot.discord.pages.wording.escaping import escaped, in_code
from bot.discord.pages.wording.naming import (
    against,
    called,
    names_of,
    outcome,
    raw_names,
    standing,
)
from bot.discord.pages.wording.reviews import mark_told, review_told, turning_point_told
from bot.discord.pages.wording.times import clock_lines
from bot.games.face import Face
from bot.games.pictures import Drawing, Pictures
from bot.games.texts import Texts
from bot.locale import Words
from bot.match.game import Game
from bot.match.results.endings import ending_of
from bot.match.results.reviews import Tried, TurningPoint
from bot.match.rules import rules_of
from bot.store.log import LoggedMove
from bot.table.reading.games import Position, Story
from bot.table.reviews import Reviewed
from engine.players.review.review import Review

LAST_MOVES = 20
LONGEST_LIST = 3500
WIDTH = 40
"""How many monospaced characters fit on a line on a phone."""
LONGEST_NAME = 12
"""The longest name in the log."""
INDENT = 4 * " "
"""The continuation lines of a move that takes more than one line."""


def board_look(
    words: Words,
    pictures: Pictures,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
    buttons: bool = True,
) -> Page:
    """The board with a button for each overlay, which lays it over the board instead of the one
    that is there, or takes that one away."""
    game, ending = position.game, ending_in(position)
    drawing = pictures.board(
        words,
        position.view,
        raw_names(game),
        events=position.events,
        ending=ending,
        overlays=() if overlay is None else (overlay,),
        compact=compact,
        legend=True,
    )
    choices = [
        PageButton(
            "overlay",
            target_at(position, "" if name == overlay else name),
            words(f"{game.kind}.overlay.{name}"),
            ButtonStyle.primary if name == overlay else ButtonStyle.secondary,
        )
        for name in pictures.overlays
        if name == overlay or name in pictures.overlays_on(position.view, ending)
    ]
    told = [state_line(words, position)]
    if overlay is not None:
        note = pictures.overlay_note(
            words, position.view, names_of(words, game), position.events, overlay, ending=ending
        )
        label = words(f"{game.kind}.overlay.{overlay}")
        told.append(words("look.overlay_note", overlay=label, note=note))
    key = position_key(words, position, "look", overlay, compact)
    return page("\n".join(told), drawing, choices if buttons else [], key=key)


def state_line(words: Words, position: Position) -> str:
    """Who plays, and whose turn it is or how the game ended."""
    game = position.game
    told = words(
        "look.state", players=against(words, game), state=standing(words, game), ply=position.ply
    )
    return "\n".join([told, *clock_lines(words, game)])


def supply_look(words: Words, pictures: Pictures, position: Position) -> Page:
    drawing = pictures.supply(words, position.view, raw_names(position.game))
    return page(state_line(words, position), drawing, key=position_key(words, position, "supply"))


def score_look(words: Words, texts: Texts, story: Story) -> Page:
    told = [frame.events for frame in story.frames]
    return page(texts.describe_scores(words, names_of(words, story.game), told))


def replay_look(words: Words, pictures: Pictures, story: Story) -> Page:
    game = story.game
    drawing = pictures.replay(words, story.frames, raw_names(game), ending_of(game))
    here = (game.commitment, game.branch, game.ply, ending_of(game))
    key = (words.language, *here, raw_names(game), "replay")
    return page(against(words, game), drawing, key=key)


def review_look(
    words: Words, pictures: Pictures, game: Game, shown: Reviewed, *, buttons: bool = True
) -> Page:
    """The review of a game played here, with a button to its positions."""
    steps = PageButton("steps", Target(game.id, game.branch, game.ply), words("button.steps"))
    parts = reviewed(words, pictures, names_of(words, game), raw_names(game), shown)
    return page(*parts, [steps] if buttons else [])


def record_review(
    words: Words, pictures: Pictures, players: Sequence[str], shown: Reviewed
) -> Page:
    """The review of a game known from its record alone."""
    return page(*reviewed(words, pictures, [escaped(name) for name in players], players, shown))


def reviewed(
    words: Words, pictures: Pictures, names: Sequence[str], raw: Sequence[str], shown: Reviewed
) -> Iterator[Part]:
    """How everybody played, the chances and, where it mattered most, what was played and what was
    better."""
    yield shortened("\n".join(review_told(words, names, shown.review)), LONGEST_LIST)
    yield pictures.chances(words, shown.review, raw)
    if shown.points:
        yield words("review.turning_points")
    for point in shown.points:
        told = turning_point_told(words, names, point.judged)
        yield f"{told}\n{words('review.played')}"
        yield _tried(words, pictures, raw, point, point.played)
        yield words("review.best")
        yield _tried(words, pictures, raw, point, point.best)


def _tried(
    words: Words, pictures: Pictures, raw: Sequence[str], point: TurningPoint, tried: Tried
) -> Drawing:
    drawing = pictures.preview(words, point.view, raw, tried.parts, tried.events)
    which = "played" if tried is point.played else "best"
    return replace(drawing, filename=f"{point.judged.ply}-{which}.png")


def step_look(words: Words, face: Face, position: Position, review: Review | None) -> Page:
    """A position of an ended game: what the move that led there did, its mark if it has one, the
    board as it was posted then, and buttons to the other positions."""
    game = position.game
    scores = zip(names_of(words, game), position.scores, strict=True)
    players = " – ".join(words("step.score", name=name, count=count) for name, count in scores)
    head = words("step.head", players=players, ply=position.ply, count=game.ply)
    told = board_told(words, face.texts, position, ()) or (words("step.start"),)
    over = [outcome(words, game)] if position.ply == game.ply else []
    drawing = board_drawing(words, face.pictures, position)
    key = position_key(words, position, "post")
    marked = [] if review is None else [one for one in review.moves if one.mark is not None]
    names = names_of(words, game)
    marks = [mark_told(words, names, one) for one in marked if one.ply == position.ply]
    ways = _ways(words, position, [one.ply for one in marked])
    return page(head, *told, *marks, drawing, *over, ways, key=key)


def _ways(words: Words, position: Position, marked: Sequence[int]) -> list[PageButton]:
    """Buttons to the first position, one back, one forward, to the last, and to the next move with
    a mark, if any has one. Each always stays in its place, and the rest of its id tells it apart
    from another that leads to the same position."""
    game, here, last = position.game, position.ply, position.game.ply
    ways = [
        ("first", words("button.first"), 0),
        ("back", words("button.back"), max(0, here - 1)),
        ("forward", words("button.forward"), min(here + 1, last)),
        ("last", words("button.last"), last),
    ]
    if marked:
        further = next((ply for ply in marked if ply > here), here)
        ways.append(("mark", words("button.next_mark"), further))
    return [
        PageButton("step", Target(game.id, game.branch, ply, way), label, disabled=ply == here)
        for way, label, ply in ways
    ]


def text_look(words: Words, texts: Texts, position: Position) -> Page:
    names, ending = raw_names(position.game), ending_in(position)
    return page(f"```\n{texts.text_board(words, position.view, names, ending)}\n```")


def aloud_look(words: Words, texts: Texts, position: Position) -> Page:
    """The position in sentences: the current standing, and the whole board in a file."""
    names = [in_code(name) for name in raw_names(position.game)]
    stands, board = texts.for_screen_reader(words, position.view, names, ending_in(position))
    file = "\n\n".join([stands, board]).encode()
    return page(f"```\n{stands}\n```", files=[("board.txt", file)])


def log_look(words: Words, story: Story) -> Page:
    """The last moves; if there are more, all of them in a file."""
    lines = log_lines(words, story.game, story.moves, [frame.events for frame in story.frames[1:]])
    if not lines:
        return page(words("log.empty"))
    shown = "\n".join(map(_on_a_phone, lines[-LAST_MOVES:]))
    files = []
    if len(lines) > LAST_MOVES:
        files = [("log.txt", "\n".join(lines).encode())]
    head = words("log.head", players=against(words, story.game), count=len(lines))
    return page(f"{head}\n```\n{shortened(shown, LONGEST_LIST)}\n```", files=files)


def _on_a_phone(line: str) -> str:
    """Wrapped between the words of a move, so that the phone does not wrap it elsewhere."""
    return fill(
        line, WIDTH, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False
    )


def log_lines(
    words: Words, game: Game, moves: Sequence[LoggedMove], told: Sequence[Sequence[object]]
) -> list[str]:
    """One line per move: number, the points it gave, player, notation."""
    rules = rules_of(game.kind)
    names = [shortened(in_code(called(words, seat)), LONGEST_NAME) for seat in game.seats]
    lines = []
    for move, events in zip(moves, told, strict=True):
        gained = _gained(words, rules.points(events), move.seat, names)
        made = words("log.left") if move.leaves else move.notation
        lines.append(" ".join([f"{move.ply:>3}", *gained, f"{names[move.seat]}:", made]))
    return lines


def _gained(words: Words, points: Sequence[int], mover: int, names: Sequence[str]) -> list[str]:
    """The points of the player who moved, then those that the move gave to others."""
    own = [f"{points[mover]:+}"] if points[mover] else []
    others = [
        words("log.points", count=given, name=names[seat])
        for seat, given in enumerate(points)
        if given and seat != mover
    ]
    return [*own, *([f"({', '.join(others)})"] if others else [])]


def games_look(words: Words, title: str, games: Sequence[Game], user_id: int | None) -> Page:
    """A list of open games that marks those in which it is this person's turn."""
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
