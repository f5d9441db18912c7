"""What people ask for when they open a game: for any number of players, some of them computers."""

from collections.abc import Sequence
from random import Random

from bot.match.actions import NewGame
from bot.match.rules import rules_of
from bot.match.time_limits import read_limit
from engine.games import GAMES
from engine.players.search import LEVELS
from tools.soak.people import Person, Place

MOST_SEATS = max(max(rules.seat_counts) for rules in GAMES.values())
# The probability that somebody is invited by name and a seat is reserved for them.
RESERVED = 0.7
# The probability that one of the other seats goes to a computer player.
COMPUTERS = 0.2
TIME_LIMITS = ("off", "off", "1h", "1d", "3d", "2d+12h max 4d")


def a_new_game(chance: Random, kind: str, place: Place, others: Sequence[Person]) -> NewGame:
    rules = rules_of(kind)
    seats = chance.choice(rules.seat_counts)
    levels = chance.choices(tuple(LEVELS), k=seats - 1)
    computers = tuple(level for level in levels if chance.random() < COMPUTERS)
    people = others[: seats - 1 - len(computers)]
    invited = [other for other in people if chance.random() < RESERVED]
    return NewGame(
        kind,
        place.guild,
        place.id,
        place.parent,
        preset=chance.choice([None, *rules.presets]),
        opponents=tuple((other.id, str(other.id)) for other in invited),
        computers=computers,
        seats=seats,
        first=chance.choice((None, *range(seats))),
        time_limit=read_limit(chance.choice(TIME_LIMITS)),
    )
