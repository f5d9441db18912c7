"""Names of the players of a game."""

from bot.locale import Words
from bot.match.game import Game, Seat


def raw_names(game: Game) -> tuple[str, ...]:
    """List the players' names by seat as they chose them, for pictures, which number the
    nameless."""
    return tuple(seat.name for seat in game.seats)


def player_name(words: Words, seat: Seat) -> str:
    """Give the name with a computer's level; whoever's data was erased is called just a player."""
    if seat.computer is not None:
        return computer_name(words, seat.name, seat.computer)
    return words("game.a_player") if seat.taken and not seat.name else seat.name


def computer_name(words: Words, name: str, level: str) -> str:
    return words("computer.name", name=name, level=words(f"computer.{level}"))
