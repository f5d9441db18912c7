"""Notes to oneself: the form to write one, and opening them when the game is over."""

from dataclasses import replace

from bot.discord.answering.desk import PICTURE
from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, form, typed_text
from bot.discord.features.looks import show_board
from bot.discord.features.playing import show_panel
from bot.discord.features.stepping import show_step
from bot.discord.pages.forms import Form, FormValues, TextField
from bot.discord.pages.page import Target
from bot.match.errors import Refused
from bot.match.game import Status
from bot.match.own_notes import LONGEST_NOTE, may_note

# The pages with a button for a note, to which one returns when it is written.
PAGES = ("panel", "board", "step")


@button("note", opens_form=True)
async def on_note(visit: Visit, target: Target) -> None:
    """Open the form with what is noted at this position already."""
    words = visit.words
    game = await visit.get_game(target.game)
    page, _, overlay = target.rest.partition(".")
    if page not in PAGES:  # of another version of the bot
        raise Mistake("refused.unknown_button")
    known_overlay = overlay if overlay in visit.face(game).pictures.overlays else ""
    notes = await visit.table.own_notes.of(game, visit.user_id)
    own_notes = [note for note in notes if note.user_id == visit.user_id]
    may_note([note.ply for note in own_notes], target.ply)
    notes_here = [note for note in own_notes if note.ply == target.ply]
    are_open = any(note.opened for note in own_notes)
    has_turns = game.status is Status.RUNNING and game.plays(visit.user_id)
    text = TextField(
        name="text",
        label=words("note.field_opened" if are_open else "note.field"),
        about=words("note.about" if has_turns else "note.about_later"),
        value=notes_here[0].text if notes_here else "",
        most=LONGEST_NOTE,
        long=True,
    )
    back = replace(target, rest=f"{page}.{known_overlay}")
    await visit.open_form(Form("savenote", back, words("note.title", ply=target.ply), [text]))


@form("savenote", in_place=True)
async def on_save_note(visit: Visit, target: Target, values: FormValues) -> None:
    """Keep the note, or remove it if it is empty, and show the page again on which it was
    written."""
    text = typed_text(values, "text", LONGEST_NOTE)
    (page, _, overlay) = target.rest.partition(".")
    if "text" not in values.answers or page not in PAGES:  # of another version of the bot
        raise Mistake("refused.unknown_button")
    visit.pay(PICTURE)
    await visit.table.own_notes.write(target.game, visit.user_id, target.ply, text)
    match page:
        case "step":
            await show_step(visit, target.game, target.ply, overlay)
        case "board":
            await show_board(visit, Target(target.game, rest=overlay))
        case _:
            try:
                await show_panel(visit, target.game)
            except Refused:
                await show_board(visit, Target(target.game))


@button("opennotes")
async def on_open_notes(visit: Visit, target: Target) -> None:
    """Open one's notes about an ended game to everybody, or close them again."""
    opens = target.rest != "close"
    await visit.table.own_notes.open(target.game, visit.user_id, opens)
    await visit.say("note.opened" if opens else "note.closed")
