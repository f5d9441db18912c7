"""Games in which the rare rules come up: rigged tables, random tiles, eager players.

Everything is derived from seeds, so that a scenario plays the same games on every machine. No tile
is named here: the catalogue that comes with the game may change.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.castle.moves import OPTIONS
from tests.engine.castle.oracle.bridge import Table
from tests.engine.castle.rare.chance_tiles import any_tile, block, catalogue_file, hamlet, street
from tests.engine.castle.rare.eager_players import Player
from tests.engine.castle.rare.events import Rare

ALL_KINDS = range(1, 10)
TOWERS = 13
# Deck sizes of short games.
SHORT = (1, 7, 12, 20)


@dataclass(frozen=True)
class Scenario:
    name: str
    games: int
    player: Player
    table: Callable[[Random, str, dict[str, str]], Table]
    brings: frozenset[Rare] = frozenset()
    """What must have come up after all games."""
    fixed: tuple[tuple[str, str], ...] = ()
    """Options that are not chosen at random."""

    def tables(self, times: int = 1) -> list[Table]:
        return [self._table(number) for number in range(self.games * times)]

    def _table(self, number: int) -> Table:
        """With random options; the first two games use opposite values of each."""
        chance = Random(f"{self.name}/{number // 2 if number < 2 else number}")
        options = {name: chance.choice(values) for name, values in OPTIONS.values.items()}
        if number == 1:
            for name, (value, other) in OPTIONS.values.items():
                options[name] = value if options[name] == other else other
        options.update(self.fixed)
        return self.table(Random(f"{self.name}-{number}"), f"{self.name}-{number}", options)


def as_it_comes(_: Random, seed: str, options: dict[str, str]) -> Table:
    return Table(seed, options)


def well_supplied(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Both players hold wall tiles to play, and are just before corner towers."""
    first, second, wall = deal(chance, (1, 2, 3), 3)
    scores = chance.choice(((0, 0), (60, 61), (10, 10), (84, 85), (108, 60)))
    return Table(seed, options, wall=wall, scores=scores, held=(first, second))


def hamlets(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Small towers and houses around the corners of tiles, many of which complete at the same
    time."""
    tiles = {f"hamlet-{number}": hamlet(chance) for number in range(60)}
    rigged = well_supplied(chance, seed, options)
    both = chance.choice((rigged.held, ((1, 2, 2), (1, 3, 3)), ((1, 3, 3), (1, 2, 2))))
    text = catalogue_file(tiles, chance)
    return replace(rigged, catalogue=text, deck=40, supply=(9, 9), held=both)


Kinds = tuple[int, ...]


def deal(chance: Random, kinds: Sequence[int], number: int) -> tuple[Kinds, Kinds, Kinds]:
    """Give each player as many wall tiles of these kinds; the others are on the corner towers."""
    left = Counter(2 * tuple(ALL_KINDS))
    hands = []
    for _ in range(2):
        hand = chance.sample([kind for kind in sorted(left.elements()) if kind in kinds], number)
        left.subtract(hand)
        hands.append(tuple(sorted(hand)))
    others = sorted(left.elements())
    return hands[0], hands[1], tuple(chance.sample(others, min(TOWERS, len(others))))


def anything(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Tiles on which any ports may be connected; there are many paths, so tiles are discarded."""
    tiles = {f"any-{number}": any_tile(chance) for number in range(60)}
    return Table(seed, options, catalogue=catalogue_file(tiles, chance), scores=(95, 95))


def merging(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Whole sides of connected towers and houses, so that features grow into each other."""
    tiles = {f"block-{number}": block(chance) for number in range(60)}
    return replace(
        well_supplied(chance, seed, options),
        catalogue=catalogue_file(tiles, chance),
        scores=(0, 0),
        deck=45,
    )


def unfit(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Tiles with paths on every side or on none, and hardly any path at the beginning."""
    tiles = {f"road-{number}": hamlet(chance, (0, 4)) for number in range(60)}
    return Table(seed, options, catalogue=catalogue_file(tiles, chance, 0.1))


def short(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Few tiles, and much to score in the end."""
    first, second, wall = deal(chance, ALL_KINDS, 8)
    return Table(
        seed,
        options,
        deck=chance.choice(SHORT),
        wall=wall,
        held=(first, second),
        keeps=(chance.choice((0, 0, 2, 5)), chance.choice((0, 0, 2, 4))),
    )


def courts(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Few tiles, among them many markets, and wall tiles for the end."""
    first, second, wall = deal(chance, (4, 5, 7, 8), 4)
    keeps = chance.choice(((2, 6), (6, 2), (2, 4), (3, 5), (0, 2)))
    supplied = replace(anything(chance, seed, options), deck=16, wall=wall, keeps=keeps)
    return replace(supplied, scores=(0, 0), held=(first, second))


def streets(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """Few tiles with long paths, some with fountains, and wall tiles 4."""
    tiles = {f"street-{number}": street(chance) for number in range(60)}
    text = catalogue_file(tiles, chance, 0.8)
    return Table(seed, options, catalogue=text, deck=16, held=((4,), (4,)))


def even(chance: Random, seed: str, options: dict[str, str]) -> Table:
    """So few tiles that most games end with equal scores and without keeps."""
    scores = chance.choice(((0, 0), (50, 50)))
    return Table(seed, options, deck=3, scores=scores, held=((8,), ()))


CHOSEN = ("scoring_order", "chosen")
AUTOMATIC = ("scoring_order", "automatic")
EVERY_STOP = ("wall_tile_pickup", "every_stop")
END_OF_TURN = ("wall_tile_pickup", "end_of_turn")
LARGEST = ("bonus_target", "largest")
FOUNTAINS = ("incomplete_path_fountain", "on")

SCENARIOS = (
    Scenario("as-it-comes", 4, Player(1), as_it_comes),
    Scenario("eager", 4, Player(40), as_it_comes),
    Scenario("patient", 4, Player(40, 30), as_it_comes),
    Scenario("well-supplied", 5, Player(40), well_supplied),
    Scenario("hamlets", 4, Player(40), hamlets),
    Scenario(
        "orders",
        8,
        Player(40, 24),
        hamlets,
        frozenset(
            {
                Rare.ORDER_ASKED,
                Rare.OPPONENTS_ORDER,
                Rare.OPPONENT_SCORES,
                Rare.OPPONENT_TAKES,
                Rare.SECOND_LAP,
                Rare.TWO_RAISED,
                Rare.TOWER_DOUBLED,
                Rare.HOUSE_DOUBLED,
                Rare.TOWER_TRIPLED,
                Rare.SPENT,
                Rare.EXTRA_WASTED,
            }
        ),
        fixed=(CHOSEN, EVERY_STOP),
    ),
    Scenario(
        "automatic",
        5,
        Player(30, 24),
        hamlets,
        frozenset({Rare.AUTOMATIC}),
        fixed=(AUTOMATIC, EVERY_STOP),
    ),
    Scenario(
        "end-of-turn",
        5,
        Player(30, 24),
        hamlets,
        frozenset({Rare.PICKED_UP_LAST, Rare.STOP_IGNORED}),
        fixed=(CHOSEN, END_OF_TURN),
    ),
    Scenario(
        "largest",
        4,
        Player(30, 20),
        hamlets,
        frozenset({Rare.LARGEST}),
        fixed=(LARGEST,),
    ),
    Scenario("merging", 5, Player(30, 20), merging, frozenset({Rare.TIE_MERGED})),
    Scenario(
        "unfit",
        6,
        Player(10),
        unfit,
        frozenset({Rare.DISCARDED, Rare.LAST_DISCARDED, Rare.NOT_USABLE_YET, Rare.EXTRA_AT_ONCE}),
    ),
    Scenario("anything", 4, Player(20), anything),
    Scenario(
        "short",
        35,
        Player(8),
        short,
        frozenset(
            {
                Rare.HOUSE_TRIPLED,
                Rare.EXTRA_TWICE,
                Rare.WALL_6_ONE,
                Rare.WALL_6_BOTH,
                Rare.WALL_9_ONE,
                Rare.WALL_9_BOTH,
            }
        ),
    ),
    Scenario(
        "courts",
        20,
        Player(2),
        courts,
        frozenset(
            {
                Rare.START_SPACE_ALONE,
                Rare.COURT_CLOSED,
                Rare.EMPTY_STARTS,
                Rare.WALL_4_FOUNTAIN,
                Rare.WALL_4_ONE,
                Rare.WALL_4_BOTH,
                Rare.WALL_5_ONE,
                Rare.WALL_5_BOTH,
                Rare.WALL_7_ONE,
                Rare.WALL_7_EIGHT,
                Rare.WALL_7_FIVE,
                Rare.KEEP_DECIDED_BY_8,
                Rare.KEEP_LEVELLED_BY_8,
            }
        ),
    ),
    Scenario(
        "streets",
        16,
        Player(1),
        streets,
        frozenset({Rare.WALL_4_NOT_THE_LARGEST}),
        fixed=(FOUNTAINS,),
    ),
    Scenario("even", 20, Player(1), even, frozenset({Rare.SHARED_WIN, Rare.KEEP_MISSING})),
)
