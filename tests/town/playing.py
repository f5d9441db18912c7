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


async def play_to_the_end(town: Town, seated: Seated, times: Times) -> None:
    """Play every turn at random, by panel or by command; now and then somebody looks."""
    while (to_act := (await town.table.games.get(seated.game)).to_act) is not None:
        person = seated.people[to_act]
        if town.chance.random() < SELDOM:
            await _look(town, seated, person, times)
        if town.chance.random() < SELDOM:
            questions = await town.table.drafts.questions(seated.game, person)
            move = questions.text(at_random(questions, town.chance))
            command = f"{seated.kind} move"
            slash = town.clicks.slash(person, seated.channel, command, now=True, move=move)
            await _decide(town, seated, slash, f"/{command}", times)
        else:
            await _play_by_panel(town, seated, person, times)


async def _look(town: Town, seated: Seated, person: int, times: Times) -> None:
    """Look at the board with one of the game's overlays."""
    position = await town.table.games.position(seated.game, person)
    overlay = town.chance.choice(FACES[seated.kind].pictures.overlays_on(position.view))
    command = f"{seated.kind} board"
    slash = town.clicks.slash(person, seated.channel, command, overlay=overlay)
    await _click(town, slash, f"/{command}", times)


async def _play_by_panel(town: Town, seated: Seated, person: int, times: Times) -> None:
    """Choose until the move is complete, then perhaps change some of the choices, and confirm."""
    post = town.clicks.last_board(seated.channel)
    press = town.clicks.press(person, post, *next(ids_of(post, "play")))
    panel = town.clicks.answer_page(await _click(town, press, "Play", times))
    while choices := list(ids_of(panel, "try")) or list(ids_of(panel, "page")):
        if any(ids_of(panel, "do")) and town.chance.random() >= OFTEN:
            break
        press = town.clicks.press(person, panel, *town.chance.choice(choices))
        await _redraw(town, press, "choice", times)
    confirm = town.chance.choice(list(ids_of(panel, "do")))
    await _decide(town, seated, town.clicks.press(person, panel, *confirm), "Confirm", times)


async def _click(town: Town, prepared: Prepared, kind: str, times: Times) -> Click:
    """Click, wait for the answer, and wait until everything is quiet."""
    click = town.clicks.emit(prepared)
    times.acknowledged[kind].append(await town.clicks.acknowledgement(click))
    await town.clicks.answer(click)
    await town.clicks.requests.quiet()
    return click


async def _redraw(town: Town, prepared: Prepared, kind: str, times: Times) -> None:
    click = await _click(town, prepared, kind, times)
    times.redrawn.append(await town.clicks.answer(click))


async def _decide(town: Town, seated: Seated, prepared: Prepared, kind: str, times: Times) -> None:
    before = town.clicks.requests.count(_posts(seated))
    with statements(town.opened.database) as sent:
        click = await _click(town, prepared, kind, times)
        arrived = await town.clicks.requests.arrival(_posts(seated), before)
        await town.clicks.requests.quiet()
    if kind == "Confirm":
        times.posted.append(arrived - click.emitted)
        times.reads.append(sum(ROW in " ".join(text.split()) for text, _ in sent))


async def play_at_once(town: Town, seated: Sequence[Seated], times: Times) -> None:
    """Play one move in each of the games, each step in all of them at the same moment."""
    people = []
    boards = []
    for game in seated:
        to_act = (await town.table.games.get(game.game)).to_act
        assert to_act is not None
        people.append(game.people[to_act])
        boards.append(town.clicks.last_board(game.channel))
    opened = await _press_at_once(town, people, boards, "play", times)
    panels = [town.clicks.answer_page(click) for click in opened]
    choosing = [number for number, panel in enumerate(panels) if _offers(panel)]
    deciding = [people[number] for number in choosing]
    choices = [panels[number] for number in choosing]
    tried = await _press_at_once(town, deciding, choices, "try", times)
    times.redrawn += [await town.clicks.answer(click) for click in tried]
    before = [town.clicks.requests.count(_posts(game)) for game in seated]
    done = await _press_at_once(town, people, panels, "do", times)
    for game, count, click in zip(seated, before, done, strict=True):
        arrived = await town.clicks.requests.arrival(_posts(game), count)
        times.posted.append(arrived - click.emitted)
    await town.clicks.requests.quiet()


def _offers(panel: Message) -> bool:
    """There is a choice, not only the move that is forced."""
    return any(ids_of(panel, "try"))


def _posts(seated: Seated) -> Key:
    return "posted", str(seated.channel)


async def _press_at_once(
    town: Town,
    people: Sequence[int],
    pages: Sequence[Message],
    verb: str,
    times: Times,
) -> list[Click]:
    """Everybody presses a random button for this verb on their page."""
    prepared = []
    for person, page in zip(people, pages, strict=True):
        buttons = list(ids_of(page, verb))
        prepared.append(town.clicks.press(person, page, *town.chance.choice(buttons)))
    clicks = [town.clicks.emit(click) for click in prepared]
    for click in clicks:
        times.acknowledged[verb].append(await town.clicks.acknowledgement(click))
        await town.clicks.answer(click)
    await town.clicks.requests.quiet()
    return clicks
