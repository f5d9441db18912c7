"""What a person may do, each a function and a line in DEEDS: when it fits, how often it is done
where it fits, and what it does. Everything goes through the public methods of the table.

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

Does = Callable[[Visit], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Deed:
    name: str
    weight: float
    fits: Callable[[Visit], bool]
    do: Does


def chosen(visit: Visit) -> Deed:
    fitting = [deed for deed in DEEDS if deed.fits(visit)]
    inclined = visit.person.character.inclined
    weights = [deed.weight * inclined.get(deed.name, 1.0) for deed in fitting]
    return visit.around.chance.choices(fitting, weights)[0]


# Moves.


async def play(visit: Visit) -> None:
    await visit.ask(visit.seen(await visit.a_move()))


async def play_from_the_panel(visit: Visit) -> None:
    """Continue from their draft, if they have one."""
    questions = await visit.table.drafts.questions(visit.game.id, visit.person.id)
    game = questions.position.game
    draft = await visit.table.drafts.of(questions.position)
    begun = parts_from(questions.ask, draft.chosen)
    must(begun is not None, f"game {game.id}: the draft {draft} cannot be chosen any more")
    move = at_random(questions, visit.around.chance, begun or ())
    await visit.ask(Play(questions.after(move).text, game.ply, game.branch))


async def begin_a_move(visit: Visit) -> None:
    """Choose part of a move and leave it as a draft."""
    chance = visit.around.chance
    questions = await visit.table.drafts.questions(visit.game.id, visit.person.id)
    move = at_random(questions, chance)
    tokens = [token for _, token in move[: chance.randint(1, len(move))]]
    await visit.table.drafts.keep(questions.position, tokens)


async def play_typed(visit: Visit) -> None:
    await visit.ask(Play(await visit.a_move()))


async def play_twice(visit: Visit) -> None:
    """The same click is delivered several times, at the same moment and later."""
    action = visit.seen(await visit.a_move())
    name = visit.around.new_name()
    await asyncio.gather(*(visit.ask(action, name) for _ in range(3)))
    await visit.around.sleep(visit.around.chance.choice((0, 1, 90)))
    await visit.ask(action, name)


async def play_two_moves(visit: Visit) -> None:
    """Two clicks on the same board."""
    moves = [await visit.a_move(), await visit.a_move()]
    await asyncio.gather(*(visit.ask(visit.seen(move)) for move in moves))


async def play_stale(visit: Visit) -> None:
    """A click on an earlier board."""
    game = visit.game
    await visit.ask(Play(await visit.a_move(), game.ply - 1, game.branch))
    await visit.ask(Play(await visit.a_move(), game.ply, game.branch - 1))


async def play_badly(visit: Visit) -> None:
    await visit.ask(visit.seen(visit.around.chance.choice(("", "sausage", "9Z9 r7 duke@N"))))


async def play_and_take_back(visit: Visit) -> None:
    await play(visit)
    await visit.around.sleep(visit.around.chance.choice((0, 0, 2)))
    await visit.ask(Undo())


# Agreements.


async def accept(visit: Visit) -> None:
    asked = visit.game.offer
    assert asked is not None
    await visit.ask(Accept(asked.request, asked.ply, asked.number))


async def accept_another(visit: Visit) -> None:
    """Accept what was never asked, or at another ply."""
    await visit.ask(Accept("end", visit.game.ply + 1))
    await visit.ask(Accept("undo", visit.game.ply - 1))


async def accept_without_number(visit: Visit) -> None:
    """With a button from before offers had numbers."""
    asked = visit.game.offer
    assert asked is not None
    await visit.ask(Accept(asked.request, asked.ply))


async def hand_over(visit: Visit) -> None:
    seated = [seat.user_id for seat in visit.game.seats if seat.user_id is not None]
    other = visit.around.anyone()
    await visit.ask(HandOver(visit.around.chance.choice(seated), other, str(other)))


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
    """In the game's channel or in any other."""
    game = visit.game
    chance = visit.around.chance
    place = visit.around.a_place(game.guild_id)
    if chance.random() < 0.3:
        await visit.ask(Resume(game.channel_id, game.parent_id))
    else:
        await visit.ask(Resume(place.id, place.parent))


# Reminders.


async def snooze(visit: Visit) -> None:
    await visit.ask(Snooze(visit.around.chance.choice((8, 24, 72)) * HOUR))


async def set_preferences(visit: Visit) -> None:
    """With time zones whose summer time begins and ends on different dates, or is half an hour."""
    chance = visit.around.chance
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
    chance = visit.around.chance
    since = visit.now + chance.choice((0, 0, 3)) * 1000 * round(DAY)
    until = since + round(chance.uniform(1, 20) * 1000 * DAY)
    by = visit.person.interaction(visit.around.new_name())
    await visit.table.people.go_away(by, Away(since, until))


async def come_back(visit: Visit) -> None:
    await visit.table.people.come_back(visit.person.interaction(visit.around.new_name()))


# Orders.


async def leave_orders(visit: Visit) -> None:
    """Leave orders for some of the kinds that may be drawn."""
    chance = visit.around.chance
    game = visit.game
    found = await visit.table.orders.of(game.id, visit.person.id)
    for kind in chance.sample(list(found.kinds), min(3, len(found.kinds))):
        questions = await visit.table.orders.suppose(
            game.id, visit.person.id, game.ply, game.branch, kind
        )
        move = questions.after(at_random(questions, chance)).text
        await visit.ask(LeaveOrder(kind, move, game.ply, game.branch))


async def drop_order(visit: Visit) -> None:
    found = await visit.table.orders.of(visit.game.id, visit.person.id)
    if found.standing:
        await visit.ask(DropOrder(visit.around.chance.choice(found.standing).order.kind))


# Predictions.


async def predict(visit: Visit) -> None:
    name = visit.around.new_name()
    game = visit.game
    person = visit.person
    found = await visit.table.predictions.predictable(game.id, person.id)
    said = at_random(found.questions, visit.around.chance)
    by = person.interaction(name)
    await visit.table.predictions.predict(by, game.id, game.ply, game.branch, said)
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
    chance = visit.around.chance
    user = visit.person.id
    for _ in range(3):
        ply = chance.randint(0, visit.game.ply)
        shown = await games.position(visit.game.id, user, ply)
        must(shown.ply <= ply, f"game {visit.game.id}: {shown.ply} is shown instead of {ply}")
        must(shown.seat == visit.seat, f"game {visit.game.id}: {user} sees seat {shown.seat}")
    now = await games.get(visit.game.id)
    found = await games.public_moves(now)
    plies = [move.ply for move in found]
    must(plies == [*range(1, len(plies) + 1)], f"game {now.id}: it is told as {plies}")
    story = await games.since_last_turn(now.id, user)
    must(len(story.frames) == len(story.moves) + 1, f"game {now.id}: frames without moves")
    await games.stands(now.id, visit.game.branch, visit.game.ply)


async def look_at_a_profile(visit: Visit) -> None:
    """Their own or somebody else's, with whom they won."""
    statistics = visit.table.statistics
    user = visit.person.id
    of = visit.around.chance.choice((user, visit.around.anyone()))
    played = await statistics.played_by(visit.game.guild_id, of, user)
    ids = [one.game_id for one in played]
    must(len({*ids}) == len(ids), f"{of} played the same game twice: {ids}")
    must(of != user or all(one.with_reader for one in played), f"{user} does not see a game")
    met = await statistics.opponents_in(of, ids)
    must({game for game, _ in met} <= {*ids}, f"{of} met people elsewhere: {met}")
    won = [one for one in played if one.outcome == "won"]
    for game, results in await statistics.with_results([one.game_id for one in won[:3]]):
        seats = [one.seat for one in results]
        must(seats == [*range(len(game.seats))], f"game {game.id} has the results {seats}")


# Notes.


async def write_a_note(visit: Visit) -> None:
    """At this position or an earlier one; or remove it. Nobody reads what is not open."""
    chance = visit.around.chance
    notes = visit.table.own_notes
    user = visit.person.id
    ply = chance.randint(0, visit.game.ply)
    text = chance.choice(("", "Close it.", "?" * 600))
    await notes.write(visit.game.id, user, ply, text)
    game = await visit.table.games.get(visit.game.id)
    read = {note.ply: note.text for note in await notes.of(game, user) if note.user_id == user}
    must(read.get(ply, "") == text, f"game {game.id}: {user} noted {text}, and reads {read}")
    await read_notes(visit)


async def read_notes(visit: Visit) -> None:
    user = visit.person.id
    game = await visit.table.games.get(visit.game.id)
    for note in await visit.table.own_notes.of(game, user):
        open_to_all = note.opened and game.status in ENDED
        must(note.user_id == user or open_to_all, f"game {game.id}: {user} reads {note}")


async def open_notes(visit: Visit) -> None:
    opened = visit.around.chance.random() < 0.7
    await visit.table.own_notes.open(visit.game.id, visit.person.id, opened)
    await read_notes(visit)


# Calls to open seats.


async def want_calls(visit: Visit) -> None:
    kinds = visit.around.chance.sample([*GAMES], visit.around.chance.randint(0, len(GAMES)))
    await visit.table.people.prefer(visit.person.id, {}, WantedCalls(visit.game.guild_id, kinds))


async def call_to_seats(visit: Visit) -> None:
    """As the bot does every few minutes."""
    calls = visit.table.seat_calls
    for game in await calls.lobbies():
        for user in await calls.people_for(game, ()):
            await calls.call(game.id, user)


async def watch(visit: Visit) -> None:
    what: Watch = visit.around.chance.choice(("turns", "end", "off"))
    await visit.table.watch(visit.game.id, visit.person.id, what)


async def repost(visit: Visit) -> None:
    visit.around.reposts(visit.game.id)
    await visit.table.repost(visit.game.id)


async def nothing(visit: Visit) -> None: ...


def asking(action: Callable[[], Action]) -> Does:
    async def do(visit: Visit) -> None:
        await visit.ask(action())

    return do


def proposing(request: Literal["end", "time", "adjourn"]) -> Does:
    return asking(lambda: Propose(request))


DEEDS: Sequence[Deed] = (
    # Moves.
    Deed("play", 200, lambda it: it.to_act, play),
    Deed("play from the panel", 12, lambda it: it.to_act, play_from_the_panel),
    Deed("begin a move", 12, lambda it: it.to_act, begin_a_move),
    Deed("play typed", 8, lambda it: it.to_act, play_typed),
    Deed("play twice", 4, lambda it: it.to_act, play_twice),
    Deed("play two moves", 3, lambda it: it.to_act, play_two_moves),
    Deed("play stale", 3, lambda it: it.to_act, play_stale),
    Deed("play badly", 2, lambda it: it.to_act, play_badly),
    Deed("play and take back", 4, lambda it: it.to_act, play_and_take_back),
    Deed("play out of turn", 2, lambda it: it.waits, play),
    # Agreements.
    Deed("take back", 3, lambda it: it.waits and it.game.ply > 0, asking(Undo)),
    Deed("offer end", 0.3, lambda it: it.runs and it.plays, proposing("end")),
    Deed("accept", 60, lambda it: it.asked, accept),
    Deed("accept without a number", 6, lambda it: it.asked, accept_without_number),
    Deed("ask for time", 2, lambda it: it.runs and it.plays, proposing("time")),
    Deed("offer to adjourn", 1, lambda it: it.runs and it.plays, proposing("adjourn")),
    Deed("halt", 2, lambda it: it.runs and it.moderates, asking(Halt)),
    Deed("hand over", 4, lambda it: it.moderates, hand_over),
    Deed("go on for others", 60, lambda it: it.moderates and it.game.pause is not None, resume),
    Deed("accept another", 1, lambda it: it.runs and it.plays, accept_another),
    Deed("refuse", 60, lambda it: it.asked, refuse),
    Deed("withdraw a request", 3, lambda it: it.asks, refuse),
    Deed("resume", 60, lambda it: it.plays and it.game.pause is not None, resume),
    # Reminders.
    Deed("snooze", 5, lambda it: it.to_act, snooze),
    Deed("nudge", 4, lambda it: it.waits, asking(Nudge)),
    Deed("set preferences", 2, lambda it: it.plays, set_preferences),
    # Time.
    Deed("wait", 100, lambda it: it.waits and it.late, asking(Wait)),
    Deed("claim on time", 25, lambda it: it.waits and it.late, asking(Claim)),
    Deed("go away", 0.5, lambda it: it.plays, go_away),
    Deed("come back", 0.5, lambda it: it.plays, come_back),
    # Orders.
    Deed("leave orders", 15, lambda it: it.waits and it.rules.orders is not None, leave_orders),
    Deed("drop an order", 2, lambda it: it.runs and it.plays, drop_order),
    # Ends.
    Deed("resign", 0.15, lambda it: it.game.status is Status.RUNNING and it.plays, asking(Resign)),
    Deed(
        "claim",
        200,
        lambda it: it.waits and it.now > it.game.waiting_since + 6 * 1000 * DAY,
        asking(Claim),
    ),
    Deed("stop", 0.1, lambda it: it.game.status is Status.RUNNING, asking(Stop)),
    # Lobbies and what comes after a game.
    Deed("join", 100, lambda it: it.in_lobby and not it.plays, join),
    Deed("start", 10, lambda it: it.in_lobby and it.plays, asking(Start)),
    Deed("set rated", 3, lambda it: it.in_lobby and it.plays, set_rated),
    Deed("decline", 6, lambda it: it.in_lobby and not it.plays, asking(Decline)),
    Deed("withdraw", 3, lambda it: it.in_lobby and it.plays, asking(Withdraw)),
    Deed("rematch", 100, lambda it: it.game.status in ENDED and it.plays, rematch),
    # Looking.
    Deed("look", 6, lambda it: it.game.commitment is not None, look),
    Deed("look at everything", 0.6, lambda it: it.game.commitment is not None, look_at_everything),
    Deed("step through", 3, lambda it: it.game.commitment is not None, step_through),
    Deed("look at a profile", 1, lambda _: True, look_at_a_profile),
    # Notes.
    Deed("write a note", 3, lambda it: it.game.commitment is not None, write_a_note),
    Deed("read notes", 1, lambda it: it.game.commitment is not None, read_notes),
    Deed("open notes", 3, lambda it: it.game.status in ENDED and it.plays, open_notes),
    # Calls to open seats.
    Deed("want calls", 1, lambda _: True, want_calls),
    Deed("call to seats", 8, lambda it: it.in_lobby, call_to_seats),
    Deed("watch", 2, lambda it: it.runs and not it.plays, watch),
    Deed("predict", 10, lambda it: it.runs and not it.plays, predict),
    Deed("repost", 0.5, lambda it: it.person.character.moderates and it.runs, repost),
    Deed("nothing", 10, lambda _: True, nothing),
)
