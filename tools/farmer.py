"""A player of Carcassonne that farms early, to measure the levels against one of another kind.

    python -m tools.farmer --against hard --options classic --decks 20 --positions 5000
    python -m tools.farmer --against medium --playouts 0

It knows the rules of the game, and nothing of the judgement of the levels: what features, followers
and fields may become worth is its own opinion, written down before it ever met them. It stays out
of every tuning of theirs. A field is worth the cities that it feeds, those that may be completed
beside it, and those that may yet be built where it is open, to whoever has the most farmers there,
less what others may bring who could join it.

It weighs every turn by what the position is then worth, and plays on from the best of them: a reply
and a turn of its own, with tiles at random, the same for each of them.

Every deck is played in both seats. It prints the wins and the lead of the level, what fields
brought it and the farmer, each with its standard error by decks, and the plies at which each of
them put down their first farmers. The level has positions for a move, the farmer seconds, or
playouts.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time

from engine.carcassonne import placing
from engine.carcassonne.features import cells_around
from engine.carcassonne.moves import Move, Turn
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.scoring import SCORING_KINDS, points_for, points_incomplete
from engine.carcassonne.state import State
from engine.players.players import think
from engine.players.search import LEVELS
from engine.recorded import Ply
from engine.selfplay.match import play_game, points_by_source
from engine.tiles.feature import Feature, Follower
from engine.tiles.grid import bits
from engine.tiles.tile import PORTS

# With this many tiles to come that fit, a cell that a road or a city faces is as often filled in
# time as not.
SLOW = {"road": 10.0, "city": 18.0}
# The same around a cloister.
SLOW_AROUND = 9.0
# What each follower in the supply is worth at the start, and it falls with the tiles to come.
SUPPLY = (18.0, 12.0, 9.0, 7.5, 6.5, 5.5, 5.0)
# What a follower is worth that comes home, likewise.
HOME = 6.0
# The cities that all fields together will still get for each tile to come.
GROWING = 0.16
# The open spots of fields that are still to come.
OPEN = 15.0
# The chance that two fields which face the same cell are joined, early in the game.
JOINED = 0.4
# The turns played on from, and the placements of which replies are chosen.
TRIED = 8
REPLIES = 6
TILES = 72.0


def most_of(counts: Mapping[int, int]) -> list[int]:
    """The seats with the most."""
    most = max(counts.values(), default=0)
    return [seat for seat, count in counts.items() if count == most]


def count_seats(followers: Sequence[Follower]) -> Counter[int]:
    return Counter(follower.seat for follower in followers)


@dataclass(frozen=True, slots=True)
class Field:
    farmers: Counter[int]
    cities: frozenset[int]
    """By their first segments."""
    growing: float
    """The cities that it may still get."""
    faces: frozenset[int]
    """The empty cells that it faces."""


class Opinion:
    """What the farmer thinks that each seat will end with."""

    def __init__(self, state: State, left: int) -> None:
        self.state = state
        self.left = left
        """The tiles to come."""
        self.options = state.setup.options
        self.points = [float(score) for score in state.scores]
        share = left / TILES
        for seat, supply in enumerate(state.supply):
            self.points[seat] += share * sum(SUPPLY[:supply])
        self.home = HOME * share
        self.fitting = Counter[int]()
        """How many of the tiles to come fit each empty cell."""
        catalogue = state.setup.catalogue
        for tile, number in Counter(
            state.setup.deck[state.dealt - (state.drawn is not None) :]
        ).items():
            room = 0
            for rotation in catalogue.rotations[tile]:
                room |= state.board.room_for(catalogue.turned[tile][rotation])
            for cell in bits(room):
                self.fitting[cell] += number
        self._count_features()
        self._count_cloisters()
        self._count_fields()

    def faces(self, feature: Feature) -> frozenset[int]:
        neighbours = self.state.board.grid.neighbours
        return frozenset(neighbours[spot // PORTS][spot % PORTS // 3] for spot in feature.open)

    def filled(self, cell: int, slow: float) -> float:
        """The chance that a cell is filled in time."""
        fitting = self.fitting[cell]
        return fitting / (fitting + slow)

    def chance(self, feature: Feature) -> float:
        """The chance that a road or a city is completed."""
        slow = SLOW[feature.kind]
        return prod(self.filled(cell, slow) for cell in self.faces(feature))

    def _count_features(self) -> None:
        for feature in self.state.board.open_features():
            if not feature.followers or feature.kind not in SLOW:
                continue
            chance = self.chance(feature)
            size = feature.size
            kind = SCORING_KINDS[feature.kind]
            full = points_for(self.options, kind, size + len(self.faces(feature)), feature.marks)
            worth = chance * full + (1 - chance) * points_incomplete(size, feature.marks)
            counts = count_seats(feature.followers)
            for seat in most_of(counts):
                self.points[seat] += worth
            for seat, count in counts.items():
                self.points[seat] += count * chance * self.home

    def _count_cloisters(self) -> None:
        state = self.state
        for cell in bits(state.cloisters):
            monk = state.followers.get(cell)
            if monk is None or state.board.laid[cell].segments[monk.segment].kind != "cloister":
                continue
            around = [
                near for near in cells_around(state.board, cell) if near not in state.board.laid
            ]
            filled = [self.filled(near, SLOW_AROUND) for near in around]
            self.points[monk.seat] += 9 - len(around) + sum(filled) + prod(filled) * self.home

    def _count_fields(self) -> None:
        features = self.state.board.features()
        city_at = {
            segment: feature
            for feature in features
            if feature.kind == "city"
            for segment in bits(feature.segments)
        }
        likely = dict[int, float]()
        fields = list[Field]()
        every = sum(len(feature.open) for feature in features if feature.kind == "field")
        for feature in features:
            if feature.kind != "field" or not feature.followers:
                continue
            cities = {city_at[segment].first: city_at[segment] for segment in bits(feature.beside)}
            for first, city in cities.items():
                if first not in likely:
                    likely[first] = self.chance(city) if city.open else 1.0
            growing = GROWING * self.left * len(feature.open) / (every + OPEN)
            fields.append(
                Field(
                    count_seats(feature.followers),
                    frozenset(cities),
                    growing,
                    self.faces(feature),
                )
            )
        self._pay(fields, likely, 1.0)
        joined = JOINED * self.left / TILES
        for number, field in enumerate(fields):
            for other in fields[:number]:
                if field.faces & other.faces:
                    both = Field(
                        field.farmers + other.farmers,
                        field.cities | other.cities,
                        field.growing + other.growing,
                        field.faces,
                    )
                    self._pay([field, other], likely, -joined)
                    self._pay([both], likely, joined)

    def _pay(self, fields: Sequence[Field], likely: Mapping[int, float], share: float) -> None:
        """Give each seat what these fields promise, or this share of it."""
        if self.options.farms == "by_field":
            for field in fields:
                fed = field.growing + sum(likely[city] for city in field.cities)
                for seat in most_of(field.farmers):
                    self.points[seat] += 3 * share * fed
            return
        around = dict[int, Counter[int]]()
        for field in fields:
            for city in field.cities:
                around[city] = around.get(city, Counter()) + field.farmers
            for seat in most_of(field.farmers):
                self.points[seat] += 4 * share * field.growing
        for city, farmers in around.items():
            for seat in most_of(farmers):
                self.points[seat] += 4 * share * likely[city]

    def lead(self, seat: int) -> float:
        best = max(points for other, points in enumerate(self.points) if other != seat)
        return self.points[seat] - best


def opinion(state: State, seat: int) -> float:
    left = len(state.setup.deck) - state.dealt + (state.drawn is not None)
    return Opinion(state, left).lead(seat)


def play(state: State, move: Move) -> State:
    return carcassonne.apply(state, state.seat, move)[0]


def rate_turns(state: State, width: int | None = None) -> list[tuple[float, Turn]]:
    """Every turn with what the position is then worth to its player, the best first; followers only
    on the best placements if a width is given."""
    seat = state.seat
    bare = [
        (opinion(play(state, Turn(placement)), seat), Turn(placement))
        for placement in placing.placements(state)
    ]
    bare.sort(key=lambda rated: -rated[0])
    rated = list(bare)
    for _, turn in bare[:width]:
        for deployed in placing.completions(state, turn.placement)[1:]:
            rated.append((opinion(play(state, deployed), seat), deployed))
    rated.sort(key=lambda pair: -pair[0])
    return rated


@dataclass(frozen=True, slots=True)
class Farmer:
    """The player: it stops after so many playouts, or after so many seconds."""

    playouts: int | None = None
    seconds: float = 0.25

    def __call__(self, state: State, rng: Random) -> Turn:
        started = process_time()
        seat = state.seat
        rated = rate_turns(carcassonne.resample(state, seat, "rating"))
        tried = [turn for _, turn in rated[:TRIED]]
        sight = {turn: worth for worth, turn in rated}
        total = dict.fromkeys(tried, 0.0)
        rounds = 0
        done = 0
        while len(tried) > 1 and self._goes_on(done, process_time() - started):
            world = carcassonne.resample(state, seat, str(rng.getrandbits(64)))
            for turn in tried:
                total[turn] += play_on(play(world, turn), seat)
                done += 1
            rounds += 1
            if rounds in {4, 10, 24}:
                tried.sort(key=lambda turn: -total[turn])
                del tried[(len(tried) + 1) // 2 :]
        # First sight counts as two rounds.
        return max(tried, key=lambda turn: (total[turn] + 2 * sight[turn]) / (rounds + 2))

    def _goes_on(self, done: int, taken: float) -> bool:
        return taken < self.seconds if self.playouts is None else done < self.playouts


def play_on(state: State, seat: int) -> float:
    """Play a reply and a turn, each the best at first sight; return what they lead to."""
    for _ in range(2):
        if carcassonne.to_act(state) is None:
            break
        state = play(state, rate_turns(state, REPLIES)[0][1])
    return opinion(state, seat)


def first_farmer(plies: Sequence[Ply[State, Move, object]], seat: int) -> int | None:
    """The ply at which this seat put down its first farmer."""
    for number, ply in enumerate(plies[1:], 1):
        turn = ply.done
        if plies[number - 1].state.seat != seat or not isinstance(turn, Turn):
            continue
        if turn.follower is not None and turn.follower.role == "farmer":
            return number
    return None


@dataclass(frozen=True, slots=True)
class Result:
    """A game, from the side of the level."""

    won: float
    lead: float
    fields: int
    fields_against: int
    farmed: int | None
    farmed_against: int | None
    seconds: tuple[float, int, float, int]
    """Processor seconds and moves, of the level and of the farmer."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A farmer against a level."""

    farmer: Farmer
    level: str
    positions: int | None
    preset: str

    def play(self, deck: int, seat: int) -> Result:
        """A game with the level in this seat."""
        rng = Random(f"farmer/{deck}/{seat}")
        taken = [0.0, 0.0]
        moves = [0, 0]

        def choose(to_act: int, state: State) -> Move:
            started = process_time()
            move: Move
            if to_act == seat:
                move = think("carcassonne", state, self.level, rng, self.positions).best.move
            else:
                move = self.farmer(state, rng)
            taken[to_act] += process_time() - started
            moves[to_act] += 1
            return move

        names = [self.level if at == seat else "farmer" for at in (0, 1)]
        options = carcassonne.settle_options({}, self.preset)
        played = play_game("carcassonne", options, f"farmer/{deck}", names, choose, first=0)
        scores = carcassonne.scores(played.plies[-1].state)
        points = points_by_source("carcassonne", played.plies)
        lead = scores[seat] - scores[1 - seat]
        fields = [points[at]["field"] for at in (0, 1)]
        return Result(
            won=1.0 if lead > 0 else 0.5 if lead == 0 else 0.0,
            lead=lead,
            fields=fields[seat],
            fields_against=fields[1 - seat],
            farmed=first_farmer(played.plies, seat),
            farmed_against=first_farmer(played.plies, 1 - seat),
            seconds=(taken[seat], moves[seat], taken[1 - seat], moves[1 - seat]),
        )


def with_error(decks: Sequence[Sequence[float]]) -> str:
    """The mean over all games, with its standard error by decks."""
    means = [fmean(deck) for deck in decks]
    error = stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
    return f"{fmean(means):.2f} ± {error:.2f}"


def figures(decks: Sequence[Sequence[Result]]) -> Mapping[str, object]:
    games = [result for deck in decks for result in deck]
    return {
        "games": len(games),
        "won": with_error([[result.won for result in deck] for deck in decks]),
        "lead": with_error([[result.lead for result in deck] for deck in decks]),
        "fields": with_error([[result.fields for result in deck] for deck in decks]),
        "fields_against": with_error(
            [[result.fields_against for result in deck] for deck in decks]
        ),
        "ahead_by_fields": with_error(
            [[result.fields - result.fields_against for result in deck] for deck in decks]
        ),
        "first_farmers": [result.farmed for result in games],
        "first_farmers_against": [result.farmed_against for result in games],
        "seconds_a_move": round(
            sum(result.seconds[0] for result in games) / sum(result.seconds[1] for result in games),
            3,
        ),
        "seconds_a_move_against": round(
            sum(result.seconds[2] for result in games) / sum(result.seconds[3] for result in games),
            3,
        ),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.farmer", description=__doc__)
    parser.add_argument("--against", choices=list(LEVELS), default="hard", help="the level")
    parser.add_argument("--options", default="current", choices=list(carcassonne.presets))
    parser.add_argument("--decks", type=int, default=20, help="each is played in both seats")
    parser.add_argument("--first", type=int, default=1, help="the number of the first deck")
    parser.add_argument("--seconds", type=float, default=0.25, help="of the farmer for a move")
    parser.add_argument("--playouts", type=int, help="of the farmer, instead of seconds")
    parser.add_argument("--positions", type=int, help="how many the level may weigh for a move")
    chosen = parser.parse_args(arguments)
    farmer = Farmer(chosen.playouts, chosen.seconds)
    contest = Contest(farmer, chosen.against, chosen.positions, chosen.options)
    decks: list[Sequence[Result]] = []
    for deck in range(chosen.first, chosen.first + chosen.decks):
        decks.append([contest.play(deck, seat) for seat in (0, 1)])
        print(json.dumps(figures(decks), ensure_ascii=False), file=sys.stderr, flush=True)
    print(json.dumps(figures(decks), ensure_ascii=False))


if __name__ == "__main__":
    main()
