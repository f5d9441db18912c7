"""What decided a game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.games.face import AnyFace, AnyTexts
from bot.locale import Words
from bot.match.game import Game, Status
from bot.presentation.boards import end_subject
from bot.table.games import Story
from render.pictures import Drawing


class DecidingMove(NamedTuple):
    """The move with which the winner gained most on the others."""

    ply: int
    events: Sequence[Any]
    points: int
    """The winner's."""


def find_deciding_move(texts: AnyTexts, story: Story) -> DecidingMove | None:
    """None if the game was not played to its end, if several share the win, or if no move brought
    the winner more than the others. What the final scoring gives is no move's."""
    winner = _only_winner(story.game)
    if winner is None:
        return None
    best_lead = 0
    deciding_move = None
    for ply in range(1, len(story.frames)):
        before = story.frames[ply - 1].scores
        after = story.frames[ply]
        points = [score - earlier for score, earlier in zip(after.scores, before, strict=True)]
        gains = without_final_scoring(texts, after.events, points)
        lead = lead_of(gains, winner)
        if lead > best_lead:
            best_lead = lead
            deciding_move = DecidingMove(ply, after.events, gains[winner])
    return deciding_move


def describe_decision(
    words: Words, texts: AnyTexts, story: Story, deciding_move: DecidingMove | None
) -> str:
    """Say in a sentence why the winner won: the final scoring, if it turned the game, or else the
    source of points in which they are furthest ahead; and the deciding move. Empty if none of that
    is so."""
    winner = _only_winner(story.game)
    if winner is None:
        return ""
    reasons = []
    last_frame = story.frames[-1]
    seats = len(last_frame.scores)
    at_end = texts.points_at_end(last_frame.events, seats)
    before_the_end = without_final_scoring(texts, last_frame.events, last_frame.scores)
    if lead_of(before_the_end, winner) < 0:
        reasons.append(words("end.final_scoring", points=_compare(at_end, winner)))
    else:
        events = [event for frame in story.frames for event in frame.events]
        by_seat = texts.points_by_source(events, seats)
        by_source = {
            source: [points.get(source, 0) for points in by_seat]
            for source in dict.fromkeys(source for points in by_seat for source in points)
        }
        best = max(by_source, key=lambda source: lead_of(by_source[source], winner), default="")
        if best and lead_of(by_source[best], winner) > 0:
            compared = _compare(by_source[best], winner)
            reasons.append(words(f"{texts.kind}.scored.{best}", points=compared))
    if deciding_move is not None:
        gained = words("words.points", count=deciding_move.points)
        reasons.append(words("end.deciding_move", ply=deciding_move.ply, points=gained))
    return words("end.decided_by", reasons=words.join(reasons)) if reasons else ""


def end_drawing(
    words: Words, face: AnyFace, story: Story, deciding_move: DecidingMove | None
) -> Drawing:
    """Draw the board as it is at the end, with the move that decided or, if none did, the last
    one."""
    subject = end_subject(story)
    if deciding_move is not None:
        subject = replace(subject, events=deciding_move.events)
    return face.pictures.ending(words, subject)


def _only_winner(game: Game) -> int | None:
    """Return the seat that won a game that was played to its end, if it is one alone."""
    if game.status is not Status.FINISHED or len(game.winners) != 1:
        return None
    return game.winners[0]


def without_final_scoring(
    texts: AnyTexts, events: Sequence[Any], points: Sequence[int]
) -> list[int]:
    """Take from everybody's points those that the final scoring among these events gave."""
    at_end = texts.points_at_end(events, len(points))
    return [scored - final for scored, final in zip(points, at_end, strict=True)]


def lead_of(points: Sequence[int], seat: int) -> int:
    """Compare the points of a seat with the most of any other."""
    others = [number for other, number in enumerate(points) if other != seat]
    return points[seat] - max(others)


def _compare(points: Sequence[int], winner: int) -> str:
    """`44 : 30`: the winner's points, and the most of any other."""
    return f"{points[winner]} : {points[winner] - lead_of(points, winner)}"
