"""If-then orders: a move to be played at once when a player draws a certain tile. Values only.

An order is its owner's alone: nobody else learns that it exists before it comes true. What becomes
of orders when a move is made stands in `bot.table.deciding.moves`, how they are stored in
`bot.store.games.orders`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    seat: int
    kind: str
    """Of what has to be drawn."""
    move: str
    """In the game's notation."""
    branch: int
    """Of the line of play in which it waits: no other line knows it."""
