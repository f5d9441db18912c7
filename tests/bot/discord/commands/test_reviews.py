"""Asking for the review of a finished game: what it shows, and when there is none."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from time import monotonic, sleep
from typing import Any

import pytest
import simcord
from sqlalchemy import update

from bot.match.actions import Actor, Join, NewGame, Resign
from bot.match.game import Game
from bot.process.allowance import Allowance
from bot.process.clock import SECOND, Millis
from bot.process.worker_processes import WorkerEnded
from bot.store.results import GamesOf
from bot.store.schema import judged_seats
from bot.table.reviews import PendingReview, Progress
from bot.table.thinking import Thinking
from engine.games import GAMES
from engine.players import reviewer
from engine.players.players import EXPERTS
from engine.players.review import VERSION, Review
from engine.recorded import Recorded
from tests.bot.discord.kit.moves import eager_moves
from tests.bot.discord.kit.seen import answer_of, parts, read
from tests.bot.discord.kit.trouble import ANSWER, INCIDENT, refusal
from tests.bot.discord.kit.world import SEED, World, labels, texts
from tests.bot.kit import TurnedClock
from tests.bot.thinking import Here

PLIES = 6
PARTS = 2
# The seconds after which a test gives up waiting.
GUARD = 60
WALKED = 10
SEAL = "The seal holds"
MARKED = r"\*\*(\w+)'s move (\d+)\*\*, an? (\w+) \("


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews that look at few positions."""
    for expert in EXPERTS.values():
        monkeypatch.setattr(expert, "speed", 40)


@cache
def think(version: int, work: Callable[..., str], *arguments: object) -> str:
    return work(*arguments)


class Remembering(Here):
    """Has each thought once for all tests of this file."""

    def run(self, work: Callable[[], str], /) -> str:
        assert isinstance(work, partial)
        return super().run(partial(think, vars(reviewer)["VERSION"], work.func, *work.args))


@pytest.fixture
def thinkers(friends: World) -> Iterator[Here]:
    pool = Remembering()
    thinking = friends.table.reviews.thinking = Thinking(pool.count, pool.run)
    yield pool
    thinking.close()


async def give_up(friends: World) -> Game:
    """A game that Ben resigned after some moves."""
    game = await friends.start()
    await friends.play_on(game, eager_moves("0")[:PLIES])
    await friends.table.act(Actor("gives up", friends.ben.id, "Ben"), game.id, Resign())
    return game


async def ask(friends: World, kind: str = "castle", /, **options: Any) -> simcord.ResponseMessage:
    return answer_of(await friends.carla.slash(friends.channel, f"{kind} review", **options))


def record_of(kind: str, *, worst: bool = False) -> tuple[str, bytes]:
    """A file with the record of a game that was given up after some moves: the best ones, or the
    worst."""
    rules = GAMES[kind]
    options = rules.settle_options({})
    moves = list[str]()
    state, _ = rules.begin(SEED, options)
    for _ in range(PLIES):
        seat = rules.to_act(state)
        assert seat is not None
        move = EXPERTS[kind].candidates(state)[-1 if worst else 0].move
        moves.append(rules.move_text(move))
        state, _ = rules.apply(state, seat, move)
    recorded = Recorded(options, SEED, 0, ("Zoe", "Yann"), tuple(moves), "resigned", (0,))
    return "game.json", rules.records.write_record(recorded).encode()


@pytest.mark.usefixtures("thinkers")
async def test_a_review_says_how_everybody_played(
    friends: World,
) -> None:
    await give_up(friends)
    review = await ask(friends)
    lines = texts(review).splitlines()
    assert lines[0].startswith("**Anna**: ")
    assert lines[1].startswith("**Ben**: ")
    assert SEAL in texts(review)
    assert read(review).files[0] == "chances.png"
    assert read(review).alts[0].startswith("Winning chances")


@pytest.mark.usefixtures("thinkers")
@pytest.mark.painted
@pytest.mark.parametrize("kind", GAMES)
async def test_turning_points_show_what_was_better(friends: World, kind: str) -> None:
    review = await ask(friends, kind, record=record_of(kind, worst=True))
    chart, *moves = read(review).files
    assert chart == "chances.png"
    points = [name.removeprefix("compared-").removesuffix(".png") for name in moves]
    assert 1 <= len(points) <= 3
    for ply in points:
        assert f"'s move {ply}**, " in texts(review)
    assert texts(review).count("; the better one ") == len(points)


@pytest.mark.usefixtures("thinkers")
async def test_a_review_is_private_and_leads_to_the_moves(friends: World) -> None:
    await give_up(friends)
    review = await ask(friends)
    assert review.ephemeral
    assert labels(review) == ["Move by move"]


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_review_shows_ones_notes_and_those_that_are_open(friends: World, kind: str) -> None:
    game = await play_badly(friends, kind)
    notes = friends.table.own_notes
    await notes.write(game.id, friends.anna.id, 3, "Anna thought so.")
    await notes.write(game.id, friends.ben.id, 3, "Ben thought so.")
    await notes.open(game.id, friends.ben.id)
    opened = "✎ **Ben** noted: Ben thought so. *(move 3)*"
    friends.equip(allowance=Allowance(at_once=10_000))
    text = texts(await ask(friends, kind))
    assert opened in text
    assert "Anna thought so." not in text
    own = answer_of(await friends.anna.slash(friends.channel, f"{kind} review"))
    assert "✎ **Your note:** Anna thought so. *(move 3)*" in texts(own)
    assert opened in texts(own)
    assert labels(own) == ["Move by move", "Show my notes to all"]
    shared = answer_of(await friends.anna.slash(friends.channel, f"{kind} review", share=True))
    assert "thought so." not in texts(shared)


@pytest.mark.usefixtures("thinkers")
async def test_the_last_post_leads_to_the_review(friends: World) -> None:
    await give_up(friends)
    await friends.deliver()
    review = answer_of(await friends.carla.click(friends.last_post, label="Review"))
    assert SEAL in texts(review)
    assert review.ephemeral


@pytest.mark.usefixtures("thinkers")
async def test_a_shared_review_is_short_and_leads_to_all_of_it(friends: World) -> None:
    await give_up(friends)
    shared = await ask(friends, share=True)
    assert friends.post_ids[-1] == shared.id
    head, accuracies = texts(shared).splitlines()
    assert head == "## Review: Anna – Ben"
    assert re.fullmatch(r"Accuracy: Anna \d+% and Ben \d+%", accuracies)
    assert read(shared).files == ("chances.png",)
    friends.equip(allowance=Allowance(at_once=1000))
    in_full = answer_of(await friends.anna.click(shared, label="Review"))
    assert in_full.ephemeral
    assert SEAL in texts(in_full)


@pytest.mark.usefixtures("thinkers")
async def test_the_details_of_a_shared_record_go_to_whoever_shared_it(friends: World) -> None:
    result = await friends.carla.slash(
        friends.channel, "castle review", record=record_of("castle", worst=True), share=True
    )
    shared = answer_of(result)
    [details] = result.followups
    assert texts(shared).startswith("## Review: Zoe – Yann")
    assert labels(shared) == []
    assert not shared.ephemeral
    assert details.ephemeral
    assert "'s move " in texts(details)


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_record_is_reviewed_without_a_word_about_a_seal(friends: World, kind: str) -> None:
    review = await ask(friends, kind, record=record_of(kind))
    assert texts(review).startswith("**Zoe**: ")
    assert "seal" not in texts(review)
    assert read(review).files[0] == "chances.png"


async def test_it_is_said_that_a_review_is_being_made(friends: World, thinkers: Here) -> None:
    """Each part is judged once the progress before it is shown."""
    await give_up(friends)
    before = len(friends.env.http_requests)

    def edits() -> list[str]:
        return [
            str(request.json)
            for request in friends.env.http_requests[before:]
            if request.method == "PATCH"
        ]

    def judge(work: Callable[[], str], /) -> str:
        begun = monotonic()
        while len(edits()) <= len(thinkers.turns):
            assert monotonic() - begun < GUARD
            sleep(0.001)
        return thinkers.run(work)

    with closing(Thinking(1, judge)) as friends.table.reviews.thinking:
        await ask(friends)
    assert f"0 of {PLIES} moves" in edits()[0]
    assert f"4 of {PLIES} moves" in edits()[1]


class Slow(Remembering):
    """Takes this long for a part, by the clock of the table."""

    def __init__(self, clock: TurnedClock, takes: Millis) -> None:
        super().__init__()
        self.clock = clock
        self.takes = takes

    def run(self, work: Callable[[], str], /) -> str:
        self.clock.turn(self.takes)
        return super().run(work)


async def estimates(friends: World, takes: Millis, *, worst: bool = False) -> list[Millis | None]:
    """The time left that a review tells before each of its parts, if each takes this long."""
    told: list[Millis | None] = []

    async def listen(progress: Progress) -> None:
        told.append(progress.left)

    pool = Slow(friends.clock, takes)
    reviews = friends.table.reviews
    with closing(Thinking(pool.count, pool.run)) as reviews.thinking:
        text = record_of("castle", worst=worst)[1].decode()
        await reviews.of_record("castle", text, friends.carla.id, listen)
    return told


async def test_before_any_review_the_time_left_is_that_of_a_busy_machine(friends: World) -> None:
    first, *_ = await estimates(friends, 4 * SECOND)
    assert first == PLIES * SECOND


async def test_after_a_part_the_time_left_is_measured(friends: World) -> None:
    """The first part has four moves, and two are left."""
    assert await estimates(friends, 40 * SECOND) == [PLIES * SECOND, 2 * 10 * SECOND]


async def test_another_review_is_estimated_by_the_speed_of_the_last_ones(friends: World) -> None:
    await estimates(friends, 40 * SECOND)
    first, *_ = await estimates(friends, 40 * SECOND, worst=True)
    assert first is not None
    assert PLIES * 10 * SECOND <= first <= PLIES * 20 * SECOND


async def test_a_review_takes_longer_the_more_are_being_made(friends: World) -> None:
    reviews = friends.table.reviews
    reviews._pending |= {bytes([n]): PendingReview(None, set()) for n in range(19)}  # type: ignore[arg-type]
    first, second = await estimates(friends, 40 * SECOND)
    assert first == 20 * PLIES * SECOND
    assert second == 2 * 10 * SECOND


@pytest.mark.usefixtures("thinkers")
async def test_a_review_arrives_even_if_progress_cannot_be_shown(friends: World) -> None:
    await give_up(friends)
    friends.env.inject_error(*ANSWER, status=404, code=10015)
    before = len(friends.env.http_requests)
    assert SEAL in texts(await ask(friends))
    assert friends.env.backend.faults == []
    (acknowledged,) = (
        request for request in friends.env.http_requests[before:] if request.method == "POST"
    )
    assert acknowledged.path.endswith("/callback")


async def test_a_running_game_has_no_review(friends: World, thinkers: Here) -> None:
    await friends.start()
    assert texts(await ask(friends)) == refusal("not_over")
    assert thinkers.turns == []


async def test_where_nothing_thinks_there_are_no_reviews(friends: World) -> None:
    await give_up(friends)
    assert texts(await ask(friends)) == refusal("no_reviews_here")


async def silently(progress: Progress) -> None: ...


async def test_a_game_is_reviewed_once_for_all_who_ask(friends: World, thinkers: Here) -> None:
    game = await give_up(friends)
    reviews = friends.table.reviews
    first, second = await asyncio.gather(
        reviews.of_game(game.id, friends.anna.id, silently),
        reviews.of_game(game.id, friends.ben.id, silently),
    )
    assert first == second
    assert len(thinkers.turns) == PARTS


async def test_a_review_is_kept_for_good(friends: World, thinkers: Here) -> None:
    game = await give_up(friends)
    _, made = await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    asked_of_thinkers = len(thinkers.turns)
    await friends.restart()
    _, kept = await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    assert kept == made
    assert len(thinkers.turns) == asked_of_thinkers


async def test_a_review_by_earlier_rules_is_made_again(
    friends: World, thinkers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await give_up(friends)
    await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    monkeypatch.setattr(reviewer, "VERSION", VERSION + 1)
    assert await friends.table.reviews.stored_review(game.id) is None
    _, again = await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    assert again.review == await friends.table.reviews.stored_review(game.id)
    assert again.review.version == VERSION + 1


@pytest.mark.usefixtures("thinkers")
async def test_stats_include_accuracy_and_luck_from_reviews(friends: World) -> None:
    game = await give_up(friends)
    for _ in range(2):
        _, made = await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    await friends.table.look_after(game.id)
    statistics = (
        await friends.table.statistics.of(GamesOf("castle", friends.guild.id, friends.anna.id))
    ).every
    assert statistics.reviewed == 1
    assert statistics.accuracy == pytest.approx(made.review.accuracy(0))
    assert statistics.luck == pytest.approx(made.review.luck(0))
    stats = answer_of(await friends.anna.slash(friends.channel, "table stats", player=friends.anna))
    assert re.search(r"\*\*1\*\* reviewed game: .*luck \*\*[+−]?\d+\.\d\*\* points", texts(stats))


@pytest.mark.usefixtures("thinkers")
async def test_figures_of_earlier_reviewing_do_not_count(friends: World) -> None:
    game = await give_up(friends)
    await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    await friends.table.look_after(game.id)
    async with friends.database.writing() as connection:
        await connection.execute(update(judged_seats).values(version=VERSION - 1))
    whose = GamesOf("castle", friends.guild.id, friends.anna.id)
    statistics = (await friends.table.statistics.of(whose)).every
    assert (statistics.reviewed, statistics.accuracy, statistics.luck) == (0, None, None)
    (played,) = await friends.table.statistics.played_by(friends.guild.id, friends.anna.id, None)
    assert (played.accuracy, played.luck) == (None, None)


async def test_without_reviews_statistics_tell_nothing_of_them(friends: World) -> None:
    game = await give_up(friends)
    await friends.table.look_after(game.id)
    stats = answer_of(await friends.anna.slash(friends.channel, "table stats", player=friends.anna))
    assert "reviewed" not in texts(stats)


async def test_a_failed_review_is_retried_on_the_next_request(
    friends: World, thinkers: Here
) -> None:
    await give_up(friends)
    thinkers.failures = [WorkerEnded("died")]
    assert INCIDENT.search(texts(await ask(friends)))
    again = answer_of(await friends.anna.slash(friends.channel, "castle review"))
    assert SEAL in texts(again)


@pytest.mark.usefixtures("thinkers")
async def test_a_reviewed_game_is_gone_through_from_mark_to_mark(
    friends: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await give_up(friends)
    await friends.deliver()
    _, made = await friends.table.reviews.of_game(game.id, friends.anna.id, silently)
    moves = [
        judged._replace(after=judged.before - 0.2, confirmed=True)
        if judged.ply in (2, 5)
        else judged._replace(after=judged.before)
        for judged in made.review.moves
    ]
    marked = replace(made.review, moves=tuple(moves))
    monkeypatch.setattr(friends.table.reviews, "stored_review", lambda game_id: instead(marked))
    page = await friends.step_through(friends.carla)
    for ply in (2, 5):
        page = answer_of(await friends.carla.click(page, label="Next mistake"))
        assert f"'s move {ply}**, " in texts(page)
        assert read(page).files == (f"compared-{ply}.png",)
    assert next(part for part in parts(page) if part.get("label") == "Next mistake")["disabled"]


async def play_badly(friends: World, kind: str) -> Game:
    """Always the worst of the moves that come to mind, then Ben resigns."""
    invited = ((friends.ben.id, "Ben"),)
    asked = NewGame(kind, friends.guild.id, friends.channel.id, opponents=invited, first=0)
    opened = await friends.table.open(
        Actor("open", friends.anna.id, "Anna", frozenset({"start"})), asked
    )
    await friends.table.act(Actor("join", friends.ben.id, "Ben"), opened.game_id, Join())
    game = await friends.table.games.get(opened.game_id)
    rules = GAMES[kind]
    state, _ = rules.begin(SEED, game.options, 0, 2)
    for _ in range(WALKED):
        move = EXPERTS[kind].candidates(state)[-1].move
        await friends.play_on(game, [rules.move_text(move)])
        seat = rules.to_act(state)
        assert seat is not None
        state, _ = rules.apply(state, seat, move)
    await friends.table.act(Actor("gives up", friends.ben.id, "Ben"), game.id, Resign())
    return await friends.table.games.get(game.id)


@pytest.mark.usefixtures("thinkers")
@pytest.mark.parametrize("kind", GAMES)
async def test_summary_chart_and_walk_agree_on_the_marks(friends: World, kind: str) -> None:
    game = await play_badly(friends, kind)
    friends.equip(allowance=Allowance(at_once=10_000))
    summary = await ask(friends, kind)
    counts = re.findall(r"\d+ (?:inaccurac|mistake|blunder)", texts(summary))
    named = re.findall(MARKED, texts(summary))
    chart = re.findall(
        r"(Inaccuracy|Mistake|Blunder) of (\w+) on turn (\d+)", read(summary).alts[0]
    )

    walked = []
    for ply in range(game.ply + 1):
        step = answer_of(await friends.carla.slash(friends.channel, f"{kind} steps", move=ply))
        marks = re.findall(MARKED, texts(step))
        assert (f"compared-{ply}.png" in read(step).files) == bool(marks)
        walked += marks
    assert walked, "some of the worst moves have a mark"
    assert sum(int(count.split()[0]) for count in counts) == len(walked)
    assert {*named} <= {*walked}
    assert len(named) == min(3, len(walked))
    assert {(name, ply, mark.lower()) for mark, name, ply in chart} == set(walked)

    by_button = []
    page = answer_of(await friends.carla.slash(friends.channel, f"{kind} steps", move=0))
    while not next(part for part in parts(page) if part.get("label") == "Next mistake")["disabled"]:
        page = answer_of(await friends.carla.click(page, label="Next mistake"))
        by_button += re.findall(MARKED, texts(page))
    assert by_button == walked


async def test_a_game_without_a_review_has_no_marks_to_go_to(friends: World) -> None:
    await give_up(friends)
    await friends.deliver()
    page = await friends.step_through(friends.carla)
    assert labels(page) == ["First", "Back", "Next", "Last", "Note"]


async def instead(review: Review) -> Review:
    return review
