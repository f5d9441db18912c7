"""Notes to oneself about a game, as they stand on a page, and the button to write one."""

from collections.abc import Iterator, Sequence

from bot.discord.pages.page import PageButton, Target, shorten
from bot.discord.pages.wording import escape, mention, names_of
from bot.locale import Words
from bot.match.game import Game
from bot.match.own_notes import OwnNote, latest_note

LONGEST_ON_PANEL = 300


def note_lines(words: Words, game: Game, notes: Sequence[OwnNote], user_id: int) -> Iterator[str]:
    """Show these notes, each with its owner."""
    for note in notes:
        if note.user_id == user_id:
            yield words("note.own", text=escape(note.text))
        else:
            seat = game.seat_for(note.user_id)
            name = mention(note.user_id) if seat is None else names_of(words, game)[seat]
            yield words("note.of", name=name, text=escape(note.text))


def numbered_note_lines(
    words: Words, game: Game, notes: Sequence[OwnNote], user_id: int
) -> Iterator[str]:
    """Do the same with the number of the move that each is about."""
    for note in notes:
        [line] = note_lines(words, game, [note], user_id)
        yield words("note.numbered", ply=note.ply, note=line)


def note_on_panel(words: Words, notes: Sequence[OwnNote], user_id: int, ply: int) -> str:
    """Show the last thing that this person noted, or nothing."""
    latest = latest_note(notes, user_id, ply)
    if latest is None:
        return ""
    line = words("note.own", text=escape(shorten(latest.text, LONGEST_ON_PANEL)))
    return line if latest.ply == ply else words("note.numbered", ply=latest.ply, note=line)


def note_button(words: Words, where: Target) -> PageButton:
    """Make a button to the form for a note about a position. The rest of the target is its page."""
    return PageButton("note", where, words("button.note"))


def open_notes_button(words: Words, game: Game, own_notes: Sequence[OwnNote]) -> PageButton:
    """Make a button that opens somebody's notes about an ended game to all, or closes them
    again."""
    are_open = any(note.opened for note in own_notes)
    label = words("button.close_notes" if are_open else "button.open_notes")
    return PageButton("opennotes", Target.of(game, "close" if are_open else "open"), label)
