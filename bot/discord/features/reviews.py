"""Looking back at an ended game: move by move, and its review."""

from asyncio import to_thread
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

import discord

from bot.discord.answering.desk import PICTURE, REVIEW
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, kind_of, shareable, started_game
from bot.discord.features.looks import LONGEST_LIST, read_record
from bot.discord.pages.board_posts import board_drawing, describe_last_move, position_key
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import escape, names_of, outcome, raw_names
from bot.games.face import AnyFace, AnyPictures
from bot.locale import Words
from bot.match.errors import Refused, Why
from bot.match.game import ENDED
from bot.table.games import replay_record
from bot.table.positions import Position
from bot.table.reviews import ReviewedGame
from engine.players.review import JudgedMove, Mark, Review
from render.board.aliases import alias
from render.picture.names import format_decimal


def review_lines(words: Words, names: Sequence[str], review: Review) -> Iterator[str]:
    """The quality of everybody's play, the make-up of the lead and, if known, whether the seal
    holds. The names are escaped."""
    for seat, name in enumerate(names):
        accuracy, marks = review.accuracy(seat), review.marks(seat)
        if accuracy is None:
            played = words("review.no_choice")
        else:
            parts = [words("review.accuracy", percent=round(accuracy))]
            found = [mark for mark in get_args(Mark) if marks[mark]]
            parts += [words(f"review.mark.{mark}", count=marks[mark]) for mark in found]
            played = ", ".join(parts)
        yield words("review.player", name=name, played=played)
    ahead = max(range(len(names)), key=lambda seat: review.scores[seat])
    account = review.account(ahead)
    yield words(
        "review.ahead" if account.margin else "review.level",
        count=account.margin,
        name=names[ahead],
        rival=names[account.rival],
        luck=_format_signed(account.luck),
        errors=_format_signed(-account.errors),
        errors_of_rival=_format_signed(account.errors_of_rival),
        rest=_format_signed(account.rest),
    )
    if review.fits is not None:
        yield words("review.holds" if review.fits else "review.broken")
    yield words("review.how", positions=review.positions)


def _format_signed(number: int) -> str:
    """`+9`, `−12` or `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"


def describe_turning_point(words: Words, names: Sequence[str], move: JudgedMove) -> str:
    return words(
        "review.turning_point",
        ply=move.ply,
        name=names[move.seat],
        played=alias(move.played),
        best=alias(move.best),
        percent=round(100 * move.lost_chance),
        points=format_decimal(words, round(10 * move.lost)),
    )


def review_parts(
    words: Words,
    pictures: AnyPictures,
    names: Sequence[str],
    raw: Sequence[str],
    shown: ReviewedGame,
) -> Iterator[PagePart]:
    """The quality of everybody's play, the chances and, where it mattered most, what was played and
    what was better."""
    yield shorten("\n".join(review_lines(words, names, shown.review)), LONGEST_LIST)
    yield pictures.chances(words, shown.review, raw)
    if shown.points:
        yield words("review.turning_points")
    for point in shown.points:
        yield f"{describe_turning_point(words, names, point.judged)}\n{words('review.played')}"
        played, best = (
            replace(
                pictures.preview(words, point.view, raw, move.parts, move.events),
                filename=f"{point.judged.ply}-{name}.png",
            )
            for move, name in ((point.played, "played"), (point.best, "best"))
        )
        yield from (played, words("review.best"), best)


@shareable()
async def review(visit: Visit, record: discord.Attachment | None = None) -> None:
    """The review of the last game in this channel, or of the one in a record; a game played here
    has a button to its positions."""
    visit.pay(REVIEW)
    words, reviews, user_id = visit.words, visit.table.reviews, visit.user_id

    async def show_progress(judged: int, of: int) -> None:
        await visit.show_progress(words("review.making", judged=judged, of=of))

    if record is not None:
        kind, text = kind_of(visit.interaction), await read_record(record)
        game = await to_thread(replay_record, kind, text)
        made = await reviews.of_record(kind, text, user_id, show_progress)
        names, pictures = list(map(escape, game.players)), visit.desk.faces[kind].pictures
        await visit.show(page(*review_parts(words, pictures, names, game.players, made)))
        return
    meant = await started_game(visit)
    played, made = await reviews.of_game(meant.id, user_id, show_progress)
    pictures, raw = visit.face(played).pictures, raw_names(played)
    steps = PageButton("steps", Target.of(played), words("button.steps"))
    parts = review_parts(words, pictures, names_of(words, played), raw, made)
    await visit.show(page(*parts, [steps] if visit.private else []))


def step_page(words: Words, face: AnyFace, position: Position, review: Review | None) -> Page:
    """A position of an ended game: what the move that led there did, its mark if it has one, the
    board as it was posted then, and buttons to the other positions."""
    game, names = position.game, names_of(words, position.game)
    scores = zip(names, position.scores, strict=True)
    players = " – ".join(words("step.score", name=name, count=count) for name, count in scores)
    head = words("step.head", players=players, ply=position.ply, count=game.ply)
    move = describe_last_move(words, face.texts, position, ()) or (words("step.start"),)
    marked = [] if review is None else [one for one in review.moves if one.mark is not None]
    marks = [
        f"{words(f'review.marked.{one.mark}')} {describe_turning_point(words, names, one)}"
        for one in marked
        if one.ply == position.ply
    ]
    return page(
        *(head, *move, *marks),
        board_drawing(words, face.pictures, position),
        *([outcome(words, game)] if position.ply == game.ply else []),
        _step_buttons(words, position, [one.ply for one in marked]),
        key=position_key(words, position, "post"),
    )


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


@button("steps")
async def show_first_step(visit: Visit, target: Target) -> None:
    """Step through an ended game, starting with its first position."""
    await show_step(visit, Target(target.game))


@button("step", in_place=True)
async def show_step(visit: Visit, target: Target) -> None:
    """Show a position of an ended game as everybody saw it then."""
    visit.pay(PICTURE)
    game = await visit.get_game(target.game)
    if game.status not in ENDED:
        raise Refused(Why.WRONG_STATUS, status=game.status)
    position = await visit.table.games.position(game.id, None, target.ply)
    review = await visit.table.reviews.stored_review(game.id)
    await visit.show(step_page(visit.words, visit.face(game), position, review))
