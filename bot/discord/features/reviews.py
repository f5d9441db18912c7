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
from bot.discord.pages.emojis import inline
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import escape, names_of, outcome, raw_names, reason_lines
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.errors import Refused, Why
from bot.match.game import ENDED
from bot.match.reviews import ComparedMoves
from bot.process.clock import SECOND
from bot.table.games import replay_record
from bot.table.positions import Position
from bot.table.reviews import OnProgress, Progress, ReviewedGame
from engine.players.review import Mark, Review
from render.board.aliases import alias
from render.picture.names import format_decimal

MOST_REASONS = 3
"""How many reasons are given for each of two moves."""
LENGTH_OF_BAR = 12


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


def describe_compared(
    words: Words, face: AnyFace, names: Sequence[str], moves: ComparedMoves
) -> str:
    """A move with a mark and a better one: what speaks for and against both, then in numbers what
    the difference was."""
    judged = moves.judged
    mark = words(f"review.marked.{judged.mark}")
    lines = [words("review.compared", ply=judged.ply, name=names[judged.seat], mark=mark)]
    for key, text, move in (
        ("review.played", judged.played, moves.played),
        ("review.best", judged.best, moves.best),
    ):
        spelled = face.choices.spell_out(words, moves.view, move.parts) or alias(text)
        shown = f"{inline(*face.choices.emojis(moves.view, move.parts))}{spelled}"
        lines += [
            words(key, move=shown),
            *reason_lines(words, face.texts, names, move.reasons[:MOST_REASONS]),
        ]
    percent, points = (
        round(100 * judged.lost_chance),
        format_decimal(words, round(10 * judged.lost)),
    )
    lines.append(words("review.cost", percent=percent, points=points))
    return "\n".join(lines)


def compared_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], moves: ComparedMoves
) -> Iterator[PagePart]:
    """A move with a mark next to a better one, in words and on one picture."""
    yield describe_compared(words, face, names, moves)
    drawing = face.pictures.comparison(words, moves.view, raw, moves.played[:2], moves.best[:2])
    yield replace(drawing, filename=f"compared-{moves.judged.ply}.png")


def review_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], shown: ReviewedGame
) -> Iterator[PagePart]:
    """The quality of everybody's play, the chances and, where it mattered most, what was played and
    what was better."""
    yield shorten("\n".join(review_lines(words, names, shown.review)), LONGEST_LIST)
    yield face.pictures.chances(words, shown.review, raw)
    yield words("review.turning_points" if shown.points else "review.no_marks")
    for moves in shown.points:
        yield from compared_parts(words, face, names, raw, moves)


def describe_progress(words: Words, progress: Progress) -> str:
    """A bar, and when the review is likely to be done."""
    done = round(LENGTH_OF_BAR * progress.judged / progress.of)
    bar = "▰" * done + "▱" * (LENGTH_OF_BAR - done)
    lines = [
        words("review.making"),
        f"{bar} {words('review.judged', judged=progress.judged, of=progress.of)}",
    ]
    if progress.left is not None:
        seconds = max(5, 5 * round(progress.left / (5 * SECOND)))
        lines.append(
            words("review.seconds_left", count=seconds)
            if seconds < 90
            else words("review.minutes_left", count=round(seconds / 60))
        )
    return "\n".join(lines)


@shareable()
async def review(visit: Visit, record: discord.Attachment | None = None) -> None:
    """The review of the last game in this channel, or of the one in a record."""
    if record is None:
        await _show_review(visit, (await started_game(visit)).id)
        return
    visit.pay(REVIEW)
    words, kind, text = visit.words, kind_of(visit.interaction), await read_record(record)
    game = await to_thread(replay_record, kind, text)
    made = await visit.table.reviews.of_record(kind, text, visit.user_id, _progress_on(visit))
    names, face = list(map(escape, game.players)), visit.desk.faces[kind]
    await visit.show(page(*review_parts(words, face, names, game.players, made)))


@button("review")
async def on_review(visit: Visit, target: Target) -> None:
    await _show_review(visit, target.game)


async def _show_review(visit: Visit, game_id: int) -> None:
    """The review of a game played here, which has a button to its positions."""
    visit.pay(REVIEW)
    words, reviews = visit.words, visit.table.reviews
    played, made = await reviews.of_game(game_id, visit.user_id, _progress_on(visit))
    steps = PageButton("steps", Target.of(played), words("button.steps"))
    names, raw = names_of(words, played), raw_names(played)
    parts = review_parts(words, visit.face(played), names, raw, made)
    await visit.show(page(*parts, [steps] if visit.private else []))


def _progress_on(visit: Visit) -> OnProgress:
    async def show(progress: Progress) -> None:
        await visit.show_progress(describe_progress(visit.words, progress))

    return show


def step_page(
    words: Words,
    face: AnyFace,
    position: Position,
    review: Review | None,
    compared: ComparedMoves | None = None,
) -> Page:
    """A position of an ended game: what the move that led there did, the board as it was posted
    then, what would have been better if the move has a mark, and buttons to the other
    positions."""
    game, names = position.game, names_of(words, position.game)
    scores = zip(names, position.scores, strict=True)
    players = " – ".join(words("step.score", name=name, count=count) for name, count in scores)
    head = words("step.head", players=players, ply=position.ply, count=game.ply)
    move = describe_last_move(words, face.texts, position, ()) or (words("step.start"),)
    marked = [] if review is None else [one for one in review.moves if one.mark is not None]
    shown = (
        [] if compared is None else compared_parts(words, face, names, raw_names(game), compared)
    )
    return page(
        *(head, *move),
        board_drawing(words, face.pictures, position),
        *shown,
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
    compared = None
    if review is not None:
        compared = await visit.table.reviews.compared(game, review, position.ply)
        visit.pay(PICTURE if compared else 0)
    await visit.show(step_page(visit.words, visit.face(game), position, review, compared))
