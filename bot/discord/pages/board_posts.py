"""Public posts of a game: the board after each move, the end, the live board."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.discord.pages import wording
from bot.discord.pages.emojis import inline
from bot.discord.pages.page import (
    Attached,
    Item,
    Page,
    PageButton,
    PagePart,
    Target,
    address_button,
    flatten,
    page,
    parse_id,
    shown_in,
)
from bot.games.face import AnyFace, AnyTexts
from bot.games.reports import describe_score_line
from bot.locale import Words
from bot.match.game import Status
from bot.match.messages import BoardPost
from bot.match.predictions import Forecaster, ScoredPrediction
from bot.match.rules import rules_of
from bot.presentation.boards import board_drawing, position_key
from bot.table.boards import ShownBoard, SupersededBoard
from bot.table.positions import Position
from render.pictures import BOARD_FILE, Drawing
from render.subject import Names

# The verbs of which each post of a board, or of the end of a game, has a button.
SHOWING = ("board", "steps")
# The names of those who predicted a move.
MOST_NAMES = 5
# The lines of the table of predictions.
MOST_LINES = 10


def describe_hits(words: Words, results: Sequence[ScoredPrediction]) -> str:
    """Say below a move that was predicted how many predicted it, and who was right."""
    right = [wording.escape(result.prediction.name) for result in results if result.right]
    if not right:
        return words("predict.nobody", count=len(results))
    names = right[:MOST_NAMES]
    more = len(right) - MOST_NAMES
    if more > 0:
        names.append(words("predict.more", count=more))
    return words("predict.seen", right=len(right), count=len(results), names=words.join(names))


def predictions_table(words: Words, table: Sequence[Forecaster]) -> str:
    if not table:
        return words("predict.nothing")
    lines = [words("predict.table")]
    for number, forecaster in enumerate(table[:MOST_LINES], 1):
        line = words(
            "predict.line",
            name=wording.escape(forecaster.name),
            right=forecaster.right,
            count=forecaster.predicted,
            points=words("words.points", count=forecaster.points),
        )
        lines.append(f"{number}. {line}")
    if len(table) > MOST_LINES:
        lines.append(words("predict.more", count=len(table) - MOST_LINES))
    return "\n".join(lines)


def board_page(
    words: Words,
    face: AnyFace,
    position: Position,
    text: Sequence[str],
    pinged: Sequence[int] = (),
    *,
    in_full: bool = True,
    league: str = "",
    address: str = "",
) -> Page:
    """Show the board after a move: what happened, the picture, and whose turn it is; in full also
    what the player to act has to decide, and last, and small, how the players stand in the league
    that it is a game of. The address is that of its web page, if it has one."""
    game = position.game
    parts: list[PagePart] = [*text, board_drawing(words, face.pictures, position)]
    if position.ply == game.ply and game.status is Status.RUNNING and game.to_act is not None:
        seat = game.seats[game.to_act]
        if seat.computer is not None:
            parts.append(words("board.thinks", name=wording.names_of(words, game)[game.to_act]))
        else:
            who = wording.mention(seat.user_id)
            parts.append(turn_line(words, face, position, who, in_full=in_full))
        parts.extend(wording.clock_lines(words, game))
        if in_full or not position.ply:
            parts.append(league)
    target = Target.at(position)
    buttons = look_buttons(words, game.kind, target, address)
    if game.status is Status.RUNNING:
        play = PageButton("play", target, words("button.play"), "primary")
        predict = PageButton("guess", target, words("button.predict"))
        since = [PageButton("since", target, words("button.since"))] if position.ply else []
        buttons = [play, *buttons, *since, predict]
    parts.append(buttons)
    return page(*parts, key=position_key(words, position, "post"), mention=pinged, shows=target)


def turn_line(
    words: Words, face: AnyFace, position: Position, who: str, *, in_full: bool = False
) -> str:
    """Say whose turn it is, and what they have drawn; in full also what they have to decide."""
    emojis = inline(*face.choices.drawn_emojis(position.view))
    prompt = face.texts.prompt if in_full else face.texts.brief_prompt
    what = f"{emojis}{prompt(words, position.view)}"
    return words("board.turn", who=who, what=what).strip()


def old_board_page(board: BoardPost, text: Sequence[str], picture: str | Drawing) -> Page:
    """Make the page that replaces the post of a superseded board: no turn and no buttons. Pass only
    the alt text of a picture that is there already."""
    part = Attached(BOARD_FILE, picture) if isinstance(picture, str) else picture
    return page(*text, part, shows=Target(board.game_id, board.branch, board.ply))


def posted_position(post: discord.Message) -> Target | None:
    """Find the position that a post shows, if it is the board or the end of a game: as its page
    says, or as its buttons do."""
    position = shown_in(post)
    if position is not None:
        return position
    for part in flatten(part.to_dict() for part in post.components):
        verb, target = parse_id(str(part.get("custom_id", "")))
        if verb in SHOWING and target.game:
            return target
    return None


def describe_superseded(
    words: Words, texts: AnyTexts, board: SupersededBoard, *, in_full: bool
) -> tuple[str, ...]:
    """Put a superseded board into words, without a move that has since been taken back."""
    if not board.stands:
        return (words("board.old"),)
    return describe_last_move(
        words,
        texts,
        board,
        board.predictions,
        score_line_after(words, board),
        in_full=in_full,
    )


def score_line_after(words: Words, position: Position | SupersededBoard, to_come: str = "") -> str:
    """List the points of everybody, and what is left to come; empty before the first points."""
    if not any(position.scores):
        return ""
    vacated = [number for number, seat in enumerate(position.game.seats) if seat.left]
    names = wording.names_of(words, position.game)
    return describe_score_line(words, names, position.scores, to_come, vacated)


def score_line_in(words: Words, texts: AnyTexts, position: Position) -> str:
    return score_line_after(words, position, texts.describe_supply(words, position.view))


def describe_with_emojis(
    words: Words,
    texts: AnyTexts,
    names: Names,
    events: Sequence[Any],
    score_line: str = "",
    *,
    in_full: bool = True,
) -> str:
    """Put a move into words, in full or briefly, after the emojis of what it put on the table, with
    the score line."""
    report = texts.report(words, names, events)
    text = "\n".join(report.lines(score_line) if in_full else report.brief_lines(score_line))
    return f"{inline(*texts.emojis(events))}{text}"


def describe_last_move(
    words: Words,
    texts: AnyTexts,
    position: Position | SupersededBoard,
    predictions: Sequence[ScoredPrediction],
    score_line: str = "",
    *,
    in_full: bool = True,
) -> tuple[str, ...]:
    """Put the last move into words, if there was one, in full or briefly, with the score line, and
    who predicted it."""
    if not position.events:
        return ()
    names = wording.names_of(words, position.game)
    last_move = position.last_move
    text = describe_with_emojis(words, texts, names, position.events, score_line, in_full=in_full)
    if last_move is not None and last_move.by_order:
        text = f"{text}\n-# {words('order.played', name=names[last_move.seat])}"
    return (text, *([describe_hits(words, predictions)] if predictions else []))


def look_buttons(words: Words, kind: str, target: Target, address: str = "") -> list[Item]:
    """Make the buttons below every board, which anybody may press; one leads to the address of the
    game's web page, if it has one."""
    has_supply = rules_of(kind).has_supply
    supply_button = [PageButton("supply", target, words(f"{kind}.supply"))] if has_supply else []
    return [
        PageButton("board", target, words("button.board")),
        *supply_button,
        PageButton("log", target, words("button.log")),
        *watch_buttons(words, address),
    ]


def watch_buttons(words: Words, address: str) -> list[Item]:
    return [address_button(address, words("button.watch"))] if address else []


def told_live_page(
    words: Words, face: AnyFace, board: ShownBoard, league: str, address: str = ""
) -> Page:
    """Show a running game whose moves are told here alone: as the post of the last move would, with
    the names and the score line, which stay in sight."""
    position = board.position
    players = wording.pairing(words, position.game)
    head = words("live.head", players=players, ply=position.ply)
    score_line = score_line_in(words, face.texts, position)
    last_move = describe_last_move(words, face.texts, position, board.predictions, in_full=False)
    text = ("\n".join(filter(None, [head, score_line])), *last_move)
    return board_page(words, face, position, text, in_full=False, league=league, address=address)


def live_page(
    words: Words, face: AnyFace, position: Position, league: str, address: str = ""
) -> Page:
    """Show a running game, with the score line and the picture of its last post, and its season."""
    game = position.game
    turn = words(
        "live.turn",
        players=wording.pairing(words, game),
        ply=position.ply,
        name=wording.names_of(words, game)[game.to_act or 0],
        since=wording.timestamp(game.waiting_since, "f"),
    )
    score_line = score_line_in(words, face.texts, position)
    head = f"{turn}\n{score_line}" if score_line else turn
    drawing = board_drawing(words, face.pictures, position)
    key = position_key(words, position, "post")
    buttons = look_buttons(words, game.kind, Target.at(position), address)
    return page(head, drawing, league, buttons, key=key)
