"""Invitation to a game, and its buttons."""

from collections.abc import Iterator, Sequence

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button
from bot.discord.features.rulebook import SHOWCASE, beginner_buttons
from bot.discord.pages import wording
from bot.discord.pages.page import Page, PageButton, PageMenu, Style, Target, link_button, page
from bot.games.face import AnyPictures
from bot.locale import Words
from bot.match.actions import AddComputer, Decline, Join, SetRated, Start, Withdraw
from bot.match.clocks import lobby_until
from bot.match.computers import has_computers, why_no_hints
from bot.match.game import Game, Status, Timeouts
from bot.match.rules import rules_of

# The words in the id of a button for a game that counts, and for one that does not.
RATED = {"yes": True, "no": False}


def lobby_page(
    words: Words,
    pictures: AnyPictures,
    game: Game,
    timeouts: Timeouts,
    pinged: Sequence[int],
    *,
    live: bool = True,
) -> Page:
    """Show the invitation, for the people invited or for anybody who comes first. Except to a
    rematch, it says and shows what the game is like."""
    head = f"## {words(f'{game.kind}.name')}"
    rules = list(_rule_lines(words, game))
    if not live or game.status is not Status.LOBBY:
        return page("\n".join([head, wording.pairing(words, game), *rules]))
    until = "lobby.until" if game.rematch_of is None else "lobby.until_or_later"
    closes = words(until, when=wording.timestamp(lobby_until(game, timeouts)))
    if not why_no_hints(game, timeouts):
        rules.append(words("lobby.hints"))
    people = list(_people_lines(words, game))
    terms = [*rules, _first_line(words, game), closes]
    menu = []
    if has_computers(game.kind, timeouts) and any(seat.free for seat in game.seats):
        levels = wording.computer_levels(words, game.kind)
        label = words("lobby.computer")
        menu = [PageMenu("computer", Target(game.id), levels, label)]
    if game.rematch_of is not None:
        lines = [head, *people, *terms]
        return page("\n".join(lines), _buttons(words, game), menu, mention=pinged)
    pitch = words(f"{game.kind}.pitch")
    return page(
        "\n".join([head, *people]),
        pictures.showcase(words),
        "\n".join([pitch, *(words("lobby.term", term=term) for term in terms)]),
        _buttons(words, game),
        beginner_buttons(words, game.kind, timeouts),
        menu,
        key=SHOWCASE,
        mention=pinged,
    )


def _rule_lines(words: Words, game: Game) -> Iterator[str]:
    if game.options:
        yield words(
            "lobby.options", options=wording.describe_options(words, game.kind, game.options)
        )
    if game.time_limit is not None:
        yield words("lobby.time", time=wording.describe_time_limit(words, game.time_limit))
    if game.rated:
        yield words("lobby.rated")
    else:
        yield words("lobby.unrated")
        if not game.has_hints:
            yield words("lobby.no_hints")


def _people_lines(words: Words, game: Game) -> Iterator[str]:
    """Name the opener and the people invited; for more than two players, also who has joined and
    how many can still join."""
    several = len(game.seats) > 2
    taken_seats = [number for number, seat in enumerate(game.seats) if seat.taken]
    by_opener = (number for number in taken_seats if game.seats[number].user_id == game.opener_id)
    opener = wording.names_of(words, game)[next(by_opener, taken_seats[0])]
    invitees = _invitees(game)
    if invitees:
        mentions = words.join([wording.mention(user) for user in invitees])
        yield words("lobby.named", name=opener, asked=mentions)
    else:
        yield words("lobby.open_several" if several else "lobby.open", name=opener)
    if several and len(taken_seats) > 1:
        yield words("lobby.here", names=wording.list_names(words, game, taken_seats))
    free = sum(seat.free for seat in game.seats)
    if several and free:
        yield words("lobby.seats", count=free)


def _invitees(game: Game) -> list[int]:
    """List the people with reserved seats."""
    return [seat.user_id for seat in game.seats if seat.user_id is not None and not seat.taken]


def _first_line(words: Words, game: Game) -> str:
    if game.first is None:
        return words("lobby.first.chance")
    if name := wording.starter(words, game):
        return words("lobby.first.chosen", name=name)
    return words("lobby.first.joining" if len(game.seats) == 2 else "lobby.first.another")


def _buttons(words: Words, game: Game) -> list[PageButton]:
    target = Target(game.id)
    invitees = _invitees(game)
    taken_count = sum(seat.taken for seat in game.seats)
    free = any(seat.free for seat in game.seats)
    label = words("button.accept" if invitees and not free else "button.join")
    rated_text = "yes" if game.rated else "no"
    buttons = [PageButton("join", Target(game.id, rest=rated_text), label, "success")]
    if invitees:
        buttons.append(PageButton("decline", target, words("button.decline")))
    elif taken_count > 1:
        buttons.append(PageButton("decline", target, words("button.step_out")))
    if taken_count in rules_of(game.kind).seat_counts_with(game.options):
        buttons.append(PageButton("start", target, words("button.start"), "primary"))
    choice = "no" if game.rated else "yes"
    key = "button.unrate" if game.rated else "button.rate"
    buttons.append(PageButton("rated", Target(game.id, rest=choice), words(key)))
    return buttons if invitees else [*buttons, cancel_button(words, game)]


def cancel_button(words: Words, game: Game, style: Style = "secondary") -> PageButton:
    return PageButton("cancel", Target(game.id), words("button.cancel"), style)


def cancel_page(words: Words, game: Game, why: str = "") -> Page:
    """Ask a person who may cancel the invitation; first `why` they might."""
    text = words("lobby.cancel", players=wording.pairing(words, game))
    return page(why, text, [cancel_button(words, game, "danger")])


def seat_call_page(words: Words, game: Game, post: int | None) -> Page:
    """Make a message to somebody who wants to hear of open seats, with a link to the invitation."""
    opener = game.seat_for(game.opener_id) if game.opener_id else None
    lines = [
        words(
            "notice.seat_open",
            name=wording.names_of(words, game)[opener or 0],
            game=words(f"{game.kind}.name"),
            place=wording.channel_mention(game),
        ),
        words("lobby.seats", count=sum(seat.free for seat in game.seats)),
        *_rule_lines(words, game),
        words("lobby.call_why"),
    ]
    return page("\n".join(lines), [link_button(game, post, words("button.to_invitation"))])


@button("join")
async def on_join(visit: Visit, target: Target) -> None:
    """Join a game that counts or not, as the invitation said."""
    await visit.table.act(visit.actor(), target.game, Join(_read_rated(target)))
    await visit.say("done.joined")


@button("rated")
async def on_rated(visit: Visit, target: Target) -> None:
    is_rated = _read_rated(target)
    await visit.table.act(visit.actor(), target.game, SetRated(is_rated))
    await visit.say("done.rated" if is_rated else "done.unrated")


def _read_rated(target: Target) -> bool:
    if target.rest not in RATED:
        raise Mistake("refused.unknown_button")
    return RATED[target.rest]


@button("computer")
async def on_computer(visit: Visit, target: Target) -> None:
    await visit.table.act(visit.actor(), target.game, AddComputer(target.rest))
    await visit.say("done.computer_joined")


@button("decline")
async def on_decline(visit: Visit, target: Target) -> None:
    """Decline an invitation, or leave the lobby after joining. Who is not invited, but may cancel
    the invitation, is asked about that."""
    game = await visit.get_game(target.game)
    if game.status is Status.LOBBY:
        may_cancel = visit.user_id == game.opener_id
        if not may_cancel and not game.belongs(visit.user_id):
            may_cancel = "cancel" in (await visit.with_rights(game)).rights
        if may_cancel:
            await visit.show(cancel_page(visit.words, game))
            return
    await visit.table.act(visit.actor(), target.game, Decline())
    await visit.say("done.stepped_out" if game.sits(visit.user_id) else "done.declined")


@button("start")
async def on_start(visit: Visit, target: Target) -> None:
    await visit.table.act(visit.actor(), target.game, Start())
    await visit.say("done.begun")


@button("cancel")
async def on_cancel(visit: Visit, target: Target) -> None:
    game = await visit.get_game(target.game)
    await visit.table.act(await visit.with_rights(game), target.game, Withdraw())
    await visit.say("done.withdrawn")
