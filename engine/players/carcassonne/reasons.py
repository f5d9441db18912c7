"""Reasons for and against a turn, feature by feature."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.carcassonne.features import AROUND
from engine.carcassonne.moves import Move, cell_name
from engine.carcassonne.placing import segment_for
from engine.carcassonne.scoring import SCORING_KINDS
from engine.carcassonne.state import State
from engine.counts import most
from engine.players.carcassonne.appraisal import Appraisal
from engine.players.carcassonne.candidates import WeighedPlacement
from engine.players.carcassonne.chances import Promise
from engine.players.expert import Facts, Reason, lead, weightiest
from engine.players.tiles import leaders_of, stack
from engine.tiles.feature import Feature, Follower, distinct
from engine.tiles.tile import PORTS

# Every reason with the facts that go with it.
#
# `own` is what the player leads in, `other` what `seat` leads in. `kind` is road, city or
# cloister; `place` the cell of a follower on the feature; `tiles` how many it has, or a cloister
# has around it; `chance` in percent how likely it is to be completed; `points` what it gives;
# `cities` how many complete ones a field feeds, and `soon` how many more it is likely to; `own`
# and `others` how many farmers the player and `seat` have on it; `number` how many followers come
# back, or are left to the player.
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
    "farms-soon": ("soon",),
    "farms-more": ("cities", "soon"),
    "farms-growing": (),
    "joins-fields": ("own", "others", "seat"),
    "feeds": ("cities",),
    "feeds-theirs": ("cities", "seat"),
    "changes-fields": (),
    "returns-followers": ("number",),
    "uses-follower": ("number",),
}
# A field is said to feed an open city soon if it counts at least this share of a complete one.
SOON = 0.25
# Reasons worth fewer points are not mentioned.
SLIGHT = 0.15


def reasons(state: State, move: Move) -> tuple[Reason, ...]:
    appraisal = Appraisal(state, Counter(stack(state)))
    weighed = WeighedPlacement(appraisal, appraisal.points(), move.placement)
    return weightiest(Reasons(weighed).of(move), SLIGHT)


class Reasons:
    """Finds the reasons in the parts of a weighed placement."""

    def __init__(self, weighed: WeighedPlacement) -> None:
        self.weighed = weighed
        self.appraisal = weighed.appraisal
        self.state = weighed.state
        self.seat = weighed.seat
        self.chances = weighed.chances

    def of(self, move: Move) -> list[Reason]:
        reasons = [
            *self._extension_reasons(),
            *self._facing_reasons(),
            *self._monk_reasons(),
            *self._return_reasons(),
        ]
        if move.follower is None:
            reasons += self._field_reasons()
        else:
            segment = segment_for(self.state, self.weighed.meeting, move.follower)
            reasons += self._placement_reasons(segment)
        return reasons

    def _extension_reasons(self) -> Iterator[Reason]:
        """Judge the claimed roads and cities that the tile extends or closes."""
        for feature in distinct(self.weighed.meeting.joined):
            if not feature.followers or feature.kind not in SCORING_KINDS:
                continue
            earlier = [
                part
                for part in self.weighed.extended.values()
                if not set(part.followers).isdisjoint(feature.followers)
            ]
            promise = self.weighed.promise_after(feature)
            done = not feature.open
            points = self._worth(promise, feature.followers, done=done)
            points -= sum(
                self._worth(self.appraisal.promise(part), part.followers) for part in earlier
            )
            others = [part for part in earlier if self.seat not in self._leaders(part.followers)]
            leaders = self._leaders(feature.followers)
            facts = self._facts(feature)
            if done:
                facts["points"] = round(promise.points)
                yield self._name_reason("completes", points, facts, leaders)
                continue
            facts |= {"tiles": feature.size, "chance": percent(promise)}
            if self.seat in leaders and others:
                yield self._name_reason("joins", points, facts, self._leaders(others[0].followers))
            else:
                yield self._name_reason("extends", points, facts, leaders)

    def _facing_reasons(self) -> Iterator[Reason]:
        """Judge the claimed roads and cities that become easier or harder to close."""
        for feature in self.weighed.faced.values():
            before = self.appraisal.promise(feature)
            after = self.weighed.promise_after(feature)
            if feature.followers and after.chance != before.chance:
                points = self._worth(after, feature.followers)
                points -= self._worth(before, feature.followers)
                name = "helps" if after.chance > before.chance else "hinders"
                facts = {**self._facts(feature), "chance": percent(after)}
                yield self._name_reason(name, points, facts, self._leaders(feature.followers))

    def _monk_reasons(self) -> Iterator[Reason]:
        """Judge the cloisters with a monk that become surrounded, or easier or harder to."""
        for monk in self.weighed.monks_near():
            follower = self.appraisal.monk_at(monk.cell)
            before = self.appraisal.cloister_promise(monk.cell)
            points = self._worth(monk.promise, follower, done=not monk.empty)
            points -= self._worth(before, follower)
            place = self._place(follower)
            owner = (follower[0].seat,)
            if monk.nearer:
                tiles = len(AROUND) - len(monk.empty)
                facts: Facts = {"place": place, "tiles": tiles}
                yield self._name_reason("surrounds", points, facts, owner)
            elif points:
                name = "helps" if monk.promise.chance > before.chance else "hinders"
                facts = {"kind": "cloister", "place": place, "chance": percent(monk.promise)}
                yield self._name_reason(name, points, facts, owner)

    def _field_reasons(self) -> Iterator[Reason]:
        """Judge the farmers whose fields the tile changes."""
        fields = self.weighed.fields
        points = lead(fields.gained, self.seat) if fields.gained else 0.0
        if not points:
            return
        for farm in fields.joined_fields():
            own = farm.farmers[self.seat]
            others, seat = max(
                (number, -at) for at, number in enumerate(farm.farmers) if at != self.seat
            )
            if own and others:
                yield Reason("joins-fields", points, {"own": own, "others": others, "seat": -seat})
                return
        fed = fields.farmers_fed()
        if fed:
            leaders = most(fed[0])
            facts = {"cities": len(fed)}
            if self.seat in leaders:
                yield Reason("feeds", points, facts)
            else:
                yield Reason("feeds-theirs", points, {**facts, "seat": leaders[0]})
            return
        yield Reason("changes-fields", points)

    def _farmer_reason(self, segment: int) -> Reason:
        """A new farmer on this segment."""
        fields = self.weighed.fields
        points = lead(fields.with_farmer(self.seat, segment), self.seat)
        complete = [fields.complete(city) for city in fields.cities_at(segment)]
        cities = sum(share == 1 for share in complete)
        soon = sum(SOON <= share < 1 for share in complete)
        if cities and soon:
            return Reason("farms-more", points, {"cities": cities, "soon": soon})
        if soon:
            return Reason("farms-soon", points, {"soon": soon})
        if cities:
            return Reason("farms", points, {"cities": cities})
        return Reason("farms-growing", points)

    def _placement_reasons(self, segment: int) -> Iterator[Reason]:
        """Placing the player's follower on this segment."""
        weighed = self.weighed
        feature = self.weighed.meeting.joined[segment]
        if feature.kind == "field":
            yield self._farmer_reason(segment)
        else:
            promise, done = weighed.claim(segment)
            points = self._worth(promise, (Follower(self.seat, 0),), done=done)
            facts: Facts = {"kind": SCORING_KINDS[feature.kind]}
            if done:
                yield Reason("scores-at-once", points, {**facts, "points": round(promise.points)})
                return
            yield Reason("claims", points, {**facts, "chance": percent(promise)})
        yield Reason("uses-follower", -weighed.cost, {"number": weighed.supply[self.seat] - 1})

    def _return_reasons(self) -> Iterator[Reason]:
        before = self.state.supply[self.seat]
        after = self.weighed.supply[self.seat]
        if after > before:
            worth = self.chances.supply_worth(after) - self.chances.supply_worth(before)
            yield Reason("returns-followers", worth, {"number": after - before})

    def _worth(
        self, promise: Promise, followers: tuple[Follower, ...], *, done: bool = False
    ) -> float:
        """Worth of a feature, in points of lead."""
        points = [0.0] * self.state.setup.seats
        if done:
            for seat in self._leaders(followers):
                points[seat] += promise.points
        else:
            self.appraisal.credit(points, promise, followers)
        return lead(points, self.seat)

    def _name_reason(
        self, name: str, points: float, facts: Facts, leaders: tuple[int, ...]
    ) -> Reason:
        if self.seat in leaders:
            return Reason(f"{name}-own", points, facts)
        return Reason(f"{name}-other", points, {**facts, "seat": leaders[0]})

    def _leaders(self, followers: Iterable[Follower]) -> tuple[int, ...]:
        return leaders_of(followers, self.state.setup.seats)

    def _facts(self, feature: Feature) -> Facts:
        return {"kind": SCORING_KINDS[feature.kind], "place": self._place(feature.followers)}

    def _place(self, followers: tuple[Follower, ...]) -> str:
        return cell_name(self.state.board.grid.cells[followers[0].spot // PORTS])


def percent(promise: Promise) -> int:
    return round(100 * promise.chance)
