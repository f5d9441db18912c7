"""A game to be opened: its seats and its options, checked against its rules. Pure."""

from collections.abc import Mapping, Sequence

from bot.match.actions import Actor, NewGame
from bot.match.errors import Refused, Why
from bot.match.game import Seat, Timeouts
from bot.match.life import computers
from bot.match.rules import rules_of


def prepared(
    by: Actor, asked: NewGame, patience: Timeouts
) -> tuple[Sequence[Seat], Mapping[str, str]]:
    """The seats and options of a game to be opened, checked against its rules."""
    rules = rules_of(asked.kind)
    computers.check_levels(asked.kind, asked.computers, patience)
    named = 1 + len(asked.opponents) + len(asked.computers)
    count = asked.seats or max(rules.seat_counts[0], named)
    people = {by.user_id, *(user for user, _ in asked.opponents)}
    fits = count in rules.seat_counts and named <= count and len(people) == 1 + len(asked.opponents)
    if not fits or (asked.first is not None and asked.first not in range(count)):
        possible = ", ".join(map(str, rules.seat_counts))
        raise Refused(Why.WRONG_SEATS, seats=count, possible=possible)
    kept = [Seat(user, name, taken=False) for user, name in asked.opponents]
    seats = [Seat(by.user_id, by.name, taken=True), *kept]
    seats += [computers.computer_seat(level, n) for n, level in enumerate(asked.computers)]
    seats += [Seat(None, "", taken=False)] * (count - len(seats))
    return seats, rules.settle_options(asked.options, asked.preset)
