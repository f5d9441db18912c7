"""Reasons for and against a turn, feature by feature."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.carcassonne.catalogue import Thing
from engine.carcassonne.events import Event, FeatureScored
from engine.carcassonne.farms import score_farms
from engine.carcassonne.features import AROUND
from engine.carcassonne.moves import Deployment, Move, cell_name
from engine.carcassonne.placing import segment_for
from engine.carcassonne.scoring import SCORING_KINDS, WITH_THING, thing_on
from engine.carcassonne.state import State
from engine.carcassonne.turn import apply
from engine.counts import Counts, most
from engine.players.carcassonne.appraisal import Appraisal
from engine.players.carcassonne.candidates import SurroundedMonk, WeighedPlacement
from engine.players.carcassonne.chances import Promise
from engine.players.expert import Facts, Reason, lead, weightiest
from engine.players.tiles import leaders_of, stack, without_stack
from engine.tiles.feature import Feature, Follower, count_followers, distinct
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS

# Every reason with the facts that go with it.
#
# `own` is what the player alone leads in, `shared` what they lead in with others, and `other` what
# `seat` leads in. `kind` is road, city or cloister, or with what is on it `inn_road` or
# `cathedral_city`; `place` the cell of a follower on the feature; `tiles` how many it has, or a
# cloister has around it; `chance` in percent how likely it is to be completed; `points` what it
# gives; `thing` what the tile brings to it, and `each` what it then gives for a tile, if it is
# completed; `cities` how many complete ones a field feeds, and `soon` how many more it is likely
# to; `number` how many small followers come back; `yours` and `theirs` what all fields of the
# player and of `seat` are worth after the turn; `own` and `others` how many farmers they have on a
# field.
NAMES: Mapping[str, tuple[str, ...]] = {
    "completes-own": ("kind", "place", "points"),
    "completes-shared": ("kind", "place", "points"),
    "completes-other": ("kind", "place", "points", "seat"),
    "scores-at-once": ("kind", "points"),
    "extends-own": ("kind", "place", "tiles", "chance"),
    "extends-shared": ("kind", "place", "tiles", "chance"),
    "extends-other": ("kind", "place", "tiles", "chance", "seat"),
    "takes-over": ("kind", "place", "tiles", "chance", "seat"),
    "shares": ("kind", "place", "tiles", "chance", "seat"),
    "loses": ("kind", "place", "seat"),
    "takes-over-large": ("kind", "place", "tiles", "seat"),
    "shares-large": ("kind", "place", "tiles", "seat"),
    "loses-large": ("kind", "place", "seat"),
    "raises-own": ("kind", "place", "thing", "each"),
    "raises-shared": ("kind", "place", "thing", "each"),
    "raises-other": ("kind", "place", "thing", "each", "seat"),
    "spoils-own": ("kind", "place", "thing", "chance"),
    "spoils-shared": ("kind", "place", "thing", "chance"),
    "spoils-other": ("kind", "place", "thing", "chance", "seat"),
    "helps-own": ("kind", "place", "chance"),
    "helps-shared": ("kind", "place", "chance"),
    "helps-other": ("kind", "place", "chance", "seat"),
    "hinders-own": ("kind", "place", "chance"),
    "hinders-shared": ("kind", "place", "chance"),
    "hinders-other": ("kind", "place", "chance", "seat"),
    "surrounds-own": ("kind", "place", "tiles"),
    "surrounds-other": ("kind", "place", "tiles", "seat"),
    "claims": ("kind", "chance"),
    "farms": ("cities", "yours", "theirs", "seat"),
    "farms-soon": ("soon",),
    "farms-more": ("cities", "soon", "yours", "theirs", "seat"),
    "farms-growing": (),
    "joins-fields": ("own", "others", "yours", "theirs", "seat"),
    "feeds": ("cities", "yours", "theirs", "seat"),
    "feeds-theirs": ("cities", "yours", "theirs", "seat"),
    "helps-fields": ("yours", "theirs", "seat"),
    "hurts-fields": ("yours", "theirs", "seat"),
    "helps-fields-theirs": ("yours", "theirs", "seat"),
    "hurts-fields-theirs": ("yours", "theirs", "seat"),
    "returns-followers": ("number",),
    "last-follower": (),
    "last-small-follower": (),
    "large-follower": (),
    "returns-large": (),
    "outweighs": (),
}

# The theme of a puzzle whose best move is set apart by each reason.
THEMES: Mapping[str, str] = {
    "completes-own": "completion",
    "completes-shared": "completion",
    "completes-other": "gift",
    "scores-at-once": "completion",
    "extends-own": "growth",
    "extends-shared": "growth",
    "extends-other": "gift",
    "takes-over": "takeover",
    "shares": "share",
    "loses": "gift",
    "takes-over-large": "takeover",
    "shares-large": "share",
    "loses-large": "gift",
    "raises-own": "growth",
    "raises-shared": "growth",
    "raises-other": "gift",
    "spoils-own": "growth",
    "spoils-shared": "growth",
    "spoils-other": "block",
    "helps-own": "growth",
    "helps-shared": "growth",
    "helps-other": "gift",
    "hinders-own": "growth",
    "hinders-shared": "growth",
    "hinders-other": "block",
    "surrounds-own": "cloister",
    "surrounds-other": "gift",
    "claims": "claim",
    "farms": "farm",
    "farms-soon": "farm",
    "farms-more": "farm",
    "farms-growing": "farm",
    "joins-fields": "field-merge",
    "feeds": "farm",
    "feeds-theirs": "gift",
    "helps-fields": "farm",
    "hurts-fields": "farm",
    "helps-fields-theirs": "gift",
    "hurts-fields-theirs": "block",
    "returns-followers": "followers",
    "last-follower": "last-follower",
    "last-small-follower": "last-follower",
    "large-follower": "last-follower",
    "returns-large": "followers",
    "outweighs": "takeover",
}
# A field is said to feed an open city soon if it counts at least this share of a complete one.
SOON = 0.25
# Reasons worth fewer points are not mentioned.
SLIGHT = 0.15


def reasons(state: State, move: Move) -> tuple[Reason, ...]:
    return weightiest(every_reason(state, move), SLIGHT)


def every_reason(state: State, move: Move) -> list[Reason]:
    """List them all, however slight."""
    appraisal = Appraisal(state, Counter(stack(state)))
    weighed = WeighedPlacement(appraisal, appraisal.points(), move.placement)
    after, events = apply(without_stack(state), state.seat, move)
    return Reasons(weighed, after, events).of(move)


class Reasons:
    """Finds the reasons in the parts of a weighed placement, and the points in what happened."""

    def __init__(self, weighed: WeighedPlacement, after: State, events: Sequence[Event]) -> None:
        self.weighed = weighed
        self.appraisal = weighed.appraisal
        self.state = weighed.state
        self.after = after
        self.seat = weighed.seat
        self.chances = weighed.chances
        self.scored = [event for event in events if isinstance(event, FeatureScored)]

    def of(self, move: Move) -> list[Reason]:
        reasons = [
            *self._extension_reasons(),
            *self._facing_reasons(),
            *self._monk_reasons(),
            *self._return_reasons(),
        ]
        if move.follower is None or move.follower.role != "farmer":
            reasons += self._field_reasons()
        if move.follower is not None:
            segment = segment_for(self.state, self.weighed.meeting, move.follower)
            reasons += self._placement_reasons(move.follower, segment)
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
            promised = sum(
                self._worth(self.appraisal.promise(part), part.followers) for part in earlier
            )
            facts = self._facts(feature)
            promise = self.weighed.promise_after(feature)
            if not feature.open:
                worth = self._worth(promise, feature.followers, done=True)
                yield self._completion(self._scoring_of(feature), worth - promised, facts)
                continue
            points = self._worth(promise, feature.followers) - promised
            yield self._extension(feature, earlier, points, promise)

    def _extension(
        self, feature: Feature, earlier: Sequence[Feature], points: float, promise: Promise
    ) -> Reason:
        """An open road or city, and whose it became by what it was joined with, or what came to be
        on it."""
        facts = self._facts(feature)
        chance = percent(promise)
        leaders = self._leaders(feature.followers)
        led_by_others = [
            former
            for former in map(self._leaders, [part.followers for part in earlier])
            if self.seat not in former
        ]
        grown = {**facts, "tiles": feature.size, "chance": chance}
        if self.seat in leaders and led_by_others:
            name = "takes-over" if leaders == (self.seat,) else "shares"
            seat = led_by_others[0][0]
            if self._leads_by_size(self.seat, feature.followers):
                facts |= {"kind": feature.kind, "tiles": feature.size, "seat": seat}
                return Reason(f"{name}-large", points, facts)
            return Reason(name, points, {**grown, "seat": seat})
        if self.seat not in leaders and len(led_by_others) < len(earlier):
            facts |= {"kind": feature.kind, "seat": leaders[0]}
            by_size = self._leads_by_size(leaders[0], feature.followers)
            return Reason("loses-large" if by_size else "loses", points, facts)
        thing = thing_on(feature)
        if thing is not None and not any(thing_on(part) for part in earlier):
            return self._thing_reason(thing, feature, earlier, points, promise)
        if self.seat not in leaders and points > 0:
            return self._name_reason("hinders", points, {**facts, "chance": chance}, leaders)
        return self._name_reason("extends", points, grown, leaders)

    def _thing_reason(
        self,
        thing: Thing,
        feature: Feature,
        earlier: Sequence[Feature],
        points: float,
        promise: Promise,
    ) -> Reason:
        """An inn or a cathedral that came to be on an open road or city."""
        place = self._place(feature.followers)
        facts: Facts = {"kind": feature.kind, "place": place, "thing": thing}
        leaders = self._leaders(feature.followers)
        if promise.points > sum([self.appraisal.promise(part).points for part in earlier]):
            facts |= {"each": WITH_THING[thing]}
            return self._name_reason("raises", points, facts, leaders)
        return self._name_reason("spoils", points, {**facts, "chance": percent(promise)}, leaders)

    def _completion(self, event: FeatureScored, points: float, facts: Facts) -> Reason:
        """A claimed feature that is complete now, with what it scores."""
        scored = event.points if self.seat in event.seats else -event.points
        completed = {**facts, "points": event.points}
        reason = self._name_reason("completes", points, completed, event.seats)
        return replace(reason, scored=scored)

    def _scoring_of(self, feature: Feature) -> FeatureScored:
        """Find the event in which a road or city scored."""
        cells = {self.state.board.grid.cells[cell] for cell in bits(feature.cells)}
        followers = count_followers(feature.followers, self.state.setup.seats)
        return next(
            event
            for event in self.scored
            if (event.kind, set(event.cells), event.pennants, event.followers)
            == (SCORING_KINDS[feature.kind], cells, feature.marks, followers)
        )

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
        """Judge the cloisters with a monk that are completed, or become easier or harder to."""
        for monk in self.weighed.monks_near():
            follower = self.appraisal.monk_at(monk.cell)
            before = self.appraisal.cloister_promise(monk.cell)
            done = not monk.empty
            points = self._worth(monk.promise, follower, done=done)
            points -= self._worth(before, follower)
            facts: Facts = {"kind": "cloister", "place": self._place(follower)}
            owner = (follower[0].seat,)
            if done:
                yield self._completion(self._cloister_scoring(monk.cell), points, facts)
            elif monk.nearer:
                facts |= {"tiles": tiles_around(monk)}
                yield self._name_reason("surrounds", points, facts, owner)
            elif points:
                name = "helps" if monk.promise.chance > before.chance else "hinders"
                facts |= {"chance": percent(monk.promise)}
                yield self._name_reason(name, points, facts, owner)

    def _cloister_scoring(self, cell: int) -> FeatureScored:
        cells = (self.state.board.grid.cells[cell],)
        return next(
            event for event in self.scored if event.kind == "cloister" and event.cells == cells
        )

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
                facts: Facts = {"own": own, "others": others}
                yield Reason("joins-fields", points, {**facts, **self._fields_now(-seat)})
                return
        fed = fields.farmers_fed()
        if fed:
            leaders = most(fed[0])
            facts = {"cities": len(fed)}
            if self.seat in leaders:
                yield Reason("feeds", points, {**facts, **self._fields_now()})
            else:
                yield Reason("feeds-theirs", points, {**facts, **self._fields_now(leaders[0])})
            return
        most_changed = max(range(len(fields.gained)), key=lambda seat: abs(fields.gained[seat]))
        name = "helps-fields" if fields.gained[most_changed] > 0 else "hurts-fields"
        if most_changed == self.seat:
            yield Reason(name, points, self._fields_now())
        else:
            yield Reason(f"{name}-theirs", points, self._fields_now(most_changed))

    def _fields_now(self, seat: int | None = None) -> Facts:
        """Tell what the fields of the player and of this seat are worth after the turn, if no more
        cities were completed; by default that of the others with the most."""
        points = [0] * self.state.setup.seats
        for _, scored in score_farms(self.after):
            for leader in scored.seats:
                points[leader] += scored.points
        if seat is None:
            others = [other for other in range(len(points)) if other != self.seat]
            seat = max(others, key=points.__getitem__)
        return {"yours": points[self.seat], "theirs": points[seat], "seat": seat}

    def _farmer_reason(self, segment: int, cost: float) -> Reason:
        """A new farmer on this segment, with what the tile changes for those already there."""
        fields = self.weighed.fields
        points = lead(fields.with_farmer(self.seat, segment, 1), self.seat) - cost
        complete = [fields.complete(city) for city in fields.cities_at(segment)]
        cities = sum(share == 1 for share in complete)
        soon = sum(SOON <= share < 1 for share in complete)
        if cities and soon:
            facts: Facts = {"cities": cities, "soon": soon}
            return Reason("farms-more", points, {**facts, **self._fields_now()})
        if soon:
            return Reason("farms-soon", points, {"soon": soon})
        if cities:
            return Reason("farms", points, {"cities": cities, **self._fields_now()})
        return Reason("farms-growing", points)

    def _placement_reasons(self, placed: Deployment, segment: int) -> Iterator[Reason]:
        """Placing the player's follower on this segment, which costs a follower unless the feature
        is complete."""
        weighed = self.weighed
        feature = weighed.meeting.joined[segment]
        cost = weighed.cost_of(placed)
        # What one of several small followers costs; the rest is that it is the last, or large.
        has_one = weighed.supply[self.seat] == 1
        ordinary = self.chances.follower_worth(2) if has_one else weighed.cost
        if feature.kind == "field":
            yield self._farmer_reason(segment, ordinary)
            if placed.large:
                farmers = self.appraisal.farmers[self.seat]
                missed = self.chances.farmers_cost(farmers + placed.weight)
                missed -= self.chances.farmers_cost(farmers + 1)
                cost += missed
                large = lead(
                    weighed.fields.with_farmer(self.seat, segment, placed.weight), self.seat
                )
                small = lead(weighed.fields.with_farmer(self.seat, segment, 1), self.seat)
                yield Reason("outweighs", large - small + missed)
        else:
            promise, done = weighed.claim(segment)
            follower = Follower(self.seat, 0, placed.weight)
            points = self._worth(promise, (follower,), done=done)
            facts: Facts = {"kind": kind_of(feature)}
            if done:
                if feature.kind == "cloister":
                    event = self._cloister_scoring(weighed.cell)
                else:
                    event = self._scoring_of(feature.with_follower(follower))
                facts |= {"points": event.points}
                yield Reason("scores-at-once", points, facts, scored=event.points)
                return
            points -= ordinary
            yield Reason("claims", points, {**facts, "chance": percent(promise)})
        if placed.large:
            yield Reason("large-follower", ordinary - cost)
        elif has_one:
            has_large = weighed.large_supply[self.seat] > 0
            name = "last-small-follower" if has_large else "last-follower"
            yield Reason(name, ordinary - cost)

    def _return_reasons(self) -> Iterator[Reason]:
        before = self.state.supply[self.seat]
        after = self.weighed.supply[self.seat]
        if after > before:
            worth = self.chances.supply_worth(after) - self.chances.supply_worth(before)
            yield Reason("returns-followers", worth, {"number": after - before})
        large = self.weighed.large_supply[self.seat] - self.appraisal.large_supply[self.seat]
        if large:
            yield Reason("returns-large", self.chances.large_worth(large))

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

    def _name_reason(self, name: str, points: float, facts: Facts, leaders: Counts) -> Reason:
        if leaders == (self.seat,):
            return Reason(f"{name}-own", points, facts)
        if self.seat in leaders:
            return Reason(f"{name}-shared", points, facts)
        return Reason(f"{name}-other", points, {**facts, "seat": leaders[0]})

    def _leaders(self, followers: Iterable[Follower]) -> tuple[int, ...]:
        return leaders_of(followers, self.state.setup.seats)

    def _leads_by_size(self, seat: int, followers: Sequence[Follower]) -> bool:
        """True if a seat would not lead as it does if its large follower were small."""
        small = [
            follower._replace(weight=1) if follower.seat == seat else follower
            for follower in followers
        ]
        return self._leaders(small) != self._leaders(followers)

    def _facts(self, feature: Feature) -> Facts:
        return {"kind": kind_of(feature), "place": self._place(feature.followers)}

    def _place(self, followers: tuple[Follower, ...]) -> str:
        return cell_name(self.state.board.grid.cells[followers[0].spot // PORTS])


def kind_of(feature: Feature) -> str:
    """Tell its kind for the words, with the thing that is on it."""
    thing = thing_on(feature)
    return SCORING_KINDS[feature.kind] if thing is None else f"{thing}_{feature.kind}"


def tiles_around(monk: SurroundedMonk) -> int:
    return len(AROUND) - len(monk.empty)


def percent(promise: Promise) -> int:
    return round(100 * promise.chance)
