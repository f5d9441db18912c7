"""Drawings as a painter gets them: of many games of all kinds at once, in every language, from the
posts, the panels and the looks of people who play at random."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.games.faces import FACES
from bot.locale import Words, languages, words_of
from engine.games import GAMES, AnyRules
from engine.questions import Part, walk
from render.pictures import Drawing
from render.subject import Subject
from render.tables.replay import Frame

PLAYERS = ("Anna", "Bartholomew", "Çelik", "Dörte", "Eva")
# How many games run at the same time; when one ends, another begins.
AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class Position(Frame[Any, Any]):
    """With the state, of which the view is for spectators."""

    state: Any = None


def mixed_drawings(seed: str) -> Iterator[Drawing]:
    """Without end, and the same for the same seed."""
    chance = Random(seed)
    kinds = [*FACES]
    running: list[Iterator[Drawing]] = []
    number = 0
    while True:
        while len(running) < AT_ONCE:
            number += 1
            running.append(drawings_of(kinds[number % len(kinds)], f"{seed}/{number}"))
        drawings = chance.choice(running)
        drawing = next(drawings, None)
        if drawing is None:
            running.remove(drawings)
        else:
            yield drawing


def drawings_of(kind: str, seed: str) -> Iterator[Drawing]:
    """Those of one game, from its start to its end."""
    chance = Random(seed)
    game = GAMES[kind]
    pictures = FACES[kind].pictures
    words = words_of(chance.choice([*languages()]))
    positions = list[Position]()
    seats = chance.choice([*game.seat_counts])
    names = [f"{name} {seed}" for name in PLAYERS[:seats]]
    for position in _play(game, chance, seed, seats):
        positions.append(position)
        state = position.state
        view = position.view
        events = position.events
        usual = pictures.usual_overlays
        yield pictures.board(words, Subject(view, names, events), overlays=usual)
        if chance.random() < 0.25:
            overlays = chance.sample([*pictures.overlays_on(view)], 1)
            compact = chance.random() < 0.5
            yield pictures.board(
                words, Subject(view, names, events), overlays=overlays, compact=compact
            )
        if game.to_act(state) is not None:
            yield from _on_the_panel(kind, words, state, names, chance)
    history = [position.events for position in positions]
    last = pictures.final(words, Subject(positions[-1].view, names), history)
    if last is not None:
        yield last
    yield pictures.chart(words, history, names)
    if game.has_supply:
        yield pictures.supply(words, Subject(positions[-1].view, names))
    if chance.random() < 0.25:
        yield pictures.replay(words, positions, names)


def _play(game: AnyRules, chance: Random, seed: str, seats: int) -> Iterator[Position]:
    presets = [*game.presets]
    options = game.settle_options({}, chance.choice(presets) if presets else None)
    state, events = game.begin(seed, options, None, seats)
    yield Position(game.view(state, None), events, state)
    while (seat := game.to_act(state)) is not None:
        state, events = game.apply(state, seat, game.assemble(_choose(game, state, chance)))
        yield Position(game.view(state, None), events, state)


def _on_the_panel(
    kind: str, words: Words, state: Any, names: Sequence[str], chance: Random
) -> Iterator[Drawing]:
    """What the player to act sees while choosing, at some of the steps."""
    game = GAMES[kind]
    pictures = FACES[kind].pictures
    own = game.view(state, game.to_act(state))
    if chance.random() < 0.3:
        asked = game.question(state, ())
        assert asked is not None
        marks = FACES[kind].choices.marks(own, (), asked.step, asked.choices)
        yield from pictures.opening(words, Subject(own, names, marks=marks))
    parts = _choose(game, state, chance)
    for count in sorted({chance.randint(1, len(parts)), len(parts)}):
        if chance.random() < 0.5:
            chosen = parts[:count]
            tried = walk(lambda before: game.question(state, before), chosen).parts
            yield pictures.preview(words, Subject(own, names, parts=tried))


def _choose(game: AnyRules, state: Any, chance: Random) -> list[Part]:
    parts = list[Part]()
    while (asked := game.question(state, parts)) is not None:
        parts.append((asked.step, chance.choice(asked.choices)))
    return parts
