"""The review of an ended game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

import discord

from bot.discord.answering.desk import REVIEW
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, shareable, started_game
from bot.discord.features.looks import read_record
from bot.discord.pages.emojis import inline
from bot.discord.pages.own_notes import numbered_note_lines, open_notes_button
from bot.discord.pages.page import PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import escape, names_of, raw_names, reason_lines
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.reviews import ComparedMoves
from bot.process.clock import SECOND
from bot.table.reviews import OnProgress, Progress, ReviewedGame
from engine.players.review import Mark, Review
from render.board.aliases import alias
from render.picture.names import format_decimal, format_whole
from render.subject import Subject

# The number of reasons given for each of two moves.
MOST_REASONS = 3
LENGTH_OF_BAR = 12
LONGEST_LIST = 3500
LONGEST_NOTES = 1000


def review_lines(words: Words, names: Sequence[str], review: Review) -> Iterator[str]:
    """The quality of everybody's play, the make-up of the lead and, if known, whether the seal
    holds. The names are escaped."""
    for seat, name in enumerate(names):
        accuracy = review.accuracy(seat)
        marks = review.marks(seat)
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
    yield words("review.how", positions=format_whole(words, review.positions))


def _format_signed(number: int) -> str:
    """`+9`, `−12` or `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"


def describe_compared(
    words: Words, face: AnyFace, names: Sequence[str], moves: ComparedMoves
) -> str:
    """A move with a mark and a better one: what speaks for and against both, and the cost."""
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
    points = round(10 * judged.lost)
    percent = round(100 * judged.lost_chance)
    cost = {"points": format_decimal(words, points), "percent": percent}
    lines.append(words("review.cost", **cost, name=names[judged.seat]))
    return "\n".join(lines)


def compared_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], moves: ComparedMoves
) -> Iterator[PagePart]:
    """A move with a mark next to a better one, in words and on one picture."""
    yield describe_compared(words, face, names, moves)
    played, best = (
        Subject(moves.view, raw, move.events, move.parts) for move in (moves.played, moves.best)
    )
    drawing = face.pictures.comparison(words, played, best)
    yield replace(drawing, filename=f"compared-{moves.judged.ply}.png")


def review_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], shown: ReviewedGame
) -> Iterator[PagePart]:
    """Everybody's play, the chances and, where it mattered most, what would have been better."""
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
        await on_review(visit, Target((await started_game(visit)).id))
        return
    visit.pay(REVIEW)
    words = visit.words
    (kind, text, game) = await read_record(visit, record)
    made = await visit.table.reviews.of_record(kind, text, visit.user_id, _progress_on(visit))
    names = list(map(escape, game.players))
    face = visit.desk.faces[kind]
    await visit.show(page(*review_parts(words, face, names, game.players, made)))


@button("review")
async def on_review(visit: Visit, target: Target) -> None:
    """The review of a game played here, which has a button to its positions."""
    visit.pay(REVIEW)
    words = visit.words
    reviews = visit.table.reviews
    played, made = await reviews.of_game(target.game, visit.user_id, _progress_on(visit))
    names = names_of(words, played)
    raw = raw_names(played)
    parts = review_parts(words, visit.face(played), names, raw, made)
    notes = await visit.table.own_notes.of(played, visit.viewer)
    noted = "\n".join(numbered_note_lines(words, played, notes, visit.user_id))
    buttons = [PageButton("steps", Target.of(played), words("button.steps"))]
    own = [note for note in notes if note.user_id == visit.user_id]
    if own:
        buttons.append(open_notes_button(words, played, own))
    await visit.show(page(*parts, shorten(noted, LONGEST_NOTES), buttons if visit.private else []))


def _progress_on(visit: Visit) -> OnProgress:
    async def show(progress: Progress) -> None:
        await visit.show_progress(describe_progress(visit.words, progress))

    return show
