"""Reviews of ended games: which games have them, and how one is made from a record.

A review is made in parts of a few moves, so that other work for the thinkers does not wait long.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.match.rules import replay, rules_of
from engine.errors import SnapshotError
from engine.players.expert import Reason
from engine.players.players import EXPERTS
from engine.players.review import JudgedMove, Review, read_review, write_review
from engine.players.reviewer import is_current, join_reviews, review_game
from engine.questions import Part

# The number of moves in a part: about two seconds of work.
AT_ONCE = 4


class TriedMove(NamedTuple):
    """A move as it would have been previewed, and what a hint would say about it."""

    parts: Sequence[Part]
    events: Sequence[Any]
    reasons: Sequence[Reason]


class ComparedMoves(NamedTuple):
    """A move that was played, and a better one."""

    judged: JudgedMove
    view: Any
    """The view of its player then."""
    played: TriedMove
    best: TriedMove


def read_current_review(text: str) -> Review | None:
    """Read a review as it is stored; None if that is not how the game would be reviewed now."""
    try:
        review = read_review(text)
    except SnapshotError:
        return None
    return review if is_current(review) else None


def has_reviews(kind: str) -> bool:
    return kind in EXPERTS


def review_parts(kind: str, record: str) -> Sequence[range]:
    """List the plies of each part of the review of a game; one part without any if nobody moved."""
    last_ply = len(rules_of(kind).records.read_record(record).moves)
    first_plies = range(1, max(last_ply, 1) + 1, AT_ONCE)
    return [range(first_ply, min(first_ply + AT_ONCE, last_ply + 1)) for first_ply in first_plies]


def review_part(kind: str, record: str, commitment: str | None, plies: range) -> str:
    """Review a part of the game in this record; returns text. This takes a few seconds."""
    rules = rules_of(kind)
    recorded_game = rules.records.read_record(record)
    states = (transition.state for transition in replay(rules, recorded_game))
    return write_review(review_game(kind, recorded_game.moves, states, commitment, plies=plies))


def compare_moves(
    kind: str, record: str, judged_moves: Sequence[JudgedMove]
) -> tuple[ComparedMoves, ...]:
    """Put moves of the game in this record next to what was better, both judged by what their
    player could know. It takes a while."""
    rules = rules_of(kind)
    states = [transition.state for transition in replay(rules, rules.records.read_record(record))]
    comparisons = []
    for judged_move in judged_moves:
        state = states[judged_move.ply - 1]
        seat = judged_move.seat
        comparison = ComparedMoves(
            judged_move,
            rules.view(state, seat),
            played=try_move(kind, state, seat, judged_move.played),
            best=try_move(kind, state, seat, judged_move.best),
        )
        comparisons.append(comparison)
    return tuple(comparisons)


def try_move(kind: str, state: Any, seat: int, text: str) -> TriedMove:
    """Try a legal move of this seat, by what its player can know."""
    rules = rules_of(kind)
    move = rules.parse_move(text)
    _, events = rules.apply(state, seat, move)
    events_foreseen = rules.events_for(rules.known_in_advance(events), seat)
    imagined_state = rules.resample(state, seat, "reasons")
    reasons = EXPERTS[kind].reasons(imagined_state, move)
    return TriedMove(rules.parts(move), events_foreseen, reasons)


def join_parts(parts: Sequence[str]) -> Review:
    return join_reviews([read_review(part) for part in parts])
