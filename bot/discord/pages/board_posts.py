"""The public posts of a game: the board after each move, the end, the live board."""

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
from bot.games.reports import describe_standing
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
MOST_NAMES = 5
MOST_LINES = 10


def describe_hits(words: Words, results: Sequence[ScoredPrediction]) -> str:
    """Below a move that was predicted: how many predicted it, and who was right."""
    right = [wording.escape(one.prediction.name) for one in results if one.right]
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
    for number, one in enumerate(table[:MOST_LINES], 1):
        line = words(
            "predict.line",
            name=wording.escape(one.name),
            right=one.right,
            count=one.predicted,
            points=words("words.points", count=one.points),
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
    """The board after a move: what happened, the picture, and whose turn it is; last, and small,
    how the players stand in the league that it is a game of."""
    game = position.game
    parts: list[PagePart] = [*text, board_drawing(words, face.pictures, position)]
    if position.ply == game.ply and game.status is Status.RUNNING and game.to_act is not None:
        seat = game.seats[game.to_act]
        if seat.computer is not None:
            parts.append(words("board.thinks", name=wording.names_of(words, game)[game.to_act]))
        else:
            drawn = inline(*face.choices.drawn_emojis(position.view))
            what = f"{drawn}{face.texts.prompt(words, position.view)}"
            parts.append(words("board.turn", who=wording.mention(seat.user_id), what=what))
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
    """The page that replaces the post of a superseded board: no turn and no buttons. Of a picture
    that is there already, only the alt text is given."""
    there = Attached(BOARD_FILE, picture) if isinstance(picture, str) else picture
    return page(*text, there, shows=Target(board.game_id, board.branch, board.ply))


def posted_position(post: discord.Message) -> Target | None:
    """The position that a post shows, if it is the board or the end of a game: as its page says,
    or as its buttons do."""
    named = shown_in(post)
    if named is not None:
        return named
    for part in flatten(part.to_dict() for part in post.components):
        verb, target = parse_id(str(part.get("custom_id", "")))
        if verb in SHOWING and target.game:
            return target
    return None


def describe_superseded(words: Words, texts: AnyTexts, old: SupersededBoard) -> tuple[str, ...]:
    """The text of a superseded board, which leaves out a move that has since been taken back."""
    if not old.stands:
        return (words("board.old"),)
    return describe_last_move(words, texts, old, old.predicted, standing_after(words, old))


def standing_after(words: Words, shown: Position | SupersededBoard, to_come: str = "") -> str:
    """The points of everybody, and what is left to come; empty before the first points."""
    if not any(shown.scores):
        return ""
    gone = [number for number, seat in enumerate(shown.game.seats) if seat.left]
    names = wording.names_of(words, shown.game)
    return describe_standing(words, names, shown.scores, to_come, gone)


def standing_in(words: Words, texts: AnyTexts, position: Position) -> str:
    return standing_after(words, position, texts.describe_supply(words, position.view))


def describe_with_emojis(
    words: Words, texts: AnyTexts, names: Names, events: Sequence[Any], standing: str = ""
) -> str:
    """A move in words, after the emojis of what it put on the table, with the standing."""
    text = "\n".join(texts.report(words, names, events).lines(standing))
    return f"{inline(*texts.emojis(events))}{text}"


def describe_last_move(
    words: Words,
    texts: AnyTexts,
    shown: Position | SupersededBoard,
    predicted: Sequence[ScoredPrediction],
    standing: str = "",
) -> tuple[str, ...]:
    """The last move in words, if there was one, with the standing, and who predicted it."""
    if not shown.events:
        return ()
    names = wording.names_of(words, shown.game)
    last = shown.last
    text = describe_with_emojis(words, texts, names, shown.events, standing)
    if last is not None and last.by_order:
        text = f"{text}\n-# {words('order.played', name=names[last.seat])}"
    return (text, *([describe_hits(words, predicted)] if predicted else []))


def board_drawing(
    words: Words,
    pictures: AnyPictures,
    position: Position,
    overlay: str | None = None,
    *,
    compact: bool = False,
) -> Drawing:
    """The board as it is posted; or with a legend, and with this overlay or, if it is empty, with
    none."""
    chosen = (overlay,) if overlay else ()
    return pictures.board(
        words,
        subject_of(position),
        overlays=pictures.usual_overlays if overlay is None else chosen,
        compact=compact,
        legend=overlay is not None,
    )


def look_buttons(words: Words, kind: str, target: Target) -> list[PageButton]:
    """The buttons below every board, which anybody may press."""
    has_supply = rules_of(kind).has_supply
    left = [PageButton("supply", target, words(f"{kind}.supply"))] if has_supply else []
    return [
        PageButton("board", target, words("button.board")),
        *left,
        PageButton("log", target, words("button.log")),
    ]


def subject_of(position: Position) -> Subject[object, object]:
    """The position as its picture shows it, with the last move."""
    names = wording.raw_names(position.game)
    ending = early_ending(position)
    return Subject(position.view, names, position.events, ending=ending)


def early_ending(position: Position) -> Ending | None:
    """The early end of the game, if it ended in this position."""
    return ending_of(position.game) if position.ply == position.game.ply else None


def position_key(words: Words, position: Position, *more: object) -> tuple[object, ...]:
    """The cache key of a picture of a position. The viewer's seat and language matter; the names
    matter because they disappear when somebody's data is erased."""
    game = position.game
    here = (game.commitment, game.branch, position.ply, early_ending(position))
    return (words.language, position.seat, *here, wording.raw_names(game), *more)


def end_page(
    words: Words,
    pictures: AnyPictures,
    story: Story,
    notice: Notice,
    predictions: Sequence[Forecaster] = (),
    *,
    league: str = "",
) -> Page:
    """The last post of a game: who won, every point explained, and what to do next; last, and
    small, the league that it was a game of."""
    game = story.game
    names = wording.raw_names(story.game)
    events = [frame.events for frame in story.frames]
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    people = " ".join(map(wording.mention, notice.mention))
    has_points = any(any(rules_of(game.kind).points(one)) for one in events)
    hints = [
        words("end.hints_of", name=name, count=seat.hints)
        for name, seat in zip(wording.names_of(words, game), game.seats, strict=True)
        if seat.hints
    ]
    rematch = PageButton("rematch", Target.of(game), words("button.rematch"), "success")
    again = [rematch] if game.season_id is None else [season_button(words, game.season_id)]
    return page(
        "\n".join([f"## {headline(words, game)}", *place_lines(words, story)]),
        f"{text} {people}".strip(),
        end_drawing(words, pictures, story),
        pictures.chart(words, events, names) if has_points else None,
        predictions_table(words, predictions) if predictions else None,
        words("end.hints", each=words.join(hints)) if hints else None,
        words("end.proof", kind=game.kind, game=game.id),
        league,
        [*again, *ended_buttons(words, game)],
        key=end_key(words, game),
        mention=notice.mention,
    )


def ended_buttons(words: Words, game: Game) -> list[PageButton]:
    """Ways to look back at an ended game."""
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
    """The points of both players; of more, everybody in finishing order, if there is one."""
    game = story.game
    last = story.frames[-1]
    names = wording.names_of(words, game)
    if len(game.seats) == 2 or not game.winners:
        if any(last.scores):
            yield describe_standing(words, names, last.scores)
        return
    places = places_of(game, last.places)
    order = sorted(range(len(names)), key=lambda seat: (places[seat], -last.scores[seat]))
    for seat in order:
        points = words("words.points", count=last.scores[seat])
        yield words("end.place", place=places[seat], name=names[seat], points=points)


def end_drawing(words: Words, pictures: AnyPictures, story: Story) -> Drawing:
    """The final scoring, or the board of a game that ended early."""
    subject = end_subject(story)
    events = [frame.events for frame in story.frames]
    return pictures.final(words, subject, events) or pictures.board(
        words, subject, overlays=pictures.usual_overlays
    )


def end_subject(story: Story) -> Subject[object, object]:
    """The last position of a story, as its picture shows it."""
    last = story.frames[-1]
    return Subject(
        last.view, wording.raw_names(story.game), last.events, ending=ending_of(story.game)
    )


def end_key(words: Words, game: Game) -> tuple[object, ...]:
    """The cache key of the pictures of an ended game; see `position_key` for the names."""
    return (words.language, game.commitment, wording.raw_names(game), "end")


def headline(words: Words, game: Game) -> str:
    if not game.winners:
        return words("end.nobody", players=wording.pairing(words, game))
    names = wording.list_names(words, game, game.winners)
    if len(game.winners) > 1:
        return words("end.shared", names=names)
    return words("end.won", name=names)


def live_page(words: Words, face: AnyFace, position: Position, league: str) -> Page:
    """A running game, with the standing and the picture of its last post, and its season."""
    game = position.game
    turn = words(
        "live.turn",
        players=wording.pairing(words, game),
        ply=position.ply,
        name=wording.names_of(words, game)[game.to_act or 0],
        since=wording.timestamp(game.waiting_since, "f"),
    )
    standing = standing_in(words, face.texts, position)
    head = f"{turn}\n{standing}" if standing else turn
    drawing = board_drawing(words, face.pictures, position)
    key = position_key(words, position, "post")
    return page(head, drawing, league, look_buttons(words, game.kind, Target.at(position)), key=key)


def last_live_page(words: Words, pictures: AnyPictures, story: Story) -> Page:
    """The remains of the live board when the game is over."""
    game = story.game
    buttons = look_buttons(words, game.kind, Target.of(game))
    drawing = end_drawing(words, pictures, story)
    return page(f"## {headline(words, game)}", drawing, buttons, key=end_key(words, game))
