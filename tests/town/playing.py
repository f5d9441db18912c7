"""Games played by clicks: one at a time at its own pace, or many at the same moment."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from simcord.backend.models import Message

from bot.games.faces import FACES
from tests.bot.choices import at_random
from tests.bot.kit import statements
from tests.town.clicks import Click, Key, Prepared, ids_of
from tests.town.clocks import Time
from tests.town.town import Seated, Town

SELDOM = 0.15
OFTEN = 0.5
# Part of every statement that reads a game.
ROW = "FROM games JOIN seats"


@dataclass
class Times:
    """What was measured, from the moment of each click."""

    acknowledged: dict[str, list[Time]] = field(default_factory=lambda: defaultdict(list))
    """By kind of click."""
    redrawn: list[Time] = field(default_factory=list)
    posted: list[Time] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    """How often the game's row was read, from each Confirm until everything was quiet."""

    @property
    def all_acknowledged(self) -> list[Time]:
        return [taken for times in self.acknowledged.values() for taken in times]


async def play_to_the_end(there: Town, seated: Seated, times: Times) -> None:
    """Play every turn at random, by panel or by command; now and then somebody looks."""
    while (to_act := (await there.table.games.get(seated.game)).to_act) is not None:
        person = seated.people[to_act]
        if there.chance.random() < SELDOM:
            await _look(there, seated, person, times)
        if there.chance.random() < SELDOM:
            questions = await there.table.drafts.questions(seated.game, person)
            move = questions.text(at_random(questions, there.chance))
            command = f"{seated.kind} move"
            slash = there.clicks.slash(person, seated.channel, command, move=move)
            await _decide(there, seated, slash, f"/{command}", times)
        else:
            await _play_by_panel(there, seated, person, times)


async def _look(there: Town, seated: Seated, person: int, times: Times) -> None:
    """Look at the board with one of the game's overlays."""
    position = await there.table.games.position(seated.game, person)
    overlay = there.chance.choice(FACES[seated.kind].pictures.overlays_on(position.view))
    command = f"{seated.kind} board"
    slash = there.clicks.slash(person, seated.channel, command, overlay=overlay)
    await _click(there, slash, f"/{command}", times)


async def _play_by_panel(there: Town, seated: Seated, person: int, times: Times) -> None:
    """Choose until the move is complete, then perhaps change some of the choices, and confirm."""
    post = there.clicks.last_board(seated.channel)
    press = there.clicks.press(person, post, *next(ids_of(post, "play")))
    panel = there.clicks.shown(await _click(there, press, "Play", times))
    while choices := list(ids_of(panel, "try")) or list(ids_of(panel, "page")):
        if any(ids_of(panel, "do")) and there.chance.random() >= OFTEN:
            break
        press = there.clicks.press(person, panel, *there.chance.choice(choices))
        await _redraw(there, press, "choice", times)
    confirm = there.chance.choice(list(ids_of(panel, "do")))
    await _decide(there, seated, there.clicks.press(person, panel, *confirm), "Confirm", times)


async def _click(there: Town, prepared: Prepared, kind: str, times: Times) -> Click:
    """Click, wait for the answer, and wait until everything is quiet."""
    click = there.clicks.emit(prepared)
    times.acknowledged[kind].append(await there.clicks.acknowledgement(click))
    await there.clicks.answer(click)
    await there.clicks.requests.quiet()
    return click


async def _redraw(there: Town, prepared: Prepared, kind: str, times: Times) -> None:
    click = await _click(there, prepared, kind, times)
    times.redrawn.append(await there.clicks.answer(click))


async def _decide(there: Town, seated: Seated, prepared: Prepared, kind: str, times: Times) -> None:
    before = there.clicks.requests.count(_posts(seated))
    with statements(there.opened.database) as sent:
        click = await _click(there, prepared, kind, times)
        arrived = await there.clicks.requests.arrival(_posts(seated), before)
        await there.clicks.requests.quiet()
    if kind == "Confirm":
        times.posted.append(arrived - click.emitted)
        times.reads.append(sum(ROW in " ".join(text.split()) for text, _ in sent))


async def play_at_once(there: Town, seated: Sequence[Seated], times: Times) -> None:
    """Play one move in each of the games, each step in all of them at the same moment."""
    people = []
    boards = []
    for game in seated:
        to_act = (await there.table.games.get(game.game)).to_act
        assert to_act is not None
        people.append(game.people[to_act])
        boards.append(there.clicks.last_board(game.channel))
    opened = await _press_at_once(there, people, boards, "play", times)
    panels = [there.clicks.shown(click) for click in opened]
    choosing = [number for number, panel in enumerate(panels) if _offers(panel)]
    deciding = [people[number] for number in choosing]
    choices = [panels[number] for number in choosing]
    tried = await _press_at_once(there, deciding, choices, "try", times)
    times.redrawn += [await there.clicks.answer(click) for click in tried]
    before = [there.clicks.requests.count(_posts(game)) for game in seated]
    done = await _press_at_once(there, people, panels, "do", times)
    for game, count, click in zip(seated, before, done, strict=True):
        arrived = await there.clicks.requests.arrival(_posts(game), count)
        times.posted.append(arrived - click.emitted)
    await there.clicks.requests.quiet()


def _offers(panel: Message) -> bool:
    """There is a choice, not only the move that is forced."""
    return any(ids_of(panel, "try"))


def _posts(seated: Seated) -> Key:
    return "posted", str(seated.channel)


async def _press_at_once(
    there: Town,
    people: Sequence[int],
    pages: Sequence[Message],
    verb: str,
    times: Times,
) -> list[Click]:
    """Everybody presses a random button for this verb on their page."""
    prepared = []
    for person, page in zip(people, pages, strict=True):
        buttons = list(ids_of(page, verb))
        prepared.append(there.clicks.press(person, page, *there.chance.choice(buttons)))
    clicks = [there.clicks.emit(one) for one in prepared]
    for click in clicks:
        times.acknowledged[verb].append(await there.clicks.acknowledgement(click))
        await there.clicks.answer(click)
    await there.clicks.requests.quiet()
    return clicks
