"""Deeds of people, each a function and a line in DEEDS: when it fits, how often it is done where it
fits, and what it does. Everything goes through the public methods of the table.

Whatever players can do in a later version is one more line here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.match.actions import (
    Accept,
    Action,
    Claim,
    Decline,
    DropOrder,
    Halt,
    HandOver,
    Join,
    LeaveOrder,
    Nudge,
    Play,
    Propose,
    Refuse,
    Rematch,
    Resign,
    Resume,
    SetRated,
    Snooze,
    Start,
    Stop,
    Undo,
    Wait,
    Watch,
    Withdraw,
)
from bot.match.game import ENDED, Status
from bot.match.preferences import Away
from bot.match.seat_calls import WantedCalls
from bot.process.clock import HOUR
from engine.games import GAMES
from engine.questions import parts_from
from tests.bot.choices import at_random
from tools.soak.chronicle import must
from tools.soak.people import DAY
from tools.soak.visiting import Visit

DeedFunction = Callable[[Visit], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Deed:
    name: str
    weight: float
    fits: Callable[[Visit], bool]
    do: DeedFunction


def choose_deed(visit: Visit) -> Deed:
    fitting = [deed for deed in DEEDS if deed.fits(visit)]
    inclinations = visit.person.character.inclinations
    weights = [deed.weight * inclinations.get(deed.name, 1.0) for deed in fitting]
    return visit.surroundings.chance.choices(fitting, weights)[0]


# Moves.


async def play(visit: Visit) -> None:
    await visit.ask(visit.from_board(await visit.choose_move()))


async def play_from_the_panel(visit: Visit) -> None:
    """Continue from their draft, if they have one."""
    questions = await visit.table.drafts.questions(visit.game.id, visit.person.id)
    game = questions.position.game
    draft = await visit.table.drafts.of(questions.position)
    begun_parts = parts_from(questions.ask, draft.chosen)
    must(begun_parts is not None, f"game {game.id}: the draft {draft} cannot be chosen any more")
    move = at_random(questions, visit.surroundings.chance, begun_parts or ())
    await visit.ask(Play(questions.after(move).text, game.ply, game.branch))


async def begin_a_move(visit: Visit) -> None:
    """Choose part of a move and leave it as a draft."""
    chance = visit.surroundings.chance
    questions = await visit.table.drafts.questions(visit.game.id, visit.person.id)
    move = at_random(questions, chance)
    tokens = [token for _, token in move[: chance.randint(1, len(move))]]
    await visit.table.drafts.keep(questions.position, tokens)


async def play_typed(visit: Visit) -> None:
    await visit.ask(Play(await visit.choose_move()))


async def play_twice(visit: Visit) -> None:
    """Deliver the same click several times, at the same moment and later."""
    action = visit.from_board(await visit.choose_move())
    name = visit.surroundings.new_name()
    await asyncio.gather(*(visit.ask(action, name) for _ in range(3)))
    await visit.surroundings.sleep(visit.surroundings.chance.choice((0, 1, 90)))
    await visit.ask(action, name)


async def play_two_moves(visit: Visit) -> None:
    """Click twice on the same board."""
    moves = [await visit.choose_move(), await visit.choose_move()]
    await asyncio.gather(*(visit.ask(visit.from_board(move)) for move in moves))


async def play_stale(visit: Visit) -> None:
    """Click on an earlier board."""
    game = visit.game
    await visit.ask(Play(await visit.choose_move(), game.ply - 1, game.branch))
    await visit.ask(Play(await visit.choose_move(), game.ply, game.branch - 1))


async def play_badly(visit: Visit) -> None:
    await visit.ask(
        visit.from_board(visit.surroundings.chance.choice(("", "sausage", "9Z9 r7 duke@N")))
    )


async def play_and_take_back(visit: Visit) -> None:
    await play(visit)
    await visit.surroundings.sleep(visit.surroundings.chance.choice((0, 0, 2)))
    await visit.ask(Undo())


# Agreements.


async def accept(visit: Visit) -> None:
    offer = visit.game.offer
    assert offer is not None
    await visit.ask(Accept(offer.request, offer.ply, offer.number))


async def accept_another(visit: Visit) -> None:
    """Accept what was never asked, or at another ply."""
    await visit.ask(Accept("end", visit.game.ply + 1))
    await visit.ask(Accept("undo", visit.game.ply - 1))


async def accept_without_number(visit: Visit) -> None:
    """Accept with a button from before offers had numbers."""
    offer = visit.game.offer
    assert offer is not None
    await visit.ask(Accept(offer.request, offer.ply))


async def hand_over(visit: Visit) -> None:
    players = [seat.user_id for seat in visit.game.seats if seat.user_id is not None]
    successor = visit.surroundings.choose_person()
    await visit.ask(HandOver(visit.surroundings.chance.choice(players), successor, str(successor)))


async def refuse(visit: Visit) -> None:
    assert visit.game.offer is not None
    await visit.ask(Refuse(visit.game.offer.request))


async def join(visit: Visit) -> None:
    await visit.ask(Join())


async def set_rated(visit: Visit) -> None:
    await visit.ask(SetRated(not visit.game.rated))


async def rematch(visit: Visit) -> None:
    await visit.ask(Rematch(visit.game.channel_id, visit.game.parent_id))


async def resume(visit: Visit) -> None:
    """Resume in the game's channel or in any other."""
    game = visit.game
    chance = visit.surroundings.chance
    channel = visit.surroundings.choose_channel(game.guild_id)
    if chance.random() < 0.3:
        await visit.ask(Resume(game.channel_id, game.parent_id))
    else:
        await visit.ask(Resume(channel.id, channel.parent))


# Reminders.


async def snooze(visit: Visit) -> None:
    await visit.ask(Snooze(visit.surroundings.chance.choice((8, 24, 72)) * HOUR))


async def set_preferences(visit: Visit) -> None:
    """Set preferences, with time zones whose summer time begins and ends on different dates, or is
    half an hour."""
    chance = visit.surroundings.chance
    zone = chance.choice(("UTC", "Europe/Amsterdam", "Australia/Lord_Howe", "America/Santiago"))
    changes = {
        "reminders": chance.choice(("usual", "off", "6", "12", "24", "48")),
        "place": chance.choice(("channel", "channel", "direct")),
        "quiet": chance.choice(("", "22-8", "0-6", "9-17")),
        "zone": zone,
        "follower": chance.choice(("returning", "never")),
    }
    await visit.table.people.prefer(visit.person.id, changes)


# Time.


async def go_away(visit: Visit) -> None:
    """Go away for some days, starting now or later."""
    chance = visit.surroundings.chance
    since = visit.now + chance.choice((0, 0, 3)) * 1000 * round(DAY)
    until = since + round(chance.uniform(1, 20) * 1000 * DAY)
    actor = visit.person.actor(visit.surroundings.new_name())
    await visit.table.people.go_away(actor, Away(since, until))


async def come_back(visit: Visit) -> None:
    await visit.table.people.come_back(visit.person.actor(visit.surroundings.new_name()))


# Orders.


async def leave_orders(visit: Visit) -> None:
    """Leave orders for some of the kinds that may be drawn."""
    chance = visit.surroundings.chance
    game = visit.game
    orders = await visit.table.orders.of(game.id, visit.person.id)
    for kind in chance.sample(list(orders.kinds), min(3, len(orders.kinds))):
        questions = await visit.table.orders.suppose(
            game.id, visit.person.id, game.ply, game.branch, kind
        )
        move = questions.after(at_random(questions, chance)).text
        await visit.ask(LeaveOrder(kind, move, game.ply, game.branch))


async def drop_order(visit: Visit) -> None:
    orders = await visit.table.orders.of(visit.game.id, visit.person.id)
    if orders.orders:
        await visit.ask(DropOrder(visit.surroundings.chance.choice(orders.orders).order.kind))


# Predictions.


async def predict(visit: Visit) -> None:
    name = visit.surroundings.new_name()
    game = visit.game
    person = visit.person
    predictable = await visit.table.predictions.predictable(game.id, person.id)
    prediction = at_random(predictable.questions, visit.surroundings.chance)
    actor = person.actor(name)
    await visit.table.predictions.predict(actor, game.id, game.ply, game.branch, prediction)
    await visit.table.predictions.table(game)


# Looking.


async def look(visit: Visit) -> None:
    await visit.table.games.position(visit.game.id, visit.person.id)


async def look_at_everything(visit: Visit) -> None:
    await visit.table.games.story(visit.game.id)
    await visit.table.games.record(visit.game.id)
    await visit.table.games.ended_games_of(visit.person.id, visit.game.guild_id)
    await visit.table.games.open_in_server(visit.game.guild_id)
    await visit.table.games.last_in(visit.game.channel_id)


async def step_through(visit: Visit) -> None:
    """Go to some positions, back and forth, and to what happened since one's last turn. Each shows
    the move that led there, and nothing of another seat."""
    games = visit.table.games
    chance = visit.surroundings.chance
    user = visit.person.id
    for _ in range(3):
        ply = chance.randint(0, visit.game.ply)
        position = await games.position(visit.game.id, user, ply)
        must(position.ply <= ply, f"game {visit.game.id}: {position.ply} is shown instead of {ply}")
        must(position.seat == visit.seat, f"game {visit.game.id}: {user} sees seat {position.seat}")
    game = await games.get(visit.game.id)
    moves = await games.public_moves(game)
    plies = [move.ply for move in moves]
    must(plies == [*range(1, len(plies) + 1)], f"game {game.id}: it is told as {plies}")
    story = await games.since_last_turn(game.id, user)
    must(len(story.frames) == len(story.moves) + 1, f"game {game.id}: frames without moves")
    await games.stands(game.id, visit.game.branch, visit.game.ply)


async def look_at_a_profile(visit: Visit) -> None:
    """Look at their own profile or somebody else's, with whom they won."""
    statistics = visit.table.statistics
    user = visit.person.id
    subject = visit.surroundings.chance.choice((user, visit.surroundings.choose_person()))
    games = await statistics.played_by(visit.game.guild_id, subject, user)
    ids = [result.game_id for result in games]
    must(len({*ids}) == len(ids), f"{subject} played the same game twice: {ids}")
    must(
        subject != user or all(result.with_reader for result in games),
        f"{user} does not see a game",
    )
    opponents = await statistics.opponents_in(subject, ids)
    must({game for game, _ in opponents} <= {*ids}, f"{subject} met people elsewhere: {opponents}")
    won_games = [result for result in games if result.outcome == "won"]
    first_won = [result.game_id for result in won_games[:3]]
    for game, results in await statistics.with_results(first_won):
        seats = [result.seat for result in results]
        must(seats == [*range(len(game.seats))], f"game {game.id} has the results {seats}")


# Notes.


async def write_a_note(visit: Visit) -> None:
    """Write a note at this position or an earlier one; or remove it. Nobody reads what is not
    open."""
    chance = visit.surroundings.chance
    notes = visit.table.own_notes
    user = visit.person.id
    ply = chance.randint(0, visit.game.ply)
    text = chance.choice(("", "Close it.", "?" * 600))
    await notes.write(visit.game.id, user, ply, text)
    game = await visit.table.games.get(visit.game.id)
    notes_by_ply = {
        note.ply: note.text for note in await notes.of(game, user) if note.user_id == user
    }
    must(
        notes_by_ply.get(ply, "") == text,
        f"game {game.id}: {user} noted {text}, and reads {notes_by_ply}",
    )
    await read_notes(visit)


async def read_notes(visit: Visit) -> None:
    user = visit.person.id
    game = await visit.table.games.get(visit.game.id)
    for note in await visit.table.own_notes.of(game, user):
        is_public = note.opened and game.status in ENDED
        must(note.user_id == user or is_public, f"game {game.id}: {user} reads {note}")


async def open_notes(visit: Visit) -> None:
    are_open = visit.surroundings.chance.random() < 0.7
    await visit.table.own_notes.open(visit.game.id, visit.person.id, are_open)
    await read_notes(visit)


# Calls to open seats.


async def want_calls(visit: Visit) -> None:
    kinds = visit.surroundings.chance.sample(
        [*GAMES], visit.surroundings.chance.randint(0, len(GAMES))
    )
    await visit.table.people.prefer(visit.person.id, {}, WantedCalls(visit.game.guild_id, kinds))


async def call_to_seats(visit: Visit) -> None:
    """Call people to open seats, as the bot does every few minutes."""
    calls = visit.table.seat_calls
    for game in await calls.lobbies():
        for user in await calls.people_for(game, ()):
            await calls.call(game.id, user)


async def watch(visit: Visit) -> None:
    choice: Watch = visit.surroundings.chance.choice(("turns", "end", "off"))
    await visit.table.watch(visit.game.id, visit.person.id, choice)


async def repost(visit: Visit) -> None:
    visit.surroundings.note_repost(visit.game.id)
    await visit.table.repost(visit.game.id)


async def nothing(visit: Visit) -> None: ...


def ask_for(action: Callable[[], Action]) -> DeedFunction:
    async def do(visit: Visit) -> None:
        await visit.ask(action())

    return do


def propose(request: Literal["end", "time", "adjourn"]) -> DeedFunction:
    return ask_for(lambda: Propose(request))


# Everything that a person may do, with its weight among all that fits.
DEEDS: Sequence[Deed] = (
    # Moves.
    Deed("play", 200, lambda visit: visit.to_act, play),
    Deed("play from the panel", 12, lambda visit: visit.to_act, play_from_the_panel),
    Deed("begin a move", 12, lambda visit: visit.to_act, begin_a_move),
    Deed("play typed", 8, lambda visit: visit.to_act, play_typed),
    Deed("play twice", 4, lambda visit: visit.to_act, play_twice),
    Deed("play two moves", 3, lambda visit: visit.to_act, play_two_moves),
    Deed("play stale", 3, lambda visit: visit.to_act, play_stale),
    Deed("play badly", 2, lambda visit: visit.to_act, play_badly),
    Deed("play and take back", 4, lambda visit: visit.to_act, play_and_take_back),
    Deed("play out of turn", 2, lambda visit: visit.is_waiting, play),
    # Agreements.
    Deed("take back", 3, lambda visit: visit.is_waiting and visit.game.ply > 0, ask_for(Undo)),
    Deed("offer end", 0.3, lambda visit: visit.is_running and visit.is_playing, propose("end")),
    Deed("accept", 60, lambda visit: visit.is_asked, accept),
    Deed("accept without a number", 6, lambda visit: visit.is_asked, accept_without_number),
    Deed("ask for time", 2, lambda visit: visit.is_running and visit.is_playing, propose("time")),
    Deed(
        "offer to adjourn",
        1,
        lambda visit: visit.is_running and visit.is_playing,
        propose("adjourn"),
    ),
    Deed("halt", 2, lambda visit: visit.is_running and visit.moderates, ask_for(Halt)),
    Deed("hand over", 4, lambda visit: visit.moderates, hand_over),
    Deed(
        "go on for others",
        60,
        lambda visit: visit.moderates and visit.game.pause is not None,
        resume,
    ),
    Deed("accept another", 1, lambda visit: visit.is_running and visit.is_playing, accept_another),
    Deed("refuse", 60, lambda visit: visit.is_asked, refuse),
    Deed("withdraw a request", 3, lambda visit: visit.is_asking, refuse),
    Deed("resume", 60, lambda visit: visit.is_playing and visit.game.pause is not None, resume),
    # Reminders.
    Deed("snooze", 5, lambda visit: visit.to_act, snooze),
    Deed("nudge", 4, lambda visit: visit.is_waiting, ask_for(Nudge)),
    Deed("set preferences", 2, lambda visit: visit.is_playing, set_preferences),
    # Time.
    Deed("wait", 100, lambda visit: visit.is_waiting and visit.is_late, ask_for(Wait)),
    Deed("claim on time", 25, lambda visit: visit.is_waiting and visit.is_late, ask_for(Claim)),
    Deed("go away", 0.5, lambda visit: visit.is_playing, go_away),
    Deed("come back", 0.5, lambda visit: visit.is_playing, come_back),
    # Orders.
    Deed(
        "leave orders",
        15,
        lambda visit: visit.is_waiting and visit.rules.orders is not None,
        leave_orders,
    ),
    Deed("drop an order", 2, lambda visit: visit.is_running and visit.is_playing, drop_order),
    # Ends.
    Deed(
        "resign",
        0.15,
        lambda visit: visit.game.status is Status.RUNNING and visit.is_playing,
        ask_for(Resign),
    ),
    Deed(
        "claim",
        200,
        lambda visit: visit.is_waiting and visit.now > visit.game.waiting_since + 6 * 1000 * DAY,
        ask_for(Claim),
    ),
    Deed("stop", 0.1, lambda visit: visit.game.status is Status.RUNNING, ask_for(Stop)),
    # Lobbies and what comes after a game.
    Deed("join", 100, lambda visit: visit.in_lobby and not visit.is_playing, join),
    Deed("start", 10, lambda visit: visit.in_lobby and visit.is_playing, ask_for(Start)),
    Deed("set rated", 3, lambda visit: visit.in_lobby and visit.is_playing, set_rated),
    Deed("decline", 6, lambda visit: visit.in_lobby and not visit.is_playing, ask_for(Decline)),
    Deed("withdraw", 3, lambda visit: visit.in_lobby and visit.is_playing, ask_for(Withdraw)),
    Deed("rematch", 100, lambda visit: visit.game.status in ENDED and visit.is_playing, rematch),
    # Looking.
    Deed("look", 6, lambda visit: visit.game.commitment is not None, look),
    Deed(
        "look at everything",
        0.6,
        lambda visit: visit.game.commitment is not None,
        look_at_everything,
    ),
    Deed("step through", 3, lambda visit: visit.game.commitment is not None, step_through),
    Deed("look at a profile", 1, lambda _: True, look_at_a_profile),
    # Notes.
    Deed("write a note", 3, lambda visit: visit.game.commitment is not None, write_a_note),
    Deed("read notes", 1, lambda visit: visit.game.commitment is not None, read_notes),
    Deed(
        "open notes", 3, lambda visit: visit.game.status in ENDED and visit.is_playing, open_notes
    ),
    # Calls to open seats.
    Deed("want calls", 1, lambda _: True, want_calls),
    Deed("call to seats", 8, lambda visit: visit.in_lobby, call_to_seats),
    Deed("watch", 2, lambda visit: visit.is_running and not visit.is_playing, watch),
    Deed("predict", 10, lambda visit: visit.is_running and not visit.is_playing, predict),
    Deed(
        "repost", 0.5, lambda visit: visit.person.character.moderates and visit.is_running, repost
    ),
    Deed("nothing", 10, lambda _: True, nothing),
)
