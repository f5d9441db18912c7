"""Carcassonne as three people play it in a channel, from the invitation to the end."""

from typing import Any

import pytest
import simcord

from bot.match.actions import Join, Resign
from bot.match.game import Status
from engine.carcassonne.moves import parse_cell
from engine.carcassonne.placing import legal_moves
from engine.carcassonne.rules import carcassonne
from engine.carcassonne.state import State
from render.board.aliases import alias
from tests.bot.discord.carcassonne.table import Party
from tests.bot.discord.kit.seen import answer_of, menus, read
from tests.bot.discord.kit.tapping import first_choices


async def invite(party: Party, **options: str) -> None:
    """By Anna, who begins."""
    await party.anna.slash(
        party.world.channel,
        "carcassonne new",
        opponent=party.ben,
        opponent2=party.carla,
        first="me",
        rated=True,
        **options,
    )
    await party.world.deliver()


async def accept(party: Party, *people: object) -> None:
    for person in (party.ben, party.carla):
        if person in people:
            await person.click(party.world.last_post, label="Accept")
            await party.world.deliver()
    game = await party.world.table.games.open_in(party.world.channel.id)
    assert game is not None
    party.game_id = game.id


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({}, "farmers score city by city, the smallest city only 2 points"),
        ({"rules": "current"}, "farmers score field by field, every city in full"),
        ({"options": "farms=by_field"}, "by field: 3 points a city for the most farmers in it"),
    ],
)
async def test_invitations_state_how_small_cities_and_fields_score(
    party: Party, options: dict[str, str], rule: str
) -> None:
    await invite(party, **options)
    assert rule in read(party.world.last_post).text


async def test_a_rated_game_of_three_runs_from_invitation_to_end(party: Party) -> None:
    await invite(party)
    await accept(party, party.ben, party.carla)
    played = await party.play_by_panel((await party.next_move()).split()[0])
    assert read(played).text.startswith("Played.")
    assert await party.to_act() == party.ben
    await party.play_on()
    await party.world.deliver()
    assert (await party.game()).status is Status.FINISHED
    state = await party.state()
    last = read(party.world.last_post)
    points = read(answer_of(await party.anna.click(party.world.last_post, label="Points")))
    assert "Each completed city gives 4 points to whoever has the most farmers" in points.text
    for name, score in zip(("Anna", "Ben", "Carla"), state.scores, strict=True):
        assert f"{name}: {score} points" in last.text
    assert last.files == ("end.png",)
    assert points.files == ("final.png", "chart.png")
    await party.world.table.look_after(party.game_id)
    channel = party.world.channel
    board = await party.anna.slash(channel, "table leaderboard", game="carcassonne")
    assert all(f"{name}: " in read(answer_of(board)).alts[0] for name in ("Anna", "Ben", "Carla"))
    stats = read(answer_of(await party.ben.slash(channel, "table stats", game="carcassonne")))
    assert "Largest city: " in stats.text


async def test_the_panel_previews_the_effects_of_an_unconfirmed_move(party: Party) -> None:
    await party.sit_down()
    person = await party.to_act()
    cell = (await party.next_move()).split()[0]
    page = await party.choose_cell(person, await party.panel(person), cell)
    assert "is complete: **2 points for you**" in read(page).text
    assert "not confirmed yet" in read(page).alts[0]


async def test_a_rotation_that_looks_alike_counts_as_predicted(
    party: Party,
) -> None:
    """C5."""
    await party.sit_down()
    while (await party.state()).drawn not in ("U", "B"):
        await party.play_on(1)
    await party.world.deliver()
    state = await party.state()
    first = next(iter(legal_moves(state)))
    (_, cell), (_, rotation), _ = carcassonne.parts(first)
    page = answer_of(await party.dora.click(party.world.last_post, label="Predict"))
    page = await party.choose_cell(party.dora, page, cell)
    await party.tap(party.dora, page, "Seal my prediction")
    turned = (int(rotation[1]) + 2) % 4
    played = await party.play(await party.to_act(), f"{cell} r{turned}")
    assert read(played).text.startswith(f"Played: `{alias(cell)} {rotation}`")
    assert "1 of 1 saw it coming: Dora" in read(party.world.last_post).text


async def test_an_order_is_played_when_its_tile_is_drawn(party: Party) -> None:
    await party.sit_down()
    state = await party.state()
    kind = state.setup.deck[2]
    page = await party.tap(party.carla, await party.panel(party.carla), "Give an order")
    menu, value = next(
        (menu, value)
        for menu, kinds in menus(page).items()
        for value in kinds.values()
        if value.endswith(f".{kind.lower()}") or value == kind.lower()
    )
    page = answer_of(await party.carla.select(page, [value], custom_id=menu))
    cell = next(iter(first_choices(page)))
    page = await party.choose_cell(party.carla, page, cell)
    await party.tap(party.carla, page, "Give this order")
    for _ in ("Anna", "Ben"):
        await party.world.play_on(await party.game(), [elsewhere(await party.state(), cell)])
    await party.world.deliver()
    assert any(f"**Carla** laid a tile on {alias(cell)}" in read(p).text for p in party.world.posts)
    assert await party.to_act() == party.anna


def elsewhere(state: State, cell: str) -> str:
    """A move that leaves this cell and its neighbours as they are."""
    x, y = parse_cell(cell)
    return next(
        carcassonne.move_text(move)
        for move in legal_moves(state)
        if abs(move.placement.cell[0] - x) + abs(move.placement.cell[1] - y) > 1
    )


async def test_fields_are_told_in_words_beside_the_board(party: Party) -> None:
    await party.sit_down()
    await party.play_on(30)
    await party.world.deliver()
    board = await party.dora.slash(party.world.channel, "carcassonne board", overlay="fields")
    text = read(answer_of(board)).text
    assert "Fields: 1 = field; 1·6 = the fields that feed a city" in text
    assert "\nEach completed city gives " in text
    assert "field on " in text


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", ("Fields and farmers", "In this game:", "by field: 3 points a city")),
        ("nl", ("Weiden en boeren", "In dit spel:", "per weide: 3 punten per stad")),
        ("de", ("Wiesen und Bauern", "In diesem Spiel:", "je Wiese: 3 Punkte je Stadt")),
    ],
)
async def test_the_rules_are_told_in_the_language_of_the_reader(
    party: Party, monkeypatch: pytest.MonkeyPatch, locale: str, words: tuple[str, ...]
) -> None:
    await party.sit_down(preset="current")
    original = simcord.interactions.base_payload

    def read_in(*arguments: Any, **named: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = original(*arguments, **named)
        return record, {**payload, "locale": locale}

    monkeypatch.setattr(simcord.interactions, "base_payload", read_in)
    rules = await party.dora.slash(party.world.channel, "carcassonne rules", topic="field")
    assert all(word in read(answer_of(rules)).text for word in words)


async def test_two_can_start_when_the_third_does_not_come(party: Party) -> None:
    await invite(party)
    await accept(party, party.ben)
    await party.anna.click(party.world.last_post, label="Start now")
    await party.world.deliver()
    assert [seat.name for seat in (await party.game()).seats] == ["Anna", "Ben"]
    assert (await party.state()).setup.seats == 2


async def test_five_people_look_back_through_a_game_that_one_left(party: Party) -> None:
    erik = party.world.new_person("Erik")
    people = (*party.everybody, erik)
    await party.open(people[1:])
    for person in people[1:]:
        await party.act(person, Join())
    await party.play_on(12)
    await party.act(party.dora, Resign())
    await party.play_on(8)
    await party.world.deliver()
    game = await party.game()
    assert (len(game.seats), game.ply) == (5, 21)
    for person in people:
        since = answer_of(await person.click(party.world.last_post, label="Since my last turn"))
        assert read(since).files == ("since.gif",)
        page = answer_of(
            await person.slash(party.world.channel, "carcassonne steps", move=game.ply)
        )
        for ply in range(game.ply - 1, game.ply - 10, -1):
            page = answer_of(await person.click(page, label="Back"))
            assert f"move {ply} of {game.ply}" in read(page).words
            assert read(page).files == ("board.png",)
    assert party.world.env.errors == []
