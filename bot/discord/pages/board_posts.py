"""Public posts of a game: the board after each move, the end, the live board."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.discord.pages import wording
from bot.discord.pages.emojis import inline
from bot.discord.pages.league_tables import season_button
from bot.discord.pages.notices import notice_text
from bot.discord.pages.page import (
    Attached,
    Page,
    PageButton,
    PagePart,
    Target,
    flatten,
    page,
    parse_id,
    shown_in,
)
from bot.games.face import AnyFace, AnyPictures, AnyTexts
from bot.games.reports import describe_score_line
from bot.locale import Words
from bot.match.game import Game, Status
from bot.match.messages import BoardPost, Notice
from bot.match.predictions import Forecaster, ScoredPrediction
from bot.match.results import places_of
from bot.match.reviews import has_reviews
from bot.match.rules import ending_of, rules_of
from bot.table.boards import SupersededBoard
from bot.table.games import Story
from bot.table.positions import Position
from engine.recorded import Ending
from render.pictures import BOARD_FILE, Drawing
from render.subject import Names, Subject

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
    league: str = "",
) -> Page:
    """Show the board after a move: what happened, the picture, and whose turn it is; last, and
    small, how the players stand in the league that it is a game of."""
    game = position.game
    parts: list[PagePart] = [*text, board_drawing(words, face.pictures, position)]
    if position.ply == game.ply and game.status is Status.RUNNING and game.to_act is not None:
        seat = game.seats[game.to_act]
        if seat.computer is not None:
            parts.append(words("board.thinks", name=wording.names_of(words, game)[game.to_act]))
        else:
            emojis = inline(*face.choices.drawn_emojis(position.view))
            prompt = f"{emojis}{face.texts.prompt(words, position.view)}"
            parts.append(words("board.turn", who=wording.mention(seat.user_id), what=prompt))
        parts.extend(wording.clock_lines(words, game))
        parts.append(league)
    target = Target.at(position)
    buttons = look_buttons(words, game.kind, target)
    if game.status is Status.RUNNING:
        play = PageButton("play", target, words("button.play"), "primary")
        predict = PageButton("guess", target, words("button.predict"))
        since = [PageButton("since", target, words("button.since"))] if position.ply else []
        buttons = [play, *buttons, *since, predict]
    parts.append(buttons)
    return page(*parts, key=position_key(words, position, "post"), mention=pinged, shows=target)


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


def describe_superseded(words: Words, texts: AnyTexts, board: SupersededBoard) -> tuple[str, ...]:
    """Put a superseded board into words, without a move that has since been taken back."""
    if not board.stands:
        return (words("board.old"),)
    return describe_last_move(
        words, texts, board, board.predictions, score_line_after(words, board)
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
    words: Words, texts: AnyTexts, names: Names, events: Sequence[Any], score_line: str = ""
) -> str:
    """Put a move into words, after the emojis of what it put on the table, with the score line."""
    text = "\n".join(texts.report(words, names, events).lines(score_line))
    return f"{inline(*texts.emojis(events))}{text}"


def describe_last_move(
    words: Words,
    texts: AnyTexts,
    position: Position | SupersededBoard,
    predictions: Sequence[ScoredPrediction],
    score_line: str = "",
) -> tuple[str, ...]:
    """Put the last move into words, if there was one, with the score line, and who predicted it."""
    if not position.events:
        return ()
    names = wording.names_of(words, position.game)
    last_move = position.last_move
    text = describe_with_emojis(words, texts, names, position.events, score_line)
    if last_move is not None and last_move.by_order:
        text = f"{text}\n-# {words('order.played', name=names[last_move.seat])}"
    return (text, *([describe_hits(words, predictions)] if predictions else []))


def board_drawing(
    words: Words,
    pictures: AnyPictures,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
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
    )


def look_buttons(words: Words, kind: str, target: Target) -> list[PageButton]:
    """Make the buttons below every board, which anybody may press."""
    has_supply = rules_of(kind).has_supply
    supply_button = [PageButton("supply", target, words(f"{kind}.supply"))] if has_supply else []
    return [
        PageButton("board", target, words("button.board")),
        *supply_button,
        PageButton("log", target, words("button.log")),
    ]


def subject_of(position: Position) -> Subject[object, object]:
    """Take the position as its picture shows it, with the last move."""
    names = wording.raw_names(position.game)
    ending = early_ending(position)
    return Subject(position.view, names, position.events, ending=ending)


def early_ending(position: Position) -> Ending | None:
    """Return the early end of the game, if it ended in this position."""
    return ending_of(position.game) if position.ply == position.game.ply else None


def position_key(words: Words, position: Position, *more: object) -> tuple[object, ...]:
    """Build the cache key of a picture of a position. The viewer's seat and language matter; the
    names matter because they disappear when somebody's data is erased."""
    game = position.game
    moment = (game.commitment, game.branch, position.ply, early_ending(position))
    return (words.language, position.seat, *moment, wording.raw_names(game), *more)


def end_page(
    words: Words,
    pictures: AnyPictures,
    story: Story,
    notice: Notice,
    predictions: Sequence[Forecaster] = (),
    *,
    league: str = "",
) -> Page:
    """Make the last post of a game: who won, every point explained, and what to do next; last, and
    small, the league that it was a game of."""
    game = story.game
    names = wording.raw_names(story.game)
    events = [frame.events for frame in story.frames]
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    people = " ".join(map(wording.mention, notice.mention))
    has_points = any(any(rules_of(game.kind).points(frame_events)) for frame_events in events)
    hints = [
        words("end.hints_of", name=name, count=seat.hints)
        for name, seat in zip(wording.names_of(words, game), game.seats, strict=True)
        if seat.hints
    ]
    rematch = PageButton("rematch", Target.of(game), words("button.rematch"), "success")
    next_buttons = [rematch] if game.season_id is None else [season_button(words, game.season_id)]
    return page(
        "\n".join([f"## {headline(words, game)}", *place_lines(words, story)]),
        f"{text} {people}".strip(),
        end_drawing(words, pictures, story),
        pictures.chart(words, events, names) if has_points else None,
        predictions_table(words, predictions) if predictions else None,
        words("end.hints", each=words.join(hints)) if hints else None,
        words("end.proof", kind=game.kind, game=game.id),
        league,
        [*next_buttons, *ended_buttons(words, game)],
        key=end_key(words, game),
        mention=notice.mention,
    )


def ended_buttons(words: Words, game: Game) -> list[PageButton]:
    """Offer ways to look back at an ended game."""
    target = Target.of(game)
    review = PageButton("review", target, words("button.review"))
    return [
        *([review] if has_reviews(game.kind) else []),
        PageButton("replay", target, words("button.replay")),
        PageButton("steps", target, words("button.steps")),
        PageButton("score", target, words("button.score")),
        PageButton("log", target, words("button.log")),
    ]


def place_lines(words: Words, story: Story) -> Iterator[str]:
    """List the points of both players; of more, everybody in finishing order, if there is one."""
    game = story.game
    last_frame = story.frames[-1]
    names = wording.names_of(words, game)
    if len(game.seats) == 2 or not game.winners:
        if any(last_frame.scores):
            yield describe_score_line(words, names, last_frame.scores)
        return
    places = places_of(game, last_frame.places)
    order = sorted(range(len(names)), key=lambda seat: (places[seat], -last_frame.scores[seat]))
    for seat in order:
        points = words("words.points", count=last_frame.scores[seat])
        yield words("end.place", place=places[seat], name=names[seat], points=points)


def end_drawing(words: Words, pictures: AnyPictures, story: Story) -> Drawing:
    """Draw the final scoring, or the board of a game that ended early."""
    subject = end_subject(story)
    events = [frame.events for frame in story.frames]
    return pictures.final(words, subject, events) or pictures.board(
        words, subject, overlays=pictures.usual_overlays
    )


def end_subject(story: Story) -> Subject[object, object]:
    """Take the last position of a story, as its picture shows it."""
    last_frame = story.frames[-1]
    return Subject(
        last_frame.view,
        wording.raw_names(story.game),
        last_frame.events,
        ending=ending_of(story.game),
    )


def end_key(words: Words, game: Game) -> tuple[object, ...]:
    """Build the cache key of the pictures of an ended game; see `position_key` for the names."""
    return (words.language, game.commitment, wording.raw_names(game), "end")


def headline(words: Words, game: Game) -> str:
    if not game.winners:
        return words("end.nobody", players=wording.pairing(words, game))
    names = wording.list_names(words, game, game.winners)
    if len(game.winners) > 1:
        return words("end.shared", names=names)
    return words("end.won", name=names)


def live_page(words: Words, face: AnyFace, position: Position, league: str) -> Page:
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
    return page(head, drawing, league, look_buttons(words, game.kind, Target.at(position)), key=key)


def last_live_page(words: Words, pictures: AnyPictures, story: Story) -> Page:
    """Show what stays of the live board when the game is over."""
    game = story.game
    buttons = look_buttons(words, game.kind, Target.of(game))
    drawing = end_drawing(words, pictures, story)
    return page(f"## {headline(words, game)}", drawing, buttons, key=end_key(words, game))
