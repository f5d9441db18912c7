"""Review of an ended game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import discord

from bot.discord.answering.desk import REVIEW
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, command, shareable, started_game
from bot.discord.features.looks import read_record, skipped_keys
from bot.discord.pages.own_notes import numbered_note_lines, open_notes_button
from bot.discord.pages.page import PageButton, PagePart, Target, page, shorten
from bot.discord.pages.wording import escape, names_of
from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.reviews import ComparedMoves
from bot.presentation.names import raw_names
from bot.presentation.reviews import review_lines
from bot.process.clock import SECOND
from bot.table.reviews import OnProgress, Progress, ReviewedGame
from engine.players.expert import Reason
from engine.players.review import Review
from render.picture.names import format_with_sign
from render.subject import Subject

# The number of reasons given for each of two moves.
MOST_REASONS = 2
# The signs of which the bar of progress is made.
LENGTH_OF_BAR = 12
LONGEST_LIST = 3500
LONGEST_NOTES = 1000


def describe_comparison(
    words: Words, face: AnyFace, names: Sequence[str], moves: ComparedMoves
) -> str:
    """Compare a move that has a mark with a better one, in a sentence: the cost, what the move
    does, and what speaks for the better one that the played one has not."""
    judged_move = moves.judged

    def deeds(reasons: Sequence[Reason]) -> list[str]:
        told_reasons = face.texts.reasons_of_other(reasons, judged_move.seat)
        return [face.texts.explain(words, names, reason) for reason in told_reasons]

    played_deeds, best_deeds = compare_deeds(words, deeds, moves.played.reasons, moves.best.reasons)
    return words(
        "review.compared",
        ply=judged_move.ply,
        name=names[judged_move.seat],
        mark=words(f"review.marked.{judged_move.mark}"),
        points=format_with_sign(words, -round(10 * judged_move.lost)),
        percent=round(100 * judged_move.lost_chance),
        played=words.join(played_deeds),
        best=words.join(best_deeds),
    )


def compare_deeds(
    words: Words,
    explain: Callable[[Sequence[Reason]], Sequence[str]],
    played: Sequence[Reason],
    best: Sequence[Reason],
) -> tuple[Sequence[str], Sequence[str]]:
    """Say what a move does, and what speaks for a better one that it has not."""
    played_deeds = explain(played)
    advantages = explain([reason for reason in best if reason.is_good])
    further = [deed for deed in advantages if deed not in played_deeds]
    best_deeds = further or advantages or explain(best)
    nothing = [words("hint.no_reason")]
    return (played_deeds or nothing)[:MOST_REASONS], (best_deeds or nothing)[:MOST_REASONS]


def comparison_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], moves: ComparedMoves
) -> Iterator[PagePart]:
    """Show a move that has a mark next to a better one, in words and on one picture."""
    yield describe_comparison(words, face, names, moves)
    played_subject, best_subject = (
        Subject(moves.view, raw, move.events, move.parts) for move in (moves.played, moves.best)
    )
    drawing = face.pictures.comparison(words, played_subject, best_subject)
    yield replace(drawing, filename=f"compared-{moves.judged.ply}.png")


def review_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], reviewed: ReviewedGame
) -> Iterator[PagePart]:
    """Show everybody's play, the chances and, where it mattered most, what would have been
    better."""
    yield shorten("\n".join(review_lines(words, names, reviewed.review)), LONGEST_LIST)
    yield face.pictures.chances(words, reviewed.review, raw)
    yield words("review.turning_points" if reviewed.turning_points else "review.no_marks")
    for moves in reviewed.turning_points:
        yield from comparison_parts(words, face, names, raw, moves)


def shared_parts(
    words: Words, face: AnyFace, names: Sequence[str], raw: Sequence[str], review: Review
) -> Iterator[PagePart]:
    """Show everybody as much as of an ending: who played, how well, and the chances."""
    yield words("review.shared", players=" – ".join(names))
    accuracies = [
        words("review.accuracy_of", name=name, percent=round(accuracy))
        for seat, name in enumerate(names)
        if (accuracy := review.accuracy(seat)) is not None
    ]
    yield words("review.accuracies", each=words.join(accuracies)) if accuracies else None
    yield face.pictures.chances(words, review, raw)


def describe_progress(words: Words, progress: Progress) -> str:
    """Draw a bar, and when the review is likely to be done."""
    filled = round(LENGTH_OF_BAR * progress.judged / progress.of)
    bar = "▰" * filled + "▱" * (LENGTH_OF_BAR - filled)
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


@command("game")
@shareable()
async def review(visit: Visit, record: discord.Attachment | None = None) -> None:
    """Show the review of the last game in this channel, or of the one in a record; of a record that
    is shared, the details to whoever shares it."""
    if record is None:
        await on_review(visit, Target((await started_game(visit)).id))
        return
    visit.pay(REVIEW)
    words = visit.words
    (kind, text, game) = await read_record(visit, record)
    reviewed = await visit.table.reviews.of_record(kind, text, visit.user_id, _progress_on(visit))
    names = list(map(escape, game.players))
    raw = game.players
    face = visit.desk.faces[kind]
    details = page(*review_parts(words, face, names, raw, reviewed), skipped_keys(words, game))
    if visit.private:
        await visit.show(details)
        return
    await visit.show(page(*shared_parts(words, face, names, raw, reviewed.review)))
    await visit.add(details)


@button("review")
async def on_review(visit: Visit, target: Target) -> None:
    """Show the review of a game played here, which has a button to its positions; if it is shared,
    in short, with a button to all of it."""
    visit.pay(REVIEW)
    words = visit.words
    reviews = visit.table.reviews
    game, reviewed = await reviews.of_game(target.game, visit.user_id, _progress_on(visit))
    names = names_of(words, game)
    raw = raw_names(game)
    face = visit.face(game)
    if not visit.private:
        parts = shared_parts(words, face, names, raw, reviewed.review)
        in_full = PageButton("review", Target.of(game), words("button.review"))
        await visit.show(page(*parts, [in_full]))
        return
    parts = review_parts(words, face, names, raw, reviewed)
    notes = await visit.table.own_notes.of(game, visit.viewer)
    note_text = "\n".join(numbered_note_lines(words, game, notes, visit.user_id))
    buttons = [PageButton("steps", Target.of(game), words("button.steps"))]
    own_notes = [note for note in notes if note.user_id == visit.user_id]
    if own_notes:
        buttons.append(open_notes_button(words, game, own_notes))
    await visit.show(page(*parts, shorten(note_text, LONGEST_NOTES), buttons))


def _progress_on(visit: Visit) -> OnProgress:
    async def show(progress: Progress) -> None:
        await visit.show_progress(describe_progress(visit.words, progress))

    return show
