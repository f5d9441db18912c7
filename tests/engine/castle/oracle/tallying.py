"""What statistics count in a game, from its record alone. Deliberately naive.

It has its own reading of what is counted; every turn of the record is played by the oracle, which
works out points, wall tiles and towers itself. From the scorings in a record only their order is
used, and only where a player may choose it.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

from . import choices
from .choices import Choice
from .features import completed_by
from .game import Oracle
from .scoring import scorings

POINTS_FOR = (
    "path",
    "tower",
    "house",
    "keep",
    "court",
    "wall4",
    "wall5",
    "wall6",
    "wall7",
    "wall9",
)

ROLE_ON = {"path": "herald", "tower": "knight", "house": "squire", "court": "merchant"}


class Tally:
    """One seat's counts."""

    def __init__(self) -> None:
        self.points = dict.fromkeys(POINTS_FOR, 0)
        self.roles = dict.fromkeys(ROLE_ON.values(), 0)
        self.wall_tiles = 0
        self.longest_tower = 0
        self.luck = Fraction(0)

    @property
    def names(self) -> dict[str, int]:
        """By the names that statistics use."""
        return {
            **{f"points.{what}": points for what, points in self.points.items()},
            **{f"role.{role}": count for role, count in self.roles.items()},
            "wall_tiles": self.wall_tiles,
            "most.tower": self.longest_tower,
            "luck": round(100 * self.luck),
        }


def tally_record(record: Mapping[str, Any], *, luck: bool) -> tuple[Tally, Tally]:
    """The counts of a finished game, by seat. Luck takes long: for every draw, every tile that was
    left is tried on every cell."""
    oracle = at_start(record)
    tallies = (Tally(), Tally())
    for turn in record["turns"]:
        if luck:
            tallies[oracle.seat].luck += luck_of_the_draw(oracle)
        if turn["follower"] is not None:
            on = record["tiles"][turn["tile"]][turn["follower"]]["kind"]
            tallies[turn["seat"]].roles[ROLE_ON[on]] += 1
        for scored in play_turn(oracle, turn):
            count(tallies, scored)
        if oracle.phase == "again" and (turn is not record["turns"][-1] or turn["extra"]):
            oracle.answer(turn["extra"])
    if luck and oracle.phase == "place":
        tallies[oracle.seat].luck += luck_of_the_draw(oracle)
    for final in oracle.final:
        tallies[final["seat"]].points[final["what"]] += final["points"]
    return tallies


def at_start(record: Mapping[str, Any]) -> Oracle:
    return Oracle(
        rules=record["rules"],
        tiles=record["tiles"],
        start_spaces=record["start_spaces"],
        inside=record["inside"],
        corner_towers=record["corner_towers"],
        deck=record["deck"],
        wall_tiles={int(space): kind for space, kind in record["wall_tiles"].items()},
        first=record["first"],
    )


def play_turn(oracle: Oracle, turn: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Play the turn; returns what it scored according to the oracle."""
    assert (oracle.seat, oracle.drawn) == (turn["seat"], turn["tile"])
    x, y = turn["cell"]
    for choice in fitting_choices(oracle, turn):
        tried = deepcopy(oracle)
        scored = tried.play(x, y, turn["rotation"], choice)
        if scored == turn["scored"]:
            oracle.__dict__ = tried.__dict__
            return scored
    raise AssertionError(f"no choice gives what the record tells of this turn: {turn}")


def fitting_choices(oracle: Oracle, turn: Mapping[str, Any]) -> Iterator[Choice]:
    """The choices with this turn's follower and wall tiles; there are several if they differ in the
    order, or in the features on which wall tiles were played."""
    wanted = sorted(play["kind"] for play in turn["wall"])
    x, y = turn["cell"]
    for choice in sorted(oracle.completions(x, y, turn["rotation"]), key=repr):
        if choice.follower == turn["follower"] and sorted(k for k, _ in choice.wall) == wanted:
            yield choice


def count(tallies: Sequence[Tally], scored: Mapping[str, Any]) -> None:
    if scored["seat"] is None:
        return
    tally = tallies[scored["seat"]]
    tally.points[scored["kind"]] += scored["points"]
    if scored["took"] is not None:
        tally.wall_tiles += 1
    if scored["kind"] == "tower":
        tiles = len(scored["cells"]) + len(scored["starts"])
        tally.longest_tower = max(tally.longest_tower, tiles)


def luck_of_the_draw(oracle: Oracle) -> Fraction:
    """What the drawn tile could score immediately, minus the average over all tiles that could have
    come."""
    assert oracle.drawn is not None
    left = [oracle.drawn, *(tile for tile in oracle.deck if oracle.fits(tile))]
    worths = [worth(oracle, tile) for tile in left]
    return worths[0] - Fraction(sum(worths), len(worths))


def worth(oracle: Oracle, tile: str) -> int:
    """How many points the followers on the board can get, wherever the tile is laid."""
    best = 0
    for x, y, rotation in choices.placements(oracle.board, tile):
        after = oracle.board.with_tile((x, y), tile, rotation)
        listed = scorings(after, (x, y), completed_by(after, (x, y)), ())
        best = max(best, sum(scoring.points for scoring in listed if scoring.seat == oracle.seat))
    return best
