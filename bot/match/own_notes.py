"""Notes that people write to themselves about a game, one for each number of a move. Nobody else
sees them, unless their owner opens them once the game is over."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.match.errors import Refused, Why
from bot.match.game import ENDED, Game

# Of one person about one game: more than a player has turns in a game of two.
MOST_NOTES = 50
# In characters: a few sentences, which leave room for everything else on a panel.
LONGEST_NOTE = 600


@dataclass(frozen=True, slots=True)
class OwnNote:
    """A person's thoughts about the position after this many plies. It stays when moves are taken
    back."""

    user_id: int
    ply: int
    text: str
    opened: bool = False


def may_note(plies: Collection[int], ply: int) -> None:
    """Refuse when there is no room beside the notes at these plies. One of them can be replaced in
    any case."""
    if ply not in plies and len(plies) >= MOST_NOTES:
        raise Refused(Why.TOO_MANY_NOTES, most=MOST_NOTES)


def readable_by(game: Game, user_id: int | None, notes: Iterable[OwnNote]) -> tuple[OwnNote, ...]:
    """Select those of a game's notes that this person, or everybody, may read: their own, and once
    the game is over those that were opened."""
    over = game.status in ENDED
    return tuple(note for note in notes if note.user_id == user_id or (over and note.opened))


def latest_note(notes: Sequence[OwnNote], user_id: int, ply: int) -> OwnNote | None:
    """Find the last thing this person noted up to this ply."""
    own_notes = [note for note in notes if note.user_id == user_id and note.ply <= ply]
    return max(own_notes, key=lambda note: note.ply, default=None)
