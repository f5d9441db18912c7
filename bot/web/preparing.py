"""What the page of a seat shows for its player besides the choice of a move: a hint, the orders
that wait, and notes."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.game import ENDED, Game
from bot.match.own_notes import OwnNote, latest_note
from bot.presentation.boards import position_key, subject_of
from bot.presentation.hints import Hint
from bot.presentation.orders import describe_order
from bot.table.choosing import OwnOrders
from bot.table.positions import Position
from bot.web.asking import Asked, Group, Offer, Way
from render.locale import plain

# What a button does, before a colon and the move or the kind that it is about.
PLAY_IDEA = "idea"
DROP_ORDER = "drop"


def ask_which_idea(words: Words, position: Position, hint: Hint) -> Asked:
    """Show a hint, each of whose moves can be tried."""
    plain_words = plain(words)
    groups = []
    for number, (choosing, line) in enumerate(hint.moves, 1):
        label = plain_words("hint.play", number=number)
        groups.append(Group(line, [Offer(f"{PLAY_IDEA}:{choosing.text}", label)]))
    texts = tuple(choosing.text for choosing, _ in hint.moves)
    lines = [*plain_words("hint.head").split("\n"), *hint.common]
    return Asked(lines, [hint.drawing], hint_key(words, position, texts), groups)


def hint_key(words: Words, position: Position, moves: tuple[str, ...]) -> tuple[object, ...]:
    return position_key(words, position, "seat", "hint", moves)


def ask_for_kind(words: Words, face: AnyFace, names: Sequence[str], own_orders: OwnOrders) -> Asked:
    """List the orders that wait, and the kinds for which more can be given."""
    plain_words = plain(words)
    position = own_orders.position
    kind = position.game.kind
    groups = []
    for checked in own_orders.orders:
        ordered_kind = checked.order.kind
        name = face.texts.kind_name(plain_words, ordered_kind)
        line = describe_order(plain_words, face, names, checked, name)
        delete = Offer(f"{DROP_ORDER}:{ordered_kind}", plain_words("web.delete_order"))
        groups.append(Group(line.removeprefix("- "), [delete]))
    lines = plain_words(f"{kind}.orders.about").split("\n")
    if own_orders.kinds:
        lines.append(plain_words(f"{kind}.orders.choose"))
    for group, kinds in face.choices.kinds(plain_words, position.view):
        ways = [Way(label, f"order={name}") for name, label in kinds if name in own_orders.kinds]
        if ways:
            groups.append(Group(group, ways=ways))
    drawing = face.pictures.supply(words, subject_of(position))
    return Asked(lines, [drawing], position_key(words, position, "seat", "supply"), groups)


@dataclass(frozen=True, slots=True)
class NoteForm:
    """What somebody can note about the present position."""

    text: str
    """What they noted here before."""
    shown: str
    """The last thing that they noted, wherever that was."""
    label: str
    about: str
    opening: tuple[str, str] | None
    """What opens their notes to all, or closes them again, once the game is over: what the button
    does, and its label."""


def note_form(
    words: Words, game: Game, ply: int, user_id: int, notes: Sequence[OwnNote]
) -> NoteForm:
    own_notes = [note for note in notes if note.user_id == user_id]
    are_open = any(note.opened for note in own_notes)
    text = next((note.text for note in own_notes if note.ply == ply), "")
    latest = latest_note(own_notes, user_id, ply)
    shown = ""
    if latest is not None:
        shown = words("note.own", text=latest.text)
        if latest.ply != ply:
            shown = words("note.numbered", ply=latest.ply, note=shown)
    is_over = game.status in ENDED
    opening = None
    if is_over and own_notes:
        name = "close_notes" if are_open else "open_notes"
        opening = (name, words(f"button.{name}"))
    return NoteForm(
        text,
        shown,
        words("note.field_opened" if are_open else "note.field"),
        words("note.about_later" if is_over else "note.about"),
        opening,
    )
