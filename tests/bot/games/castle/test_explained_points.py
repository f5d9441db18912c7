"""The numbers in an explanation of points multiply to the points, in every game."""

import re
from collections import Counter
from math import prod
from random import Random

from engine.castle.events import FeatureScored, FinalScored
from engine.castle.moves import Spot
from engine.castle.rules import castle
from engine.castle.scoring import points_a_tile, points_for
from engine.tiles.feature import Feature
from tests.bot.games.castle.kit import NAMES, Ply, describe_move, plies
from tests.bot.games.kit import ENGLISH

POINTS = re.compile(r"\*\*(\d+) points? for (\w+)\*\* \(([^()]*)\)")
TIMES = {"doubled": 2, "tripled": 3, "scored twice": 2}


def calculate(why: str) -> int:
    """Calculate the points of an explanation as a player would."""
    counted = [*re.findall(r"(\d+) (?:tile|market|empty cell|empty start space|start space)", why)]
    count = sum(map(int, counted)) + why.count("a start space")
    if "empty cell" in why:
        return count
    if "wall tile, " in why or "wall tiles, " in why:
        count = int(why.split(maxsplit=1)[0])
    each = re.search(r"(\d+) (?:point|more)", why)
    assert each is not None, why
    return count * int(each[1]) * prod(by for word, by in TIMES.items() if word in why)


def scorings(ply: Ply) -> list[FeatureScored | FinalScored]:
    return [
        event
        for event in ply.events
        if isinstance(event, FeatureScored | FinalScored) and event.seat is not None
    ]


def any_scoring(chance: Random) -> FeatureScored:
    """A completed feature of any size, with the points that the engine gives for it."""
    kind = chance.choice(("path", "tower", "house"))
    cells = tuple((x, 4) for x in range(chance.randint(1, 12)))
    starts = tuple(range(chance.choice((0, 0, 1, 2, 7))))
    fountain = kind == "path" and chance.random() < 0.5
    raised = 0 if kind == "path" else chance.randrange(3)
    feature = Feature(kind, (1 << len(cells) + len(starts)) - 1, (), int(fountain), ())
    return FeatureScored(
        kind=kind,
        spot=Spot(cells[0], 0),
        cells=cells,
        starts=starts,
        fountain=fountain,
        followers=chance.choice(((1, 0), (2, 1), (5, 3))),
        seat=0,
        wall_tiles=raised,
        points=points_for(feature, raised),
        space=1,
        tower=None,
        took=None,
        each=points_a_tile(kind, int(fountain)),
    )


def test_feature_explanations_add_up_to_the_points_of_the_rules() -> None:
    chance = Random(1)
    for event in (any_scoring(chance) for _ in range(4000)):
        ((points, _, why),) = POINTS.findall(describe_move(ENGLISH, NAMES, (event,)))
        assert calculate(why) == int(points) == event.points, why


def test_every_explanation_in_a_game_comes_to_its_points() -> None:
    explained = 0
    for ply in plies():
        for points, _, why in POINTS.findall(describe_move(ENGLISH, NAMES, ply.events)):
            assert calculate(why) == int(points), why
            explained += 1
    assert explained > 400


def test_everything_that_a_player_scores_is_told() -> None:
    for ply in plies():
        text = describe_move(ENGLISH, NAMES, ply.events).partition("\n")[2]
        told = Counter[str]()
        for points, name in re.findall(r"(\d+) points? for (\w+)", text):
            told[name] += int(points)
        assert (told["Anna"], told["Ben"]) == castle.points(ply.events), text


def test_nearly_every_scoring_is_explained_on_its_own() -> None:
    cut = [
        ply
        for ply in plies()
        if len(POINTS.findall(describe_move(ENGLISH, NAMES, ply.events))) != len(scorings(ply))
    ]
    assert len(cut) < 20
