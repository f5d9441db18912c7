"""A simulated year of many games: the queue of what people do and what goes wrong, and everything
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
from tools.soak.deeds import chosen
from tools.soak.inviting import MOST_SEATS, a_new_game
from tools.soak.loop import JumpingLoop, Simulation, WallClock
from tools.soak.people import DAY, Person, Place, make_people, make_places
from tools.soak.process import Host, LoggedErrors, Process
from tools.soak.promises import Promises
from tools.soak.statements import Desk
from tools.soak.troubles import TROUBLES, Trouble
from tools.soak.visiting import Visit

# In January 2027, so that a year has both changes, to and from summer time.
START = 1_800_000_000_000
# If nobody plays for this long, everything has expired.
ENDING = 120 * DAY
# After this share of the time no more games are opened, if all goes well.
LAST_OPENED = 0.9
A_DEED_MEETS_TROUBLE = 0.015
# In seconds: while an action is being handled, and while it is being posted.
IN_THE_MIDDLE = 0.02
SOON_AFTER = 2.0


@dataclass(frozen=True, slots=True)
class Plan:
    games: int = 500
    days: float = 365
    seed: int = 0


class Year(Simulation):
    """The whole simulation, except the file's initial schema."""

    def __init__(
        self, plan: Plan, folder: Path, loop: JumpingLoop, logged_errors: LoggedErrors
    ) -> None:
        super().__init__(loop, WallClock(loop, START), Random(plan.seed))
        self.plan = plan
        self.people: Sequence[Person] = make_people(12 + plan.games // 20)
        self.places: Sequence[Place] = make_places(12 + plan.games // 5)
        self.chronicle = Chronicle(folder / "soak.db", self.clock)
        self.promises = Promises(self.chronicle, self.clock)
        self.channels = Channels(self.chance, self.promises)
        self.channels.on_post = self._on_post
        self.host = Host(
            f"sqlite+aiosqlite:///{folder / 'soak.db'}",
            self.clock,
            self.chance,
            self.channels,
            make_desk=partial(Desk, self.chance, self._committed),
            on_kill=self.promises.note_kill,
        )
        self.seen: Counter[str] = Counter()
        self._logged_errors = logged_errors
        self._kinds = cycle(GAMES)
        self._expected: set[tuple[int, int]] = set()
        """Who is going to look at which game."""
        self._over = False

    # Time.

    async def begin(self) -> None:
        await self.host.start()
        end = self.plan.days * DAY
        for trouble in TROUBLES:
            for _ in range(max(1, round(trouble.per_game * self.plan.games))):
                self.at(self.chance.uniform(0, end), partial(self._trouble, trouble))
        self.at(0, self._open_another)
        self.at(DAY, self._settle_accounts)
        self.at(DAY, self._look_around)

    async def end(self) -> None:
        """Nobody plays any longer and nothing goes wrong: let everything that waits come to an
        end."""
        self._over = True
        while self._busy:
            await self.live(self.loop.time() + 60)
        self.cancel_all()
        self.channels.out = False
        self.channels.lost.clear()
        self.clock.wrong_by = 0
        self.clock_was_set()
        if not self.host.up:
            await self.host.start()
        self._settle_accounts()
        await self.live(self.loop.time() + ENDING)
        self.promises.settle_all()
        for course in self.chronicle.courses.values():
            must(course.paused and course.status in OPEN, f"{course} has not come to its end")
        waiting = self.chronicle.one("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        must(waiting == 0, f"{waiting} messages still wait")
        while self.host.up:
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
        if self.host.up:
            self.promises.nothing_is_late(self.loop.time(), outage=self.channels.out)
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
        return self.promises.next_due() if self.host.up else None

    def _committed(self) -> None:
        try:
            self.chronicle.look()
        except Broken as broken:
            self.broken = self.broken or broken

    # Troubles.

    def clock_was_set(self) -> None:
        self.promises.restart_waiting()

    def _trouble(self, trouble: Trouble) -> None:
        self.seen[trouble.name] += 1
        self.spawn(trouble.happen(self))

    def _maybe_trouble(self) -> None:
        """Perhaps something goes wrong in the middle of what somebody does."""
        if self.chance.random() < A_DEED_MEETS_TROUBLE:
            trouble = self.chance.choice(TROUBLES[:3])
            within = self.chance.choice((IN_THE_MIDDLE, SOON_AFTER))
            self.after(self.chance.uniform(0, within), lambda: self._trouble(trouble))

    # People.

    def _open_another(self) -> None:
        """Open games at even intervals, fewer if rematches were opened in the meantime."""
        if self._over or self._games_left() <= 0:
            return
        between = self.plan.days * DAY * LAST_OPENED / self.plan.games
        if self.chronicle.seen["opened"] * between <= self.loop.time():
            self.spawn(self._open())
        self.after(between / 2, self._open_another)

    def _games_left(self) -> int:
        return self.plan.games - self.chronicle.seen["opened"]

    async def _open(self) -> None:
        chance = self.chance
        person, *others = chance.sample(self.people, MOST_SEATS)
        busy = {course.channel for course in self.chronicle.courses.values()}
        free = [place for place in self.places if place.id not in busy]
        place = chance.choice(free or self.places)
        asked = a_new_game(chance, next(self._kinds), place, others)
        self.seen[f"opened: {asked.kind} for {asked.seats}"] += 1
        name = self.new_name()
        process = self.host.anyone()
        answer = process and await self._called(
            process, name, 0, None, lambda: process.table.open(person.interaction(name), asked)
        )
        if answer and len(asked.opponents) + 1 < (asked.seats or 0):
            for other in others:
                self._call(other, answer.game_id)

    def _settle_accounts(self) -> None:
        """Once a day check and forget what is over, before its messages are removed."""
        self.promises.settle_all()
        self.after(DAY, self._settle_accounts)

    def _look_around(self) -> None:
        """Once a day somebody looks at each game, called or not."""
        if self._over:
            return
        for game, course in self.chronicle.courses.items():
            if course.status in OPEN and self.chance.random() < 0.4:
                seated = [person for person in self.people if person.id in course.seated]
                strangers = [self.chance.choice(self.people)]
                self._call(self.chance.choice((seated or strangers) * 4 + strangers), game)
        self.after(DAY, self._look_around)

    def _on_post(self, message: Message) -> None:
        """Everybody who is called will look at the game, each at their own pace."""
        course = self.chronicle.courses[message.game_id]
        if course.status not in OPEN and (self._games_left() <= 0 or self.chance.random() < 0.7):
            return
        called = set(getattr(message, "mention", ())) | {getattr(message, "user_id", None)}
        if isinstance(message, Notice) and course.to_act is not None:
            called.add(course.to_act)
        for person in self.people:
            if person.id in called:
                self._call(person, message.game_id)

    def _call(self, person: Person, game: int) -> None:
        if (person.id, game) not in self._expected and not self._over:
            self._expected.add((person.id, game))
            after = person.answers_after(self.chance)
            self.after(after, lambda: self.spawn(self._visit(person, game)))

    async def _visit(self, person: Person, game: int) -> None:
        self._expected.discard((person.id, game))
        process = self.host.anyone()
        if process is not None and not self._over:
            self._maybe_trouble()
            try:
                with process.stopping.work():
                    await self._look_after(process, person, game)
            except (TableError, EngineError):
                self.seen["looked in vain"] += 1
            except (StoreError, asyncio.CancelledError):
                if not process.ends:
                    raise
        self._come_back(person, game)

    def _come_back(self, person: Person, game: int) -> None:
        """Look again, as long as the game waits for them."""
        course = self.chronicle.courses.get(game)
        if course is None or course.status not in OPEN or person.id not in course.seated:
            return
        if course.paused or course.to_act in (None, person.id):
            self._call(person, game)

    async def _look_after(self, process: Process, person: Person, game: int) -> None:
        table = process.table
        for number, _ in await table.people.missed_notes(person.id):
            await table.people.note_read(number)
        visit = Visit(self, table, person, await table.games.get(game), self.clock())
        deed = chosen(visit)
        self.seen["deeds"] += 1
        self.seen[f"deed: {deed.name}"] += 1
        await deed.do(visit)

    # What people do it with.

    def a_place(self, guild: int) -> Place:
        return self.chance.choice([place for place in self.places if place.guild == guild])

    def anyone(self) -> int:
        return self.chance.choice(self.people).id

    def reposts(self, game: int) -> None:
        self.promises.allow_repost(game)

    async def a_move(self, game: Game) -> str:
        process = self.host.anyone()
        rules = rules_of(game.kind)
        if process is None:
            return ""
        async with process.opened.database.reading() as connection:
            state = await Positions(1).current(connection, game)
        if rules.to_act(state) is None:
            return ""
        return rules.move_text(random_move(rules, state, self.chance))

    async def ask(
        self, person: Person, game: int, action: Action, name: str | None = None
    ) -> Answer | None:
        name = name or self.new_name()
        process = self.host.anyone()
        if process is None:
            return None
        by = person.interaction(name)
        answer = await self._called(
            process, name, game, action, lambda: process.table.act(by, game, action)
        )
        if answer is None and self.chance.random() < 0.05:  # Delivered again.
            self.after(self.chance.uniform(0, 90), lambda: self._again(person, game, action, name))
        return answer

    def _again(self, person: Person, game: int, action: Action, name: str) -> None:
        if not self._over:
            self.spawn(self._asked_again(person, game, action, name))

    async def _asked_again(self, person: Person, game: int, action: Action, name: str) -> None:
        await self.ask(person, game, action, name)

    async def _called(
        self,
        process: Process,
        name: str,
        game: int,
        action: Action | None,
        call: Callable[[], Awaitable[Answer]],
    ) -> Answer | None:
        """The answer that somebody receives; a process that ends in the meantime answers
        nothing."""
        try:
            with process.stopping.work():
                answer = await call()
        except (TableError, EngineError) as refusal:
            self.seen[f"refused: {getattr(refusal, 'why', type(refusal).__name__)}"] += 1
            self.promises.note_refusal(name, game, refusal)
            return None
        except (StoreError, asyncio.CancelledError) as error:
            if not process.ends:
                raise
            self.seen["unanswered"] += 1
            self.seen[f"unanswered: {type(error).__name__}"] += 1
            return None
        if process.dead:
            self.seen["unanswered"] += 1
            return None
        self.promises.note_answer(name, game, action, answer)
        return answer
