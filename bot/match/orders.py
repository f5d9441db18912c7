"""If-then orders: a move to play immediately when a player draws a certain kind. Values only.

An order is its owner's alone: nobody else learns that it exists before it comes true. What happens
to orders when a move is made is in `bot.table.deciding.moves`, how they are stored in
`bot.store.orders`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    seat: int
    kind: str
    """What has to be drawn."""
    move: str
    """In the game's notation."""
    branch: int
    """The line of play in which it waits; it does not exist in any other."""
