"""Last post of a game: who won and why in a line, one picture, and what to look at next; and its
points, explained in full."""

from collections.abc import Iterator, Sequence

from bot.discord.pages import wording
from bot.discord.pages.board_posts import look_buttons, predictions_table, watch_buttons
from bot.discord.pages.league_tables import season_button
from bot.discord.pages.notices import notice_text
from bot.discord.pages.page import Page, PageButton, Target, page
from bot.games.face import AnyFace, AnyTexts
from bot.games.reports import describe_score_line
from bot.locale import Words
from bot.match.game import Game, Status
from bot.match.messages import Notice
from bot.match.predictions import Forecaster
from bot.match.results import places_of
from bot.match.reviews import has_reviews
from bot.match.rules import rules_of
from bot.presentation import status
from bot.presentation.boards import end_key, end_subject
from bot.presentation.endings import describe_decision, end_drawing, find_deciding_move
from bot.presentation.names import raw_names
from bot.table.games import Story


def end_page(
    words: Words,
    face: AnyFace,
    story: Story,
    notice: Notice,
    *,
    in_full: bool = False,
    league: str = "",
    address: str = "",
) -> Page:
    """Make the last post of a game: who won and why, the board with the move that decided, and what
    to do next; in full also all points; last, and small, the league that it was a game of."""
    game = story.game
    deciding_move = find_deciding_move(face.texts, story)
    if game.status is Status.FINISHED:
        why = describe_decision(words, face.texts, story, deciding_move)
    else:
        why = notice_text(words, game, notice.done, notice.seat, notice.facts)
    people = " ".join(map(wording.mention, notice.mention))
    rematch = PageButton("rematch", Target.of(game), words("button.rematch"), "success")
    next_button = rematch if game.season_id is None else season_button(words, game.season_id)
    scores = story.frames[-1].scores
    if len(scores) == 2:
        head = f"## {headline(words, game, scores)}"
    else:
        head = f"## {headline(words, game)}\n{' · '.join(place_lines(words, story))}"
    return page(
        head,
        f"{why} {people}".strip(),
        points_text(words, face.texts, story) if in_full else "",
        end_drawing(words, face, story, deciding_move),
        league,
        [*ended_buttons(words, game), next_button, *watch_buttons(words, address)],
        key=end_key(words, game),
        mention=notice.mention,
        shows=Target.of(game),
    )


def points_page(
    words: Words, face: AnyFace, story: Story, predictions: Sequence[Forecaster]
) -> Page:
    """Explain every point of a game that is over, by source, and of one that was played to its end
    the final scoring; say what else was counted, and offer to look at each move."""
    game = story.game
    names = wording.names_of(words, game)
    events = [frame.events for frame in story.frames]
    has_points = any(any(rules_of(game.kind).points(frame_events)) for frame_events in events)
    hints = [
        words("end.hints_of", name=name, count=seat.hints)
        for name, seat in zip(names, game.seats, strict=True)
        if seat.hints
    ]
    target = Target.of(game)
    return page(
        points_text(words, face.texts, story),
        face.pictures.final(words, end_subject(story), events),
        face.pictures.chart(words, events, raw_names(game)) if has_points else None,
        predictions_table(words, predictions) if predictions else None,
        words("end.hints", each=words.join(hints)) if hints else None,
        words("end.proof", kind=game.kind, game=game.id),
        [
            PageButton("steps", target, words("button.steps")),
            PageButton("log", target, words("button.log")),
        ],
        key=(*end_key(words, game), "points"),
    )


def points_text(words: Words, texts: AnyTexts, story: Story) -> str:
    """List everybody's points by source and, when the game is over, their places and the final
    scoring."""
    game = story.game
    names = wording.names_of(words, game)
    events = [frame.events for frame in story.frames]
    by_source = texts.describe_scores(words, names, events)
    if game.status is Status.RUNNING:
        return by_source
    final_scoring = texts.report(words, names, events[-1]).end
    places = [] if len(game.seats) == 2 else place_lines(words, story)
    return "\n".join([*places, by_source, *final_scoring])


def ended_buttons(words: Words, game: Game) -> list[PageButton]:
    """Offer ways to look back at an ended game."""
    target = Target.of(game)
    buttons = [PageButton("score", target, words("button.score"))]
    if has_reviews(game.kind):
        buttons.append(PageButton("review", target, words("button.review")))
    buttons.append(PageButton("replay", target, words("button.replay")))
    return buttons


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


def headline(words: Words, game: Game, scores: Sequence[int] = ()) -> str:
    """Say who won, and with how many points if they are given, for a message."""
    return status.headline(words, game, wording.names_of(words, game), scores)


def last_live_page(words: Words, face: AnyFace, story: Story, address: str = "") -> Page:
    """Show what stays of the live board when the game is over."""
    game = story.game
    buttons = look_buttons(words, game.kind, Target.of(game), address)
    drawing = end_drawing(words, face, story, find_deciding_move(face.texts, story))
    return page(f"## {headline(words, game)}", drawing, buttons, key=end_key(words, game))
