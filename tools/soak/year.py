"""Simulates a year of many games: the queue of what people do and what goes wrong, and everything
around it. Stops at the first broken promise."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

from bot.match.actions import Action, Answer
from bot.match.errors import StoreError, TableError
from bot.match.game import Game
from bot.match.messages import Message, Notice
from bot.match.rules import rules_of
from bot.process.clock import Millis
from bot.table.positions import Positions
from engine.errors import EngineError
from engine.games import GAMES
from tests.engine.conformance.playing import random_move
from tools.soak.channels import Channels
from tools.soak.chronicle import OPEN, Broken, Chronicle, must
from tools.soak.deeds import choose_deed
from tools.soak.inviting import MOST_SEATS, make_new_game
from tools.soak.loop import JumpingLoop, Simulation, WallClock
from tools.soak.people import DAY, Person, SoakChannel, make_channels, make_people
from tools.soak.process import Host, LoggedErrors, Process
from tools.soak.promises import Promises
from tools.soak.statements import Desk
from tools.soak.troubles import TROUBLES, Trouble
from tools.soak.visiting import Visit

# In January 2027, so that a year has both changes, to and from summer time.
START = 1_800_000_000_000
# The seconds without any play after which everything has expired.
END_TIME = 120 * DAY
# The share of the time after which no more games are opened, if all goes well.
OPENING_SHARE = 0.9
# The probability that something goes wrong while somebody does something.
TROUBLE_CHANCE = 0.015
# The seconds within which an action is still being handled.
IN_THE_MIDDLE = 0.02
# The seconds within which its messages are still being posted.
SOON_AFTER = 2.0


@dataclass(frozen=True, slots=True)
class Plan:
    games: int = 500
    days: float = 365
    seed: int = 0


class Year(Simulation):
    """All of the simulation except the file's initial schema."""

    def __init__(
        self, plan: Plan, folder: Path, loop: JumpingLoop, logged_errors: LoggedErrors
    ) -> None:
        super().__init__(loop, WallClock(loop, START), Random(plan.seed))
        self.plan = plan
        self.people: Sequence[Person] = make_people(12 + plan.games // 20)
        self.game_channels: Sequence[SoakChannel] = make_channels(12 + plan.games // 5)
        self.chronicle = Chronicle(folder / "soak.db", self.clock)
        self.promises = Promises(self.chronicle, self.clock)
        self.channels = Channels(self.chance, self.promises)
        self.channels.on_post = self._on_post
        self.host = Host(
            f"sqlite+aiosqlite:///{folder / 'soak.db'}",
            self.clock,
            self.chance,
            self.channels,
            make_desk=partial(Desk, self.chance, self._check_commit),
            on_kill=self.promises.note_kill,
        )
        self.counts: Counter[str] = Counter()
        self._logged_errors = logged_errors
        self._kinds = cycle(GAMES)
        self._expected_visits: set[tuple[int, int]] = set()
        """The people who are going to look at a game, each with that game."""
        self._is_over = False

    # Time.

    async def begin(self) -> None:
        await self.host.start()
        end = self.plan.days * DAY
        for trouble in TROUBLES:
            for _ in range(max(1, round(trouble.per_game * self.plan.games))):
                self.schedule_at(self.chance.uniform(0, end), partial(self._cause_trouble, trouble))
        self.schedule_at(0, self._open_another)
        self.schedule_at(DAY, self._settle_accounts)
        self.schedule_at(DAY, self._look_around)

    async def end(self) -> None:
        """Let everything that waits come to an end, while nobody plays any longer and nothing goes
        wrong."""
        self._is_over = True
        while self._busy:
            await self.live(self.loop.time() + 60)
        self.cancel_all()
        self.channels.has_outage = False
        self.channels.lost_channels.clear()
        self.clock.wrong_by = 0
        self.clock_was_set()
        if not self.host.running_processes:
            await self.host.start()
        self._settle_accounts()
        await self.live(self.loop.time() + END_TIME)
        self.promises.settle_all()
        for course in self.chronicle.courses.values():
            must(course.is_paused and course.status in OPEN, f"{course} has not come to its end")
        waiting = self.chronicle.value("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        must(waiting == 0, f"{waiting} messages still wait")
        while self.host.running_processes:
            await self.host.stop()
        self.check()

    async def close(self) -> None:
        await super().close()
        self.chronicle.close()

    def check(self) -> None:
        broken = self.broken or self.channels.broken
        if broken is not None:
            raise broken
        if self._logged_errors.messages:
            raise Broken(self._logged_errors.messages[0])
        if self.host.running_processes:
            self.promises.check_delays(self.loop.time(), outage=self.channels.has_outage)
        else:
            self.promises.restart_waiting()

    @property
    def processes(self) -> Sequence[Process]:
        return self.host.processes

    @property
    def commits(self) -> int:
        return self.chronicle.commits

    @property
    def posting(self) -> bool:
        return self.channels.in_flight > 0

    def next_due(self) -> Millis | None:
        return self.promises.next_due() if self.host.running_processes else None

    def _check_commit(self) -> None:
        try:
            self.chronicle.check_commit()
        except Broken as broken:
            self.broken = self.broken or broken

    # Troubles.

    def clock_was_set(self) -> None:
        self.promises.restart_waiting()

    def _cause_trouble(self, trouble: Trouble) -> None:
        self.counts[trouble.name] += 1
        self.spawn(trouble.happen(self))

    def _perhaps_cause_trouble(self) -> None:
        """Sometimes let something go wrong in the middle of what somebody does."""
        if self.chance.random() < TROUBLE_CHANCE:
            trouble = self.chance.choice(TROUBLES[:3])
            longest_delay = self.chance.choice((IN_THE_MIDDLE, SOON_AFTER))
            self.schedule_after(
                self.chance.uniform(0, longest_delay), lambda: self._cause_trouble(trouble)
            )

    # People.

    def _open_another(self) -> None:
        """Open games at even intervals, fewer if rematches were opened in the meantime."""
        if self._is_over or self._games_left() <= 0:
            return
        interval = self.plan.days * DAY * OPENING_SHARE / self.plan.games
        if self.chronicle.counts["opened"] * interval <= self.loop.time():
            self.spawn(self._open())
        self.schedule_after(interval / 2, self._open_another)

    def _games_left(self) -> int:
        return self.plan.games - self.chronicle.counts["opened"]

    async def _open(self) -> None:
        chance = self.chance
        person, *others = chance.sample(self.people, MOST_SEATS)
        busy_channels = {course.channel for course in self.chronicle.courses.values()}
        free_channels = [
            channel for channel in self.game_channels if channel.id not in busy_channels
        ]
        channel = chance.choice(free_channels or self.game_channels)
        new_game = make_new_game(chance, next(self._kinds), channel, others)
        self.counts[f"opened: {new_game.kind} for {new_game.seats}"] += 1
        name = self.new_name()
        process = self.host.choose_process()
        if process is None:
            return
        answer = await self._call_table(
            process, name, 0, None, lambda: process.table.open(person.actor(name), new_game)
        )
        if answer and len(new_game.opponents) + 1 < (new_game.seats or 0):
            for other in others:
                self._call(other, answer.game_id)

    def _settle_accounts(self) -> None:
        """Check and forget what is over, once a day, before its messages are removed."""
        self.promises.settle_all()
        self.schedule_after(DAY, self._settle_accounts)

    def _look_around(self) -> None:
        """Let somebody look at each game, called or not, once a day."""
        if self._is_over:
            return
        for game, course in self.chronicle.courses.items():
            if course.status in OPEN and self.chance.random() < 0.4:
                players = [person for person in self.people if person.id in course.players]
                strangers = [self.chance.choice(self.people)]
                self._call(self.chance.choice((players or strangers) * 4 + strangers), game)
        self.schedule_after(DAY, self._look_around)

    def _on_post(self, message: Message) -> None:
        """Let everybody who is called look at the game, each at their own pace."""
        course = self.chronicle.courses[message.game_id]
        if course.status not in OPEN and (self._games_left() <= 0 or self.chance.random() < 0.7):
            return
        called_ids = set(getattr(message, "mention", ())) | {getattr(message, "user_id", None)}
        if isinstance(message, Notice) and course.to_act is not None:
            called_ids.add(course.to_act)
        for person in self.people:
            if person.id in called_ids:
                self._call(person, message.game_id)

    def _call(self, person: Person, game: int) -> None:
        if (person.id, game) not in self._expected_visits and not self._is_over:
            self._expected_visits.add((person.id, game))
            delay = person.answer_delay(self.chance)
            self.schedule_after(delay, lambda: self.spawn(self._visit(person, game)))

    async def _visit(self, person: Person, game: int) -> None:
        self._expected_visits.discard((person.id, game))
        process = self.host.choose_process()
        if process is not None and not self._is_over:
            self._perhaps_cause_trouble()
            try:
                with process.stopping.work():
                    await self._do_deed(process, person, game)
            except (TableError, EngineError):
                self.counts["looked in vain"] += 1
            except (StoreError, asyncio.CancelledError):
                if not process.is_ending:
                    raise
        self._plan_next_visit(person, game)

    def _plan_next_visit(self, person: Person, game: int) -> None:
        """Look again, as long as the game waits for them."""
        course = self.chronicle.courses.get(game)
        if course is None or course.status not in OPEN or person.id not in course.players:
            return
        if course.is_paused or course.to_act in (None, person.id):
            self._call(person, game)

    async def _do_deed(self, process: Process, person: Person, game: int) -> None:
        table = process.table
        for number, _ in await table.people.missed_notes(person.id):
            await table.people.note_read(number)
        visit = Visit(self, table, person, await table.games.get(game), self.clock())
        deed = choose_deed(visit)
        self.counts["deeds"] += 1
        self.counts[f"deed: {deed.name}"] += 1
        await deed.do(visit)

    # What people do it with.

    def choose_channel(self, guild: int) -> SoakChannel:
        return self.chance.choice(
            [channel for channel in self.game_channels if channel.guild == guild]
        )

    def choose_person(self) -> int:
        return self.chance.choice(self.people).id

    def note_repost(self, game: int) -> None:
        self.promises.allow_repost(game)

    async def choose_move(self, game: Game) -> str:
        process = self.host.choose_process()
        rules = rules_of(game.kind)
        if process is None:
            return ""
        async with process.bot.database.reading() as connection:
            state = await Positions(1).current(connection, game)
        if rules.to_act(state) is None:
            return ""
        return rules.move_text(random_move(rules, state, self.chance))

    async def ask(
        self, person: Person, game: int, action: Action, name: str | None = None
    ) -> Answer | None:
        name = name or self.new_name()
        process = self.host.choose_process()
        if process is None:
            return None
        actor = person.actor(name)
        answer = await self._call_table(
            process, name, game, action, lambda: process.table.act(actor, game, action)
        )
        if answer is None and self.chance.random() < 0.05:  # Delivered again.
            self.schedule_after(
                self.chance.uniform(0, 90), lambda: self._repeat(person, game, action, name)
            )
        return answer

    def _repeat(self, person: Person, game: int, action: Action, name: str) -> None:
        if not self._is_over:
            self.spawn(self._ask_again(person, game, action, name))

    async def _ask_again(self, person: Person, game: int, action: Action, name: str) -> None:
        await self.ask(person, game, action, name)

    async def _call_table(
        self,
        process: Process,
        name: str,
        game: int,
        action: Action | None,
        call: Callable[[], Awaitable[Answer]],
    ) -> Answer | None:
        """Call the table, and return the answer that somebody receives; a process that ends in the
        meantime answers nothing."""
        try:
            with process.stopping.work():
                answer = await call()
        except (TableError, EngineError) as refusal:
            self.counts[f"refused: {getattr(refusal, 'why', type(refusal).__name__)}"] += 1
            self.promises.note_refusal(name, game, refusal)
            return None
        except (StoreError, asyncio.CancelledError) as error:
            if not process.is_ending:
                raise
            self.counts["unanswered"] += 1
            self.counts[f"unanswered: {type(error).__name__}"] += 1
            return None
        if process.is_dead:
            self.counts["unanswered"] += 1
            return None
        self.promises.note_answer(name, game, action, answer)
        return answer
