"""Agreements of players, and what they settle without agreeing: offers, late players, resigning."""

from collections.abc import Mapping
from typing import get_args

from discord import app_commands

from bot.discord.answering.error_messages import Mistake
from bot.discord.answering.visit import Visit
from bot.discord.features.context import button, command, fixed_choices, open_game
from bot.discord.features.lobby import cancel_page
from bot.discord.features.moderation import stop_game
from bot.discord.pages.notices import notice_text, with_mentions
from bot.discord.pages.page import Page, PageButton, PagePart, Target, page
from bot.discord.pages.wording import escape, list_names, mention, others_play_on, timestamp
from bot.locale import Words
from bot.match import actions
from bot.match.errors import Refused, Why
from bot.match.game import Game, Status, Timeouts
from bot.match.messages import Notice
from bot.match.offers import ASKED_AS, GRANTED_AS, stands_until

# The request of each notice that asks the others for something.
REQUEST_OF_NOTICE = {done: request for request, done in ASKED_AS.items()}
# The offers that can be made with a command, by their names in it.
OFFERS: Mapping[str, actions.Propose] = {
    "end": actions.Propose("end"),
    "adjourn": actions.Propose("adjourn"),
    "time": actions.Propose("time"),
}
PROPOSALS = (*OFFERS, "stop")
# The promise in a button's id that the others play on; without it, the game ends.
OTHERS_PLAY_ON = "leave"


def notice_page(words: Words, game: Game, timeouts: Timeouts, notice: Notice) -> Page:
    """Show an event of a game that needs no picture, with the buttons that answer it."""
    text = notice_text(words, game, notice.done, notice.seat, notice.facts)
    after_people = with_mentions(text, notice.mention)
    if notice.done is actions.Done.TIMED_OUT and game.season_id is None:
        target = Target.of(game)
        buttons = [
            PageButton("waitover", target, claim_label(words, game), "danger"),
            PageButton("waiton", target, words("button.wait")),
        ]
        return page(after_people, buttons, mention=notice.mention)
    if notice.done in REQUEST_OF_NOTICE:
        parts = _offer_parts(words, game, timeouts, notice)
        return page(after_people, *parts, mention=notice.mention)
    sentence, line, small = text.partition("\n")
    people = " ".join(map(mention, notice.mention))
    buttons = []
    if notice.done is actions.Done.ADJOURNED:
        buttons = [PageButton("goon", Target(game.id), words("button.goon"), "success")]
    return page(f"{sentence} {people}".rstrip() + line + small, buttons, mention=notice.mention)


def _offer_parts(words: Words, game: Game, timeouts: Timeouts, notice: Notice) -> list[PagePart]:
    """Give the deadline of an offer and the buttons that answer it; nothing if it has lapsed."""
    offer = game.offer
    until = stands_until(game, timeouts)
    if offer is None or offer.number != notice.facts["number"]:
        return []
    lines = []
    waiting = game.seats_to_answer(offer)
    if len(waiting) > 1:
        lines.append(words("offer.all", names=list_names(words, game, waiting)))
    if until is not None:
        lines.append(words("offer.until", when=timestamp(until, "f")))
    target = Target(game.id, game.branch, offer.ply, f"{offer.request}.{offer.number}")
    buttons = [
        PageButton("accept", target, words(f"button.accept_{offer.request}"), "success"),
        PageButton("refuse", target, words("button.refuse")),
    ]
    return ["\n".join(lines), buttons]


def _parse_offer(target: Target) -> tuple[actions.OfferKind, int]:
    """Read the offer that a button answers."""
    kinds: Mapping[str, actions.OfferKind] = {name: name for name in get_args(actions.OfferKind)}
    name, _, number = target.rest.partition(".")
    if name not in kinds or not number.isdecimal():
        raise Mistake("refused.unknown_button")
    return kinds[name], int(number)


@button("accept")
async def on_accept(visit: Visit, target: Target) -> None:
    game = await visit.get_game(target.game)
    request, number = _parse_offer(target)
    if target.branch != game.branch:
        raise Refused(Why.NO_SUCH_REQUEST, request=request)
    answer = await visit.table.act(
        visit.actor(), target.game, actions.Accept(request, target.ply, number)
    )
    if answer.done is actions.Done.CONSENTED:
        await visit.say("done.consented")
        return
    asker = "" if game.offer is None else list_names(visit.words, game, [game.offer.seat])
    await visit.say(f"done.accepted_{request}", kind=game.kind, name=asker)


@button("refuse")
async def on_refuse(visit: Visit, target: Target) -> None:
    """Refuse an offer; the player who made it withdraws it with the same button."""
    game = await visit.get_game(target.game)
    request, number = _parse_offer(target)
    offer = game.offer
    seat = game.seat_for(visit.user_id)
    await visit.table.act(visit.actor(), target.game, actions.Refuse(request, number))
    is_own = offer is not None and offer.seat == seat
    await visit.say("done.request_withdrawn" if is_own else "done.refused")


@command("game")
@app_commands.choices(what=fixed_choices("propose", PROPOSALS))
async def propose(visit: Visit, what: str) -> None:
    """Propose something; `what` has no default, since everybody sees a proposal."""
    game = await open_game(visit)
    if what == "stop":
        await stop_game(visit, game)
        return
    answer = await visit.table.act(visit.actor(), game.id, OFFERS[what])
    if answer.done in GRANTED_AS.values():  # nobody is left to answer
        await visit.say(f"done.accepted_{what}", kind=game.kind, name=escape(visit.actor().name))
        return
    await visit.say("done.asked", count=_asked_count(visit, game))


@command("game")
async def undo(visit: Visit) -> None:
    game = await open_game(visit)
    answer = await visit.table.act(visit.actor(), game.id, actions.Undo())
    key = "done.taken_back" if answer.done is actions.Done.TAKEN_BACK else "done.undo_asked"
    await visit.say(key, count=_asked_count(visit, game))


def _asked_count(visit: Visit, game: Game) -> int:
    """Count the others who have to answer."""
    return len(game.others_to_ask(game.seat_of(visit.user_id)))


@button("resume", in_place=True)
@button("goon")
async def on_resume(visit: Visit, target: Target) -> None:
    """Resume here; only the right to start games here counts, not any in the previous channel."""
    if not visit.guild_id:
        raise Mistake("refused.not_here")
    game = await visit.get_game(target.game)
    unseen_by = frozenset[int]()
    if game.channel_id != visit.channel_id:
        unseen_by = await visit.visibility.players_without(game)
    rights_here = (await visit.with_rights()).rights & {"start"}
    action = actions.Resume(visit.channel_id, visit.parent_id, unseen_by)
    await visit.table.act(visit.actor(rights_here), target.game, action)
    await visit.say("done.resumed")


def claim_label(words: Words, game: Game) -> str:
    """Label the button for a game in which the player to act is late."""
    return words("button.pass_over" if _goes_on(game) else "button.claim")


def claim_sentence(words: Words, game: Game, when: str | None = None) -> str:
    """`claim_label` as a sentence; with the time from which it applies, if that is to come."""
    now = "play.claim"
    later = "play.claim_at"
    if _goes_on(game):
        now = "play.pass_over"
        later = "play.pass_over_at"
    name = list_names(words, game, [game.to_act or 0])
    return words(now if when is None else later, name=name, when=when)


def _goes_on(game: Game) -> bool:
    """Check whether the others play on without the player to act, instead of winning."""
    return game.to_act is not None and others_play_on(game, game.to_act)


@button("claim", in_place=True)
@button("waitover")
async def on_claim(visit: Visit, target: Target) -> None:
    """Claim the game, or play on without the late player."""
    game = await visit.get_game(target.game)
    answer = await visit.table.act(visit.actor(), target.game, actions.Claim())
    key = "done.passed_over" if answer.done is actions.Done.PASSED_OVER else "done.claimed"
    await visit.say(key, name=_late_name(visit, game))


@button("waiton")
async def on_wait(visit: Visit, target: Target) -> None:
    """Give the late player time, instead of claiming the game."""
    game = await visit.get_game(target.game)
    await visit.table.act(visit.actor(), target.game, actions.Wait())
    await visit.say("done.waited", name=_late_name(visit, game))


def _late_name(visit: Visit, game: Game) -> str:
    return "" if game.to_act is None else list_names(visit.words, game, [game.to_act])


@command("game")
async def resign(visit: Visit) -> None:
    game = await open_game(visit)
    if game.seat_for(visit.user_id) is None:
        raise Refused(Why.NOT_A_PLAYER)
    if game.status is Status.LOBBY and visit.user_id == game.opener_id:
        await visit.show(cancel_page(visit.words, game))
        return
    if game.status is Status.LOBBY:
        raise Mistake("refused.in_lobby")
    await visit.show(resign_page(visit.words, game, game.seat_of(visit.user_id)))


def resign_page(words: Words, game: Game, seat: int, why: str = "") -> Page:
    """Ask before somebody resigns, and say what happens to the game; first `why` they might."""
    if others_play_on(game, seat):
        question = words("resign.sure_to_leave")
        promise = OTHERS_PLAY_ON
    else:
        question = words("resign.sure", count=len(game.others_playing(seat)))
        promise = ""
    label = words("button.resign")
    return page(why, question, [PageButton("resign", Target.of(game, promise), label, "danger")])


@button("resign", in_place=True)
async def on_resign(visit: Visit, target: Target) -> None:
    """Resign after confirming; ask again if resigning would now end the game instead, although the
    others were to play on."""
    game = await visit.get_game(target.game)
    if game.plays(visit.user_id):
        seat = game.seat_of(visit.user_id)
        if target.rest == OTHERS_PLAY_ON and not others_play_on(game, seat):
            await visit.show(resign_page(visit.words, game, seat))
            return
    answer = await visit.table.act(visit.actor(), target.game, actions.Resign())
    await visit.say("done.left" if answer.done is actions.Done.LEFT else "done.resigned")
