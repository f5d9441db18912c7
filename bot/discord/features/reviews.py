"""Looking back at an ended game: move by move, and its review."""

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

import discord

from bot.discord.answering.desk import PICTURE, REVIEW
from bot.discord.answering.visit import Visit, open_visit
from bot.discord.features.context import (
    ButtonHandler,
    kind_of,
    started_game,
)
from bot.discord.features.looks import LONGEST_LIST, read_record
from bot.discord.pages.board_posts import (
    board_drawing,
    describe_last_move,
    position_key,
)
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import (
    escape,
    names_of,
    outcome,
    raw_names,
)
from bot.games.face import Face
from bot.games.pictures import Drawing, Pictures
from bot.locale import Words
from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game
from bot.match.reviews import TriedMove, TurningPoint
from bot.table.reading.games import Position
from bot.table.reading.replaying import replay_record
from bot.table.reviews import ReviewedGame
from engine.players.review import JudgedMove, Mark, Review
from render.picture.names import decimal


def review_lines(words: Words, names: Sequence[str], review: Review) -> Iterator[str]:
    """How well everybody played, what the lead was made of and, if known, whether the seal holds.
    The names are escaped."""
    for seat, name in enumerate(names):
        yield words("review.player", name=name, played=_accuracy_text(words, review, seat))
    yield _lead_text(words, names, review)
    if review.fits is not None:
        yield words("review.holds" if review.fits else "review.broken")
    yield words("review.how", positions=review.positions)


def _accuracy_text(words: Words, review: Review, seat: int) -> str:
    """The accuracy, and how many moves have each mark."""
    accuracy, marks = review.accuracy(seat), review.marks(seat)
    if accuracy is None:
        return words("review.no_choice")
    counted = [
        words(f"review.mark.{mark}", count=marks[mark]) for mark in get_args(Mark) if marks[mark]
    ]
    told = words("review.accuracy", percent=round(accuracy))
    return ", ".join([told, *counted])


def _lead_text(words: Words, names: Sequence[str], review: Review) -> str:
    """The lead of the player with the most points as a sum of luck, errors and the rest."""
    ahead = max(range(len(names)), key=lambda seat: review.scores[seat])
    account = review.account(ahead)
    parts = {
        "luck": signed(account.luck),
        "errors": signed(-account.errors),
        "errors_of_rival": signed(account.errors_of_rival),
        "rest": signed(account.rest),
    }
    named = {"name": names[ahead], "rival": names[account.rival]}
    if not account.margin:
        return words("review.level", **named, **parts)
    return words("review.ahead", count=account.margin, **named, **parts)


def describe_mark(words: Words, names: Sequence[str], move: JudgedMove) -> str:
    """What is said of a move that has a mark."""
    marked = words(f"review.marked.{move.mark}")
    return f"{marked} {describe_turning_point(words, names, move)}"


def describe_turning_point(words: Words, names: Sequence[str], move: JudgedMove) -> str:
    return words(
        "review.turning_point",
        ply=move.ply,
        name=names[move.seat],
        played=move.played,
        best=move.best,
        percent=round(100 * move.given_away),
        points=decimal(words, round(10 * move.lost)),
    )


def signed(number: int) -> str:
    """`+9`, `−12` or `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"


def review_look(
    words: Words, pictures: Pictures, game: Game, shown: ReviewedGame, *, buttons: bool = True
) -> Page:
    """The review of a game played here, with a button to its positions."""
    steps = PageButton("steps", Target.of(game), words("button.steps"))
    parts = review_parts(words, pictures, names_of(words, game), raw_names(game), shown)
    return page(*parts, [steps] if buttons else [])


def record_review(
    words: Words, pictures: Pictures, players: Sequence[str], shown: ReviewedGame
) -> Page:
    """The review of a game known from its record alone."""
    return page(*review_parts(words, pictures, [escape(name) for name in players], players, shown))


def review_parts(
    words: Words, pictures: Pictures, names: Sequence[str], raw: Sequence[str], shown: ReviewedGame
) -> Iterator[PagePart]:
    """How everybody played, the chances and, where it mattered most, what was played and what was
    better."""
    yield shorten("\n".join(review_lines(words, names, shown.review)), LONGEST_LIST)
    yield pictures.chances(words, shown.review, raw)
    if shown.points:
        yield words("review.turning_points")
    for point in shown.points:
        told = describe_turning_point(words, names, point.judged)
        yield f"{told}\n{words('review.played')}"
        yield _preview(words, pictures, raw, point, point.played)
        yield words("review.best")
        yield _preview(words, pictures, raw, point, point.best)


def _preview(
    words: Words, pictures: Pictures, raw: Sequence[str], point: TurningPoint, tried: TriedMove
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
    told = describe_last_move(words, face.texts, position, ()) or (words("step.start"),)
    over = [outcome(words, game)] if position.ply == game.ply else []
    drawing = board_drawing(words, face.pictures, position)
    key = position_key(words, position, "post")
    marked = [] if review is None else [one for one in review.moves if one.mark is not None]
    names = names_of(words, game)
    marks = [describe_mark(words, names, one) for one in marked if one.ply == position.ply]
    ways = _step_buttons(words, position, [one.ply for one in marked])
    return page(head, *told, *marks, drawing, *over, ways, key=key)


def _step_buttons(words: Words, position: Position, marked: Sequence[int]) -> list[PageButton]:
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


async def on_steps(visit: Visit, mark: Target) -> None:
    """Step through an ended game, starting with its first position."""
    await _show_step(visit, mark, 0)


async def on_step(visit: Visit, mark: Target) -> None:
    await _show_step(visit, mark, mark.ply)


async def _show_step(visit: Visit, mark: Target, ply: int) -> None:
    """Show a position of an ended game as everybody saw it then."""
    visit.pay(PICTURE)
    game = await visit.get_game(mark.game)
    if game.status not in ENDED:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    position = await visit.table.games.position(game.id, None, ply)
    review = await visit.table.reviews.kept(game.id)
    await visit.show(step_look(visit.words, visit.face(game), position, review))


async def review(
    interaction: discord.Interaction,
    record: discord.Attachment | None = None,
    share: bool = False,
) -> None:
    """The review of the last game in this channel, or of the one in a record."""
    async with open_visit(interaction, private=not share) as visit:
        visit.pay(REVIEW)
        if record is not None:
            await _review_record(visit, kind_of(interaction), await read_record(record))
            return
        meant = await started_game(visit)
        game, made = await visit.table.reviews.of_game(
            meant.id, visit.user_id, partial(_show_progress, visit)
        )
        pictures = visit.face(game).pictures
        await visit.show(review_look(visit.words, pictures, game, made, buttons=not share))


async def _review_record(visit: Visit, kind: str, text: str) -> None:
    game = await to_thread(replay_record, kind, text)
    made = await visit.table.reviews.of_record(
        kind, text, visit.user_id, partial(_show_progress, visit)
    )
    pictures = visit.desk.faces[kind].pictures
    await visit.show(record_review(visit.words, pictures, game.players, made))


async def _show_progress(visit: Visit, judged: int, of: int) -> None:
    """Show the progress of a review that is being made."""
    await visit.show_progress(visit.words("review.making", judged=judged, of=of))


BUTTONS = {
    "steps": ButtonHandler(on_steps),
    "step": ButtonHandler(on_step, in_place=True),
}
