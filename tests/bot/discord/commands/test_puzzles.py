"""Puzzles for oneself: private pages that need nothing stored, and tell no solution before the
try."""

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from operator import itemgetter
from threading import current_thread, main_thread
from typing import Any

import pytest
from msgspec.structs import replace as replace_struct

from bot.discord.features.playing import read_link
from bot.discord.features.puzzles import (
    Place,
    PuzzleGame,
    answer_page,
    ask_puzzle,
    best_page,
    puzzle_panel,
)
from bot.discord.pages.page import LONGEST_ID, Page, parse_id
from bot.games.faces import FACES
from bot.locale import languages, words_of
from bot.presentation.choice_links import follow_link, is_link, tokens_of
from bot.process.allowance import Allowance
from bot.table import puzzles
from bot.table.choosing import ChoiceProgress
from bot.table.puzzles import find_puzzle, judge, next_puzzle, try_best
from engine.errors import IllegalMove
from engine.games import GAMES
from engine.players.players import EXPERTS
from engine.puzzles.stock import Puzzle
from engine.questions import Part
from tests.bot.discord.commands.test_learning import walk, words_on
from tests.bot.discord.commands.test_prices import TOO_MUCH
from tests.bot.discord.kit.forging import press
from tests.bot.discord.kit.limits import beyond, components, of_page
from tests.bot.discord.kit.seen import answer_of, buttons, menus
from tests.bot.discord.kit.trouble import forge_post
from tests.bot.discord.kit.world import World, labels, texts
from tests.bot.puzzles import made_stock

Stock = dict[str, Sequence[Puzzle]]

ENGLISH = words_of("en")
PLACES = [Place(kind, number) for kind in GAMES for number in range(len(made_stock(kind)))]
of_every_puzzle = pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place}")
of_every_game = pytest.mark.parametrize("kind", GAMES)


@pytest.fixture(autouse=True)
def stock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stock]:
    """The puzzles that there are, of each game."""
    puzzles_by_kind = {kind: made_stock(kind) for kind in GAMES}
    monkeypatch.setattr(puzzles, "stock_of", puzzles_by_kind.__getitem__)
    forget_positions = puzzles._position.cache_clear
    forget_positions()
    yield puzzles_by_kind
    forget_positions()


def puzzle_of(place: Place) -> Puzzle:
    puzzle = find_puzzle(*place)
    assert puzzle is not None
    return puzzle


def tries(place: Place) -> list[str]:
    """The best move, the second and the worst that was weighed."""
    solution = puzzle_of(place).solution
    return [solution.best[0], solution.second, [*solution.lost][-1]]


async def choose(place: Place, move: str) -> ChoiceProgress:
    return (await ask_puzzle(ENGLISH, place)).whole(move)


async def answer(place: Place, move: str, language: str = "en", *, in_words: bool = False) -> Page:
    choosing = (await ask_puzzle(words_of(language), place)).whole(move)
    judged = await judge(*place, choosing.text)
    face = FACES[place.kind]
    return answer_page(words_of(language), face, place, choosing, judged, in_words=in_words)


async def pages_before(place: Place) -> list[Page]:
    """The first page of a puzzle, and the one on which each of some tries is confirmed."""
    face = FACES[place.kind]
    questions = await ask_puzzle(ENGLISH, place)
    choices = [questions.after(), *map(questions.whole, tries(place))]
    return [puzzle_panel(ENGLISH, face, place, choosing).page() for choosing in choices]


def labels_on(page: Page) -> list[str]:
    return [part["label"] for part in walk(components(page)) if "label" in part]


def in_another_order(place: Place) -> str | None:
    """The best turn of a puzzle of Castellan with two of its pieces the other way round, if that
    can be built."""
    rules = GAMES["castellan"]
    solution = puzzle_of(place).solution
    turn = rules.parse_move(solution.best[0])
    for number in range(len(turn.build) - 1):
        before, (one, other), after = (
            turn.build[:number],
            turn.build[number : number + 2],
            turn.build[number + 2 :],
        )
        move = turn._replace(build=(*before, other, one, *after))
        try:
            rules.apply(puzzles._position(*place), solution.seat, move)
        except IllegalMove:
            continue
        return rules.move_text(move)
    return None


def everything(page: Page) -> tuple[Any, ...]:
    drawn = [
        (picture.filename, picture.alt, picture.scene and picture.scene())
        for picture in page.pictures
    ]
    return components(page), drawn, page.key


@of_every_puzzle
@pytest.mark.parametrize("language", languages())
async def test_every_page_is_within_the_limits(place: Place, language: str) -> None:
    words = words_of(language)
    face = FACES[place.kind]
    questions = await ask_puzzle(words, place)
    best = await try_best(*place)
    shown = [
        puzzle_panel(words, face, place, questions.after()).page(),
        best_page(words, face, place, questions.position, best, in_words=True),
    ]
    for move in tries(place):
        choosing = questions.whole(move)
        shown.append(puzzle_panel(words, face, place, choosing, in_words=True).page())
        shown.append(await answer(place, move, language))
        shown.append(await answer(place, move, language, in_words=True))
    for page in shown:
        assert of_page(page) == []


async def open_puzzle(friends: World, place: Place) -> Any:
    """Open a puzzle as the button on the one before does."""
    post = await forge_post(friends, f"puzzlepage:0:0:0:{place.target().rest}")
    return answer_of(await friends.anna.click(post, label="Press"))


async def longest_turn(kind: str) -> tuple[Place, ChoiceProgress]:
    """Of those that were weighed."""
    turns = [
        (place, move)
        for place in PLACES
        if place.kind == kind
        for move in puzzle_of(place).solution.lost
    ]
    place, move = max(turns, key=lambda turn: len(turn[1]))
    return place, await choose(place, move)


async def follow(place: Place, rest: str) -> ChoiceProgress:
    """Follow a link of the panel of a puzzle, or a whole move."""
    questions = await ask_puzzle(ENGLISH, place)
    if not is_link(rest):
        return questions.whole(rest)
    link = read_link(questions, rest)
    parts = follow_link(questions.ask, link)
    if link.tap is not None:
        choosing = questions.after(parts or ())
        parts = puzzle_panel(ENGLISH, FACES[place.kind], place, choosing).tap(*link.tap)
    assert parts is not None
    return questions.after(parts)


async def ways_on(
    place: Place, page: Any, wanted: Sequence[Part]
) -> AsyncIterator[tuple[int, str, str]]:
    """How many steps of the wanted move each button and menu option leads to, with its id and
    value; without those that lead to a turn that can only be gone on with differently."""
    controls = [(custom_id, "") for custom_id in buttons(page).values()]
    for menu, options in menus(page).items():
        controls += [(menu, value) for value in options.values()]
    for custom_id, value in controls:
        verb, target = parse_id(custom_id)
        rest = (value or target.rest).removeprefix(place.target("").rest)
        if verb == "puzzletry":
            walked = (await follow(place, rest)).walk
            pairs = zip(walked.parts, wanted, strict=False)
            count = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
            if walked.open is None or count == len(walked.parts):
                yield count, custom_id, value
        elif verb == "puzzlepage" and rest.isdecimal():
            yield 0, custom_id, value


async def move_to_confirm(place: Place, page: Any) -> str:
    """The move that the page plays; empty if there is none yet."""
    ids = [parse_id(custom_id) for custom_id in buttons(page).values()]
    for verb, target in ids:
        if verb == "puzzledo":
            return (await follow(place, target.rest.removeprefix(place.target("").rest))).text
    return ""


@of_every_game
async def test_the_longest_turn_can_be_chosen_on_the_panel(friends: World, kind: str) -> None:
    """Tap by tap, each of which comes as close as it can."""
    place, wanted = await longest_turn(kind)
    pressed = set[tuple[str, str]]()
    page = await open_puzzle(friends, place)
    while await move_to_confirm(place, page) != wanted.text:
        ways = [
            way async for way in ways_on(place, page, wanted.walk.parts) if way[1:] not in pressed
        ]
        _, custom_id, value = max(ways, key=itemgetter(0))
        pressed.add((custom_id, value))
        if value:
            page = answer_of(await friends.anna.select(page, [value], custom_id=custom_id))
        else:
            page = answer_of(await friends.anna.click(page, custom_id=custom_id))
    page = answer_of(await friends.anna.click(page, label="Confirm"))
    spelt = FACES[kind].choices.spell_out(ENGLISH, wanted.position.view, wanted.walk.parts)
    assert f"**Your move:** {spelt}" in texts(page)
    assert beyond(friends.env.http_requests) == []


async def test_a_turn_may_be_too_long_to_be_written_out_in_a_button() -> None:
    _, wanted = await longest_turn("castellan")
    assert len("~".join(tokens_of(wanted.walk))) > LONGEST_ID


async def test_a_way_that_is_confirmed_and_answered(friends: World) -> None:
    page = answer_of(await friends.anna.slash(friends.channel, "table puzzle", game="castle"))
    assert "What would you play?" in texts(page)
    [first, *_] = [label for label in labels(page) if label.isdecimal()]
    page = answer_of(await friends.anna.click(page, label=first))
    page = answer_of(await friends.anna.click(page, label="Confirm"))
    assert "of 100" in texts(page)
    assert "Theme: " in texts(page)
    assert "Confirm" not in labels(page)


async def test_the_next_puzzle_is_another_one(friends: World) -> None:
    page = answer_of(await friends.anna.slash(friends.channel, "table puzzle", game="castle"))
    before = texts(page).splitlines()[0]
    page = answer_of(await friends.anna.click(page, label="Another puzzle"))
    assert texts(page).splitlines()[0].startswith("**Carcassonne: The Castle · Puzzle ")
    assert texts(page).splitlines()[0] != before


@of_every_game
def test_all_puzzles_pass_before_one_comes_again(kind: str) -> None:
    count = len(made_stock(kind))
    numbers = [0]
    for _ in range(count - 1):
        numbers.append(next_puzzle(kind, numbers[-1]))
    assert sorted(numbers) == [*range(count)]
    assert next_puzzle(kind, numbers[-1]) == 0


async def test_the_only_puzzle_leads_to_no_other(stock: Stock) -> None:
    place = Place("castle", 0)
    stock["castle"] = stock["castle"][:1]
    before, *_ = await pages_before(place)
    assert "Another puzzle" not in labels_on(before)
    assert "Another puzzle" not in labels_on(await answer(place, tries(place)[0]))


@of_every_puzzle
async def test_nothing_before_the_try_depends_on_the_solution(place: Place, stock: Stock) -> None:
    moves = tries(place)
    before = [everything(page) for page in await pages_before(place)]
    puzzle = puzzle_of(place)
    solution = puzzle.solution
    other = replace(
        solution,
        best=(solution.second,),
        second=solution.best[0],
        margin=9.9,
        chances=(0.9, 0.1),
        lost=dict(reversed([*solution.lost.items()])),
        theme="another",
    )
    puzzles_of_game = [*stock[place.kind]]
    puzzles_of_game[place.number] = replace_struct(puzzle, solution=other)
    stock[place.kind] = puzzles_of_game
    face = FACES[place.kind]
    questions = await ask_puzzle(ENGLISH, place)
    choices = [questions.after(), *map(questions.whole, moves)]
    after = [
        everything(puzzle_panel(ENGLISH, face, place, choosing).page()) for choosing in choices
    ]
    assert after == before


@of_every_puzzle
async def test_a_puzzle_shows_what_its_seat_saw(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its twin, in which all that the seat cannot know is dealt anew, looks the same, and so does
    every answer."""

    async def look() -> list[tuple[Any, ...]]:
        pages = [*await pages_before(place), *[await answer(place, move) for move in tries(place)]]
        return [everything(page) for page in pages]

    before = await look()
    state = puzzles._position(*place)
    twin = GAMES[place.kind].resample(state, puzzle_of(place).solution.seat, "twin")
    assert twin != state
    monkeypatch.setattr(puzzles, "_position", lambda *_: twin)
    assert await look() == before


async def test_a_puzzle_says_nothing_of_its_solution_in_the_log(
    friends: World, caplog: pytest.LogCaptureFixture
) -> None:
    place = Place("castle", 1)
    with caplog.at_level(logging.DEBUG):
        await friends.anna.slash(friends.channel, "table puzzle", game="castle")
        page = await open_puzzle(friends, place)
        await friends.anna.click(page, label="1")
    assert not [move for move in puzzle_of(place).solution.lost if move in caplog.text]


async def test_the_best_move_is_no_longer_asked_for(friends: World) -> None:
    place = Place("castle", 1)
    best, second, _ = tries(place)
    said = await press(friends, friends.anna, f"puzzledo:0:0:0:{place.target(best).rest}")
    assert "### 100 of 100" in said
    assert "The next best, " in said
    solved = await answer(place, best)
    assert "The best move" not in labels_on(solved)
    assert "The best move" in labels_on(await answer(place, second))


async def test_the_best_move_can_be_looked_at_after_the_try(friends: World) -> None:
    place = Place("castle", 1)
    missed = f"puzzledo:0:0:0:{place.target(tries(place)[1]).rest}"
    page = answer_of(await friends.anna.click(await forge_post(friends, missed), label="Press"))
    assert "100 of 100" not in texts(page)
    shown = answer_of(await friends.anna.click(page, label="The best move"))
    assert "**The best:**" in texts(shown)
    assert shown.attachments


async def test_several_good_moves_all_count(stock: Stock) -> None:
    place = Place("castle", 1)
    puzzle = puzzle_of(place)
    best, second, _ = tries(place)
    solution = replace(puzzle.solution, best=(best, second))
    stock["castle"] = [puzzle, replace_struct(puzzle, solution=solution)]
    for move, other in ((best, second), (second, best)):
        said = words_on(await answer(place, move))
        assert "100 of 100" in said
        assert "As good: " in said
        questions = await ask_puzzle(ENGLISH, place)
        spelt = FACES["castle"].choices.spell_out(
            ENGLISH, questions.position.view, questions.read(other)
        )
        assert spelt in said.partition("As good: ")[2]


async def test_the_same_pieces_in_another_order_count_as_much() -> None:
    of_castellan = [place for place in PLACES if place.kind == "castellan"]
    reordered = {place: in_another_order(place) for place in of_castellan}
    tried = {place: move for place, move in reordered.items() if move is not None}
    assert tried
    for place, move in tried.items():
        assert move not in puzzle_of(place).solution.lost
        assert (await judge(*place, move)).score == 100


def test_only_games_with_puzzles_can_be_chosen(stock: Stock) -> None:
    stock["castle"] = ()
    assert [game.value for game in PuzzleGame().choices] == [kind for kind in GAMES if stock[kind]]


@of_every_game
async def test_a_puzzle_is_of_the_game_played_last(friends: World, kind: str) -> None:
    await friends.open(kind, [friends.ben])
    page = answer_of(await friends.anna.slash(friends.channel, "table puzzle"))
    assert texts(page).startswith(f"**{ENGLISH(f'{kind}.name')} · Puzzle ")


async def test_a_game_without_puzzles_is_refused(friends: World, stock: Stock) -> None:
    stock["castle"] = ()
    answered = await friends.anna.slash(friends.channel, "table puzzle", game="castle")
    assert ENGLISH("puzzle.none.why") in texts(answer_of(answered))
    stock.update(dict.fromkeys(GAMES, ()))
    answered = await friends.anna.slash(friends.channel, "table puzzle")
    assert ENGLISH("puzzle.none.why") in texts(answer_of(answered))


@pytest.mark.parametrize("verb", ["puzzlepage", "puzzletry", "puzzledo", "puzzlebest"])
@pytest.mark.parametrize("rest", ["", "chess.0.0", "castle.99.0", "castle.x.0", "castle.-1.0"])
async def test_an_unknown_puzzle_is_refused(friends: World, verb: str, rest: str) -> None:
    said = await press(friends, friends.anna, f"{verb}:0:0:0:{rest}")
    assert ENGLISH("refused.unknown_button.why") in said


@of_every_game
async def test_what_cannot_be_chosen_starts_over(friends: World, kind: str) -> None:
    for rest in ("0~nowhere", "nothing", "9~1,0~draft=1", "tap=0.0~x", "+0~by=zz", "0~x~by=000"):
        for verb in ("puzzletry", "puzzledo"):
            said = await press(friends, friends.anna, f"{verb}:0:0:0:{kind}.0.{rest}")
            assert "What would you play?" in said


@of_every_puzzle
async def test_players_are_named_by_their_colours(place: Place) -> None:
    puzzle = puzzle_of(place)
    page, *_ = await pages_before(place)
    assert f"You are {ENGLISH(f'web.colour.{puzzle.solution.seat}')}" in words_on(page)
    names = (await ask_puzzle(ENGLISH, place)).position.game.seats
    assert [seat.name for seat in names] == [
        ENGLISH(f"web.colour.{seat}") for seat in range(puzzle.seats)
    ]


@of_every_puzzle
async def test_other_rules_than_usual_are_named(place: Place) -> None:
    options = puzzle_of(place).options
    usual, *others = GAMES[place.kind].presets
    unusual = [name for name in others if dict(GAMES[place.kind].presets[name]) == dict(options)]
    page, *_ = await pages_before(place)
    names = [ENGLISH(f"{place.kind}.preset.{name}.name") for name in (usual, *others)]
    said = [name for name in names if f"-# {name}" in words_on(page).replace("*", "")]
    assert said == [ENGLISH(f"{place.kind}.preset.{name}.name") for name in unusual]


async def test_those_who_read_in_words_get_the_notation(friends: World) -> None:
    place = Place("castle", 1)
    best, second, _ = tries(place)
    id_of_move = f"puzzledo:0:0:0:{place.target(second).rest}"
    assert f"`{best}`" not in await press(friends, friends.anna, id_of_move)
    await friends.anna.slash(friends.channel, "table me", reading="words")
    said = await press(friends, friends.anna, id_of_move)
    assert f"`{best}`: " in said
    assert f"`{second}`: " in said


async def test_a_move_is_judged_off_the_event_loop(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place("castle", 1)
    expert = type(EXPERTS["castle"])
    reasons = expert.reasons
    on_main_thread = list[bool]()

    def watched(*args: Any) -> Any:
        on_main_thread.append(current_thread() is main_thread())
        return reasons(*args)

    monkeypatch.setattr(expert, "reasons", watched)
    await press(friends, friends.anna, f"puzzledo:0:0:0:{place.target(tries(place)[1]).rest}")
    assert on_main_thread == [False, False]


async def test_puzzles_take_allowance(friends: World) -> None:
    friends.equip(allowance=Allowance(at_once=0, now=lambda: 0.0))
    answered = await friends.anna.slash(friends.channel, "table puzzle")
    assert TOO_MUCH in texts(answer_of(answered))
    for verb in ("puzzlepage", "puzzletry", "puzzledo", "puzzlebest"):
        assert TOO_MUCH in await press(friends, friends.anna, f"{verb}:0:0:0:castle.0.0")


async def test_the_guide_leads_to_a_puzzle(friends: World) -> None:
    guide = answer_of(await friends.anna.slash(friends.channel, "table help", topic="start"))
    page = answer_of(await friends.anna.click(guide, label="Puzzle"))
    assert "What would you play?" in texts(page)
