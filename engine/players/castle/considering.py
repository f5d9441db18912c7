"""What a turn changes, given as reasons for or against it."""

from collections.abc import Iterator, Sequence

from engine.castle.vocabulary.events import Event, FeatureScored, FollowersReturned, KeepMoved
from engine.players.castle.board.changes import Change
from engine.players.castle.board.ending import leader
from engine.players.castle.board.ground import COURT, KINDS, plain
from engine.players.castle.board.position import Area, Position
from engine.players.castle.fits import hardest_to_fill
from engine.players.castle.worth import keep_lead, open_worth, season
from engine.players.thought import Reason


class Considering:
    """The reasons of the player to act in a position. Points count from their side."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.now = season(position.left)
        self.seat = position.seat
        self.other = 1 - position.seat

    def of(self, change: Change) -> Iterator[Reason]:
        """Why it is good or bad that an area changes."""
        before, after, posted = change
        standing = sum(self._worth(area) for area in before)
        ahead, name = leader(after), KINDS[after.kind]
        if not after.first and not after.second:
            return
        if not after.faces and after.kind != COURT:
            yield self._completed(after, ahead, standing)
            return
        gained = self._worth(after) - standing
        fits = hardest_to_fill(self.position, after)
        if ahead == self.seat:
            if after.kind == COURT:
                yield Reason("trades", gained, {"markets": after.marks})
            else:
                tiles = after.cells.bit_count()
                facts: dict[str, str | int] = {"kind": name, "tiles": tiles, "fits": fits}
                yield Reason("opens" if posted else "continues", gained, facts)
        elif any(leader(area) != ahead for area in before if area.first or area.second):
            yield Reason("contests", gained, {"kind": name, "seat": self.other})
        elif gained > 0:
            yield Reason("hinders", gained, {"kind": name, "seat": self.other, "fits": fits})
        elif gained < 0:
            yield Reason("helps", gained, {"kind": name, "seat": self.other})

    def _completed(self, area: Area, ahead: int | None, standing: float) -> Reason:
        kind = KINDS[area.kind]
        if ahead is None:
            return Reason("closes-for-nobody", -standing, {"kind": kind})
        tiles = area.cells.bit_count()
        points = plain(area.kind, tiles, area.marks)
        if ahead == self.seat:
            facts: dict[str, str | int] = {"kind": kind, "tiles": tiles, "points": points}
            return Reason("scores", points - standing, facts)
        facts = {"kind": kind, "seat": self.other, "points": points}
        return Reason("closes-theirs", -points - standing, facts)

    def _worth(self, area: Area) -> float:
        ahead = leader(area)
        if ahead is None:
            return 0.0
        worth = open_worth(self.now, area.kind, area.cells, area.marks, area.faces)
        return worth if ahead == self.seat else -worth

    def paid(self, events: Sequence[Event], played: int) -> list[Reason]:
        """The wall tiles that are played and taken, and the keeps that move."""
        found, each = [], self.now.wall_tile
        if played:
            raised = [one for one in events if isinstance(one, FeatureScored) and one.wall_tiles]
            more = sum(one.points - one.points // (1 + one.wall_tiles) for one in raised)
            found.append(Reason("plays-wall-tiles", more - played * each, {"points": more}))
        for event in events:
            if isinstance(event, FeatureScored) and event.tower is not None:
                if event.seat == self.seat:
                    found.append(Reason("takes-wall-tile", each, {"space": event.tower}))
                else:
                    facts: dict[str, str | int] = {"seat": self.other, "space": event.tower}
                    found.append(Reason("gives-wall-tile", -each, facts))
        return found + self._keeps([one for one in events if isinstance(one, KeepMoved)])

    def _keeps(self, moves: Sequence[KeepMoved]) -> list[Reason]:
        found, keeps = [], self.position.keeps.copy()
        for move in moves:
            before = self._keep_lead(keeps)
            keeps[move.seat] = move.tiles
            gained = self._keep_lead(keeps) - before
            if move.seat == self.seat:
                found.append(Reason("moves-keep", gained, {"tiles": move.tiles}))
            else:
                facts = {"seat": self.other, "tiles": move.tiles}
                found.append(Reason("gives-keep", gained, facts))
        return found

    def _keep_lead(self, keeps: Sequence[int]) -> float:
        return keep_lead(self.now, keeps[self.seat], keeps[self.other])

    def supplies(self, posted: bool, events: Sequence[Event]) -> list[Reason]:
        """The followers placed and returned."""
        home = next((one.followers for one in events if isinstance(one, FollowersReturned)), (0, 0))
        supply, worth, found = self.position.supply, self.now.supply, []
        mine = supply[self.seat] + home[self.seat] - posted
        gained = worth[mine] - worth[supply[self.seat]]
        if mine > supply[self.seat]:
            back = mine - supply[self.seat]
            found.append(Reason("brings-home", gained, {"followers": back}))
        elif mine < supply[self.seat]:
            found.append(Reason("spends-follower", gained, {"left": mine}))
        freed = home[self.other]
        if freed:
            theirs = worth[supply[self.other] + freed] - worth[supply[self.other]]
            facts = {"seat": self.other, "followers": freed}
            found.append(Reason("frees-theirs", -theirs, facts))
        return found
