"""The reasons for and against a turn, feature by feature."""

from collections.abc import Iterable, Iterator, Mapping

from engine.carcassonne.play.cloisters import AROUND
from engine.carcassonne.play.completed import SCORING_KINDS
from engine.carcassonne.play.placing import segment_for
from engine.carcassonne.state import State
from engine.carcassonne.vocabulary.moves import Move
from engine.carcassonne.vocabulary.notation import cell_name
from engine.carcassonne.vocabulary.players import most
from engine.players.carcassonne.appraisal import Appraisal, left
from engine.players.carcassonne.features import Promise, cloister_promise, supply_worth
from engine.players.carcassonne.weighing import Weighing, distinct
from engine.players.expert import Reason, lead
from engine.tiles.ports import PORTS
from engine.tiles.region import Follower, Region

NAMES: Mapping[str, tuple[str, ...]] = {
    "completes-own": ("kind", "place", "points"),
    "completes-other": ("kind", "place", "points", "seat"),
    "extends-own": ("kind", "place", "tiles", "chance"),
    "extends-other": ("kind", "place", "tiles", "chance", "seat"),
    "joins-other": ("kind", "place", "tiles", "chance", "seat"),
    "helps-own": ("kind", "place", "chance"),
    "hinders-own": ("kind", "place", "chance"),
    "helps-other": ("kind", "place", "chance", "seat"),
    "hinders-other": ("kind", "place", "chance", "seat"),
    "surrounds-own": ("place", "tiles"),
    "surrounds-other": ("place", "tiles", "seat"),
    "scores-at-once": ("kind", "points"),
    "claims": ("kind", "chance"),
    "farms": ("cities",),
    "changes-fields": (),
    "returns-followers": ("number",),
    "uses-follower": ("number",),
    "keeps-followers": ("number",),
}
"""Every reason with the facts that go with it.

`own` is what the player leads in, `other` what `seat` leads in. `kind` is road, city or cloister;
`place` the cell of a follower on the feature; `tiles` how many it has, or a cloister has around it;
`chance` in percent how likely it is to be completed; `points` what it gives; `cities` how many a
new farmer serves so far; `number` how many followers come back, or are left to the player."""
MOST = 4
SLIGHT = 0.15
"""Reasons worth fewer points are not mentioned."""


def reasons(state: State, move: Move) -> tuple[Reason, ...]:
    """The reasons, the weightiest first; at least one."""
    appraisal = Appraisal(state, left(state))
    weighing = Weighing(appraisal, appraisal.points(), move.placement)
    telling = Telling(weighing)
    found = [*telling.extended(), *telling.faced(), *telling.surrounded(), *telling.returned()]
    if move.follower is None:
        found += [*telling.fields(), Reason("keeps-followers", 0.0, {"number": telling.left})]
    else:
        found += telling.posted(segment_for(state, weighing.meeting, move.follower))
    found.sort(key=lambda one: -abs(one.points))
    weighty = [one for one in found if abs(one.points) >= SLIGHT]
    return tuple(weighty[:MOST] or found[:1])


class Telling:
    """Finds the reasons in the parts of a weighing."""

    def __init__(self, weighing: Weighing) -> None:
        self.weighing, self.appraisal = weighing, weighing.appraisal
        self.state, self.seat, self.chances = weighing.state, weighing.seat, weighing.chances
        self.left = weighing.supply[self.seat]
        """How many followers the player has before one is placed."""

    def extended(self) -> Iterator[Reason]:
        """The claimed roads and cities that the tile extends or closes."""
        for region in distinct(self.weighing.meeting.joined):
            if region.followers and region.kind in SCORING_KINDS:
                earlier = [
                    one
                    for one in self.weighing.extended.values()
                    if not set(one.followers).isdisjoint(region.followers)
                ]
                yield self._extended(region, earlier)

    def _extended(self, region: Region, earlier: list[Region]) -> Reason:
        promise, done = self.weighing.promise_after(region), not region.open
        points = self._worth(promise, region.followers, done=done)
        points -= sum(self._worth(self.appraisal.promise(one), one.followers) for one in earlier)
        others = [one for one in earlier if self.seat not in self._leaders(one.followers)]
        leaders, facts = self._leaders(region.followers), self._facts(region)
        if done:
            facts["points"] = round(promise.points)
            return self._named("completes", points, facts, leaders)
        facts |= {"tiles": region.size, "chance": percent(promise)}
        if self.seat in leaders and others:
            return self._named("joins", points, facts, self._leaders(others[0].followers))
        return self._named("extends", points, facts, leaders)

    def faced(self) -> Iterator[Reason]:
        """The claimed roads and cities that become easier or harder to close."""
        for region in self.weighing.faced.values():
            before = self.appraisal.promise(region)
            after = self.weighing.promise_after(region)
            if region.followers and after.chance != before.chance:
                points = self._worth(after, region.followers)
                points -= self._worth(before, region.followers)
                name = "helps" if after.chance > before.chance else "hinders"
                facts = {**self._facts(region), "chance": percent(after)}
                yield self._named(name, points, facts, self._leaders(region.followers))

    def surrounded(self) -> Iterator[Reason]:
        """The cloisters with a monk next to the tile."""
        for cell, near in self.weighing.monks_near():
            monk = (Follower(self.state.standing[cell].seat, cell * PORTS),)
            before = cloister_promise(near, self.chances)
            after = cloister_promise(near + 1, self.chances)
            points = self._worth(after, monk, done=near + 1 == len(AROUND))
            points -= self._worth(before, monk)
            facts: dict[str, str | int] = {"place": self._place(monk), "tiles": near + 1}
            yield self._named("surrounds", points, facts, (monk[0].seat,))

    def posted(self, segment: int) -> Iterator[Reason]:
        """Placing the player's follower on this segment."""
        weighing, region = self.weighing, self.weighing.meeting.joined[segment]
        if region.kind == "field":
            points = lead(weighing.fields.with_farmer(self.seat, segment), self.seat)
            yield Reason("farms", points, {"cities": len(weighing.fields.cities_at(segment))})
        else:
            promise, done = weighing.claimed(segment)
            me = (Follower(self.seat, 0),)
            facts: dict[str, str | int] = {"kind": SCORING_KINDS[region.kind]}
            points = self._worth(promise, me, done=done)
            if done:
                yield Reason("scores-at-once", points, {**facts, "points": round(promise.points)})
                return
            yield Reason("claims", points, {**facts, "chance": percent(promise)})
        yield Reason("uses-follower", -weighing.cost, {"number": self.left - 1})

    def fields(self) -> Iterator[Reason]:
        """What the tile changes for the farmers already on the board."""
        gained = self.weighing.fields.gained
        if gained and lead(gained, self.seat):
            yield Reason("changes-fields", lead(gained, self.seat))

    def returned(self) -> Iterator[Reason]:
        """Getting the player's followers back."""
        before, after = self.state.supply[self.seat], self.weighing.supply[self.seat]
        if after > before:
            worth = supply_worth(after, self.chances) - supply_worth(before, self.chances)
            yield Reason("returns-followers", worth, {"number": after - before})

    def _worth(
        self, promise: Promise, followers: tuple[Follower, ...], *, done: bool = False
    ) -> float:
        """What a feature is worth, in points of lead."""
        points = [0.0] * self.state.setup.seats
        if done:
            for seat in self._leaders(followers):
                points[seat] += promise.points
        else:
            self.appraisal.credit(points, promise, followers)
        return lead(points, self.seat)

    def _named(
        self, name: str, points: float, facts: Mapping[str, str | int], leaders: tuple[int, ...]
    ) -> Reason:
        if self.seat in leaders:
            return Reason(f"{name}-own", points, facts)
        return Reason(f"{name}-other", points, {**facts, "seat": leaders[0]})

    def _leaders(self, followers: Iterable[Follower]) -> tuple[int, ...]:
        counts = [0] * self.state.setup.seats
        for follower in followers:
            counts[follower.seat] += 1
        return most(tuple(counts))

    def _facts(self, region: Region) -> dict[str, str | int]:
        return {"kind": SCORING_KINDS[region.kind], "place": self._place(region.followers)}

    def _place(self, followers: tuple[Follower, ...]) -> str:
        return cell_name(self.state.board.grid.cells[followers[0].spot // PORTS])


def percent(promise: Promise) -> int:
    return round(100 * promise.chance)
