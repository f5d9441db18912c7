"""Learning a game by playing: its exercises, on private pages, and where somebody goes on."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord.features.learning import (
    Place,
    answer_page,
    ask_exercise,
    exercise_panel,
    list_page,
)
from bot.discord.pages.page import Page, parse_id
from bot.games.faces import FACES
from bot.locale import languages, words_of
from bot.match.game import Timeouts
from bot.table.tutorials import exercises_of, judge
from engine.games import GAMES
from engine.tutorial import RIGHT
from engine.tutorials import TUTORIALS
from tests.bot.discord.kit.forging import press
from tests.bot.discord.kit.limits import components, of_page
from tests.bot.discord.kit.seen import answer_of, buttons
from tests.bot.discord.kit.world import World, labels, texts
from tests.engine.test_tutorials import answered

ENGLISH = words_of("en")
PLACES = [Place(kind, number) for kind in TUTORIALS for number in range(len(exercises_of(kind)))]
of_every_exercise = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.key)


def samples(place: Place) -> Iterator[tuple[str, str]]:
    """Each answer of an exercise by its name, with the first move that gets it."""
    name = exercises_of(place.kind)[place.number].name
    seen = set[str]()
    for answer, outcome in answered(place.kind, name):
        if answer.name not in seen:
            seen.add(answer.name)
            yield answer.name, outcome.move


def right_move(place: Place) -> str:
    return dict(samples(place))[RIGHT]


def words_on(page: Page) -> str:
    return "\n".join(part["content"] for part in walk(components(page)) if "content" in part)


def walk(found: Any) -> Iterator[dict[str, Any]]:
    for part in found:
        yield part
        yield from walk(part.get("components", ()))


@of_every_exercise
@pytest.mark.parametrize("language", languages())
async def test_every_page_is_within_the_limits(place: Place, language: str) -> None:
    words = words_of(language)
    face = FACES[place.kind]
    questions = await ask_exercise(words, place)
    pages = [list_page(words, place)]
    pages.append(exercise_panel(words, face, place, questions.after()).page())
    for _, move in samples(place):
        choosing = questions.whole(move)
        pages.append(exercise_panel(words, face, place, choosing, in_words=True).page())
        answer = await judge(*place, move)
        pages.append(answer_page(words, face, place, choosing, answer, timeouts=Timeouts()))
    for page in pages:
        assert of_page(page) == []
        assert "…" not in words_on(page)


@of_every_exercise
async def test_every_step_of_the_longest_moves_fits(place: Place) -> None:
    questions = await ask_exercise(ENGLISH, place)
    name = exercises_of(place.kind)[place.number].name
    moves = [outcome.move for _, outcome in answered(place.kind, name)]
    for move in sorted(moves, key=len)[-10:]:
        parts = questions.read(move)
        for count in range(len(parts) + 1):
            choosing = questions.after(parts[:count])
            assert of_page(exercise_panel(ENGLISH, FACES[place.kind], place, choosing).page()) == []


async def test_no_two_exercises_share_a_picture() -> None:
    panels = [
        exercise_panel(
            ENGLISH, FACES[place.kind], place, (await ask_exercise(ENGLISH, place)).after()
        )
        for place in PLACES
    ]
    keys = [panel.page().key for panel in panels]
    assert len({*keys}) == len(PLACES)


@of_every_exercise
@pytest.mark.parametrize("language", languages())
def test_the_points_that_a_text_names_are_those_scored(place: Place, language: str) -> None:
    words = words_of(language)
    for answer in exercises_of(place.kind)[place.number].answers:
        numbers = set(re.findall(r"\d+", words(f"{place.key}.{answer.name}")))
        assert {str(points) for points in answer.points or () if points} <= numbers


@of_every_exercise
@pytest.mark.parametrize("language", languages())
def test_a_text_names_the_same_numbers_in_each_language(place: Place, language: str) -> None:
    parts = ["task", *(answer.name for answer in exercises_of(place.kind)[place.number].answers)]
    for part in parts:
        key = f"{place.key}.{part}"
        numbers = sorted(re.findall(r"\d+", words_of(language)(key)))
        if language != "en":
            assert {*re.findall(r"\d+", ENGLISH(key))} <= {*numbers}, key


@of_every_exercise
async def test_the_right_move_leads_on(friends: World, place: Place) -> None:
    id_of_move = f"learndo:0:0:0:{place.target(right_move(place)).rest}"
    assert ENGLISH(f"{place.key}.{RIGHT}") in await press(friends, friends.anna, id_of_move)
    questions = await ask_exercise(ENGLISH, place)
    choosing = questions.whole(right_move(place))
    answer = await judge(*place, choosing.text)
    shown = answer_page(ENGLISH, FACES[place.kind], place, choosing, answer, timeouts=Timeouts())
    first_button = next(part for part in walk(components(shown)) if "custom_id" in part)
    is_last = place.number + 1 == len(exercises_of(place.kind))
    following = Place(place.kind, place.number + 1)
    next_id = f"learnpage:0:0:0:{place.kind}.{following.number}.0"
    assert first_button["custom_id"] == (f"solo:0:0:0:{place.kind}" if is_last else next_id)


async def test_a_move_is_chosen_on_the_panel(friends: World) -> None:
    shown = answer_of(await friends.anna.slash(friends.channel, "carcassonne learn"))
    shown = answer_of(await friends.anna.click(shown, label="2"))
    shown = answer_of(await friends.anna.click(shown, label="Confirm"))
    assert ENGLISH("carcassonne.learn.lay.right") in texts(shown)


async def test_a_wrong_move_is_explained_and_tried_again(friends: World) -> None:
    shown = answer_of(await friends.anna.slash(friends.channel, "carcassonne learn"))
    shown = answer_of(await friends.anna.click(shown, label="1"))
    shown = answer_of(await friends.anna.click(shown, label="Confirm"))
    assert ENGLISH("carcassonne.learn.lay.west") in texts(shown)
    assert "Next step" not in labels(shown)
    shown = answer_of(await friends.anna.click(shown, label="Try again"))
    assert ENGLISH("carcassonne.learn.lay.task") in texts(shown)


async def test_any_exercise_can_be_opened_from_the_list(friends: World) -> None:
    shown = answer_of(await friends.anna.slash(friends.channel, "carcassonne learn"))
    shown = answer_of(await friends.anna.click(shown, label="All steps"))
    place = Place("carcassonne", 4)
    menu = f"=learnpage:0:0:0:{Place('carcassonne', 0).target().rest}"
    chosen = [place.target().rest]
    shown = answer_of(await friends.anna.select(shown, chosen, custom_id=menu))
    assert ENGLISH(f"{place.key}.task") in texts(shown)


async def open_task(friends: World, kind: str) -> str:
    return texts(answer_of(await friends.anna.slash(friends.channel, f"{kind} learn")))


@pytest.mark.parametrize("kind", TUTORIALS)
async def test_the_command_goes_on_after_what_was_solved(friends: World, kind: str) -> None:
    place = Place(kind, 0)
    await press(friends, friends.anna, f"learndo:0:0:0:{place.target(right_move(place)).rest}")
    assert ENGLISH(f"{Place(kind, 1).key}.task") in await open_task(friends, kind)


async def test_the_command_goes_on_with_what_was_opened(friends: World) -> None:
    await press(friends, friends.anna, "learnpage:0:0:0:castle.4.0")
    assert ENGLISH(f"{Place('castle', 4).key}.task") in await open_task(friends, "castle")
    other = await friends.ben.slash(friends.channel, "castle learn")
    assert ENGLISH(f"{Place('castle', 0).key}.task") in texts(answer_of(other))


async def test_a_wrong_move_leads_nowhere_on(friends: World) -> None:
    await press(friends, friends.anna, "learndo:0:0:0:carcassonne.0.-1,0 r0")
    assert ENGLISH(f"{Place('carcassonne', 0).key}.task") in await open_task(friends, "carcassonne")


@pytest.mark.parametrize("kind", TUTORIALS)
async def test_after_the_last_one_they_begin_again(friends: World, kind: str) -> None:
    place = Place(kind, len(exercises_of(kind)) - 1)
    await press(friends, friends.anna, f"learnpage:0:0:0:{place.target().rest}")
    await press(friends, friends.anna, f"learndo:0:0:0:{place.target(right_move(place)).rest}")
    assert ENGLISH(f"{Place(kind, 0).key}.task") in await open_task(friends, kind)


async def test_going_on_changes_no_preference(friends: World) -> None:
    await friends.table.people.prefer(friends.anna.id, {"reading": "words"})
    before = await friends.table.people.preferences(friends.anna.id)
    await friends.table.learning.go_on_with(friends.anna.id, "castle", 3)
    assert await friends.table.people.preferences(friends.anna.id) == before
    assert await friends.table.learning.exercise_of(friends.anna.id, "castle") == 3


async def test_an_invitation_leads_to_the_exercises(friends: World) -> None:
    for kind in GAMES:
        await friends.anna.slash(friends.channel, f"{kind} new", opponent=friends.ben)
        await friends.deliver()
        labelled = buttons(friends.last_post)
        assert ("Learn by playing" in labelled) == (kind in TUTORIALS)
        if kind in TUTORIALS:
            verb, target = parse_id(labelled["Learn by playing"])
            assert (verb, target.rest) == ("learn", kind)
            shown = await friends.ben.click(friends.last_post, label="Learn by playing")
            assert ENGLISH(f"{Place(kind, 0).key}.task") in texts(answer_of(shown))
        await cancel(friends)


async def cancel(friends: World) -> None:
    game = await friends.table.games.open_in(friends.channel.id)
    assert game is not None
    await press(friends, friends.anna, f"cancel:{game.id}:0:0:")
    await friends.deliver()


@pytest.mark.parametrize("kind", TUTORIALS)
async def test_what_cannot_be_chosen_starts_over(friends: World, kind: str) -> None:
    task = ENGLISH(f"{Place(kind, 0).key}.task")
    for rest in ("0~nowhere", "nothing", "9~1,0~draft=1", "tap=0.0~x"):
        for verb in ("learntry", "learndo"):
            assert task in await press(friends, friends.anna, f"{verb}:0:0:0:{kind}.0.{rest}")


@pytest.mark.parametrize("rest", ["", "chess", "carcassonne.99.0", "carcassonne.x.0", "castellan."])
async def test_an_unknown_exercise_is_refused(friends: World, rest: str) -> None:
    said = await press(friends, friends.anna, f"learnpage:0:0:0:{rest}")
    assert ENGLISH("refused.unknown_button.why") in said
