"""Where everybody's points come from, in words."""

from bot.games.carcassonne import CARCASSONNE_FACE
from render.carcassonne.tables import points_table
from tests.bot.games.carcassonne.kit import games
from tests.bot.games.kit import ENGLISH

describe_scores = CARCASSONNE_FACE.texts.describe_scores


def test_points_by_source_match_the_final_scoring_picture() -> None:
    for game in games():
        names = game[-1].names
        moves = [ply.events for ply in game]
        table = points_table([event for move in moves for event in move], len(names))
        for seat, line in enumerate(describe_scores(ENGLISH, names, moves).splitlines()):
            points = {what: shares[seat].points for what, shares in table.items()}
            parts = {
                ENGLISH(f"carcassonne.picture.points_for.{what}").lower() + f" {given}"
                for what, given in points.items()
                if given
            }
            assert set(line.split("(")[1].rstrip(")").split(", ")) == parts
            assert f": {sum(points.values())} points (" in line
