"""Makes the games that people open: for any number of players, some of them computers."""

from collections.abc import Sequence
from random import Random

from bot.match.actions import NewGame
from bot.match.rules import rules_of
from bot.match.time_limits import read_limit
from engine.games import GAMES
from engine.players.search import LEVELS
from tools.soak.people import Person, SoakChannel

MOST_SEATS = max(max(rules.seat_counts) for rules in GAMES.values())
# The probability that somebody is invited by name and a seat is reserved for them.
RESERVED_CHANCE = 0.7
# The probability that one of the other seats goes to a computer player.
COMPUTER_CHANCE = 0.2
TIME_LIMITS = ("off", "off", "1h", "1d", "3d", "2d+12h max 4d")


def make_new_game(
    chance: Random, kind: str, channel: SoakChannel, candidates: Sequence[Person]
) -> NewGame:
    rules = rules_of(kind)
    seats = chance.choice(rules.seat_counts)
    levels = chance.choices(tuple(LEVELS), k=seats - 1)
    computers = tuple(level for level in levels if chance.random() < COMPUTER_CHANCE)
    people = candidates[: seats - 1 - len(computers)]
    invited = [person for person in people if chance.random() < RESERVED_CHANCE]
    return NewGame(
        kind,
        channel.guild,
        channel.id,
        channel.parent,
        preset=chance.choice([None, *rules.presets]),
        opponents=tuple((person.id, str(person.id)) for person in invited),
        computers=computers,
        seats=seats,
        first=chance.choice((None, *range(seats))),
        time_limit=read_limit(chance.choice(TIME_LIMITS)),
    )
