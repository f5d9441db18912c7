"""The last turn of a game, weighed by the final scoring after it."""

from collections.abc import Sequence

from engine.players.castle.board.ending import final_scores
from engine.players.castle.board.playing import lay
from engine.players.castle.board.position import Position, Sight
from engine.players.castle.board.wall_tiles import walls
from engine.players.judgement import lead


class LastTurn:
    def __init__(self, position: Position, unseen: Sequence[int]) -> None:
        """`unseen` are the kinds of the wall tiles that nobody has seen."""
        self.position, self.unseen = position, unseen

    def worth(self, sight: Sight) -> float:
        """The lead that the player to act ends with, averaged over the wall tiles that they may
        find."""
        after = self._laid(sight, self.position.wall)
        found = [tower for tower in self.position.wall if tower not in after.wall]
        if not found:
            return self._lead(after)
        return sum(
            chance * self._lead(self._laid(sight, wall))
            for chance, wall in walls(self.position.wall, found, self.unseen)
        )

    def _laid(self, sight: Sight, wall: dict[int, int]) -> Position:
        after = self.position.copy()
        after.wall = wall.copy()
        lay(after, sight)
        return after

    def _lead(self, after: Position) -> float:
        return lead(final_scores(after), self.position.seat)
