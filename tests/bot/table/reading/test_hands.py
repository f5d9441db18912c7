"""The hand of a seat is shown to its player, and to nobody else, wherever a game is looked at; and
a player who has seen what they drew can take a move back only by consent."""

import json
from typing import Any

import pytest

from bot.match.actions import Done, HandOver, Join, NewGame, Play, Resign, Undo
from bot.match.errors import Why
from bot.match.game import Game
from bot.match.messages import BoardPost
from bot.store.connection.database import Database
from bot.table.delivery import Delivery
from bot.table.table import Table
from engine.games import GAMES
from tests.bot.games.hands.rules import DEAL, KIND, hands
from tests.bot.kit import (
    ANNA,
    BEN,
    CARLA,
    CHANNEL,
    GUILD,
    OTHER_CHANNEL,
    Seated,
    TurnedClock,
    by,
    refusal_of,
)

# The cards that each player has held after two moves, and those that nobody has seen by then.
ANNAS = "walnut juniper tamarisk"
BENS = "hawthorn sycamore mulberry"
UNSEEN = "magnolia hornbeam"
PLAYED = ("walnut", "hawthorn")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, KIND, hands)


@pytest.fixture
def seated(database: Database, clock: TurnedClock) -> Seated:
    return deal_cards(DEAL, database, clock)


def deal_cards(deal: str, database: Database, clock: TurnedClock) -> Seated:
    return Seated(Table(database, clock=clock, seeds=lambda: deal), database, clock)


async def start(seated: Seated, channel: int = CHANNEL) -> Game:
    """Anna, who starts, against Ben."""
    asked = NewGame(KIND, GUILD, channel, first=0)
    game_id = (await seated.table.open(by(ANNA), asked)).game_id
    await seated.act(BEN, game_id, Join())
    return await seated.table.games.get(game_id)


async def play_two(seated: Seated, channel: int = CHANNEL) -> Game:
    """After a move by each."""
    game = await start(seated, channel)
    for user, card in zip((ANNA, BEN), PLAYED, strict=True):
        await seated.act(user, game.id, Play(card))
    return await seated.table.games.get(game.id)


def hidden_from(user: int | None) -> list[str]:
    """The cards that this person cannot know after two moves."""
    theirs = {ANNA: ANNAS, BEN: BENS}.get(user or 0, "")
    others = f"{ANNAS} {BENS} {UNSEEN}".split()
    return [card for card in others if card not in {*theirs.split(), *PLAYED}]


async def views_of(seated: Seated, game: Game, user: int | None) -> Any:
    """How this person sees the last three positions."""
    positions = [await seated.table.games.position(game.id, user, ply) for ply in range(3)]
    return [
        (
            position.view,
            position.scores,
            position.events,
            position.last_move and position.last_move.events,
        )
        for position in positions
    ]


async def public(seated: Seated, game: Game) -> Any:
    """Everything that is made for everybody."""
    story = await seated.table.games.story(game.id)
    made = await seated.table.boards.read_superseded(BoardPost(game.id, game.ply, game.branch))
    moves = [(move.notation, move.events) for move in story.moves]
    return story.frames, moves, made.events, made.last_move and made.last_move.events


@pytest.mark.parametrize("user", [ANNA, BEN, CARLA, None])
async def test_players_learn_no_card_in_a_hand_other_than_their_own(
    seated: Seated, user: int | None
) -> None:
    text = repr(await views_of(seated, await play_two(seated), user))
    assert not [card for card in hidden_from(user) if card in text]
    assert ("tamarisk" in text) == (user == ANNA)
    assert ("mulberry" in text) == (user == BEN)


async def test_stories_posts_and_records_tell_of_nobodys_hand(seated: Seated) -> None:
    game = await play_two(seated)
    text = repr(await public(seated, game)) + await seated.table.games.record(game.id)
    assert not [card for card in hidden_from(None) if card in text]
    assert all(card in text for card in PLAYED)


async def test_messages_to_players_do_not_depend_on_hidden_hands(
    database: Database, clock: TurnedClock
) -> None:
    """The same game, dealt twice: the hands that Anna and Carla cannot see differ."""
    game = DEAL
    twin = "walnut juniper hawthorn rosewood tamarisk laburnum sapodilla persimmon"
    first = deal_cards(game, database, clock)
    second = deal_cards(twin, database, clock)
    first_game = await play_two(first)
    second_game = await play_two(second, OTHER_CHANNEL)
    assert await public(first, first_game) == await public(second, second_game)
    for user in (ANNA, CARLA):
        assert await views_of(first, first_game, user) == await views_of(second, second_game, user)
    assert await views_of(first, first_game, BEN) != await views_of(second, second_game, BEN)


async def test_replaced_players_see_all_positions_as_spectators_do(
    seated: Seated,
) -> None:
    game = await play_two(seated)
    assert "tamarisk" in repr(await views_of(seated, game, ANNA))
    handing = HandOver(ANNA, CARLA, "Carla")
    await seated.table.act(by(BEN, rights=("end",)), game.id, handing)
    assert await views_of(seated, game, ANNA) == await views_of(seated, game, None)
    for look in (seated.table.drafts.questions, seated.table.orders.of, seated.table.hints.take):
        assert (await refusal_of(look(game.id, ANNA))).why is Why.NOT_A_PLAYER
    assert (
        await refusal_of(seated.table.predictions.predictable(game.id, ANNA))
    ).why is Why.HAD_A_SEAT


async def test_the_end_tells_the_seed_and_still_no_hand(seated: Seated) -> None:
    game = await play_two(seated)
    await seated.act(ANNA, game.id, Resign())
    ended = await seated.table.games.get(game.id)
    assert json.loads(await seated.table.games.record(game.id))["seed"] == DEAL
    text = repr(await public(seated, ended))
    assert not [card for card in hidden_from(None) if card in text]


async def test_a_draw_that_nobody_has_seen_is_taken_back_freely(seated: Seated) -> None:
    game = await start(seated)
    await seated.act(ANNA, game.id, Play("walnut"))
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.TAKEN_BACK


@pytest.mark.parametrize("looked", ["privately", "in another process", "at the post"])
async def test_a_draw_seen_by_its_player_is_undone_only_by_consent(
    seated: Seated, outbox: Delivery, looked: str
) -> None:
    game = await start(seated)
    await outbox.drain()
    await seated.act(ANNA, game.id, Play("walnut"))
    if looked == "at the post":
        await outbox.drain()
    else:
        table = seated.table if looked == "privately" else Table(seated.database)
        assert "tamarisk" in (await table.games.position(game.id, ANNA)).view.hand
    assert (await seated.act(ANNA, game.id, Undo())).done is Done.UNDO_ASKED
