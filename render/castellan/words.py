"""Places, pieces, cards and the plan in words."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.castellan.cards import DECKS, Card
from engine.castellan.moves import Turn, place_text, point_text
from engine.castellan.pieces import Piece, Pieces, Point
from engine.castellan.plan import Plan
from engine.castellan.view import View
from render.board.aliases import alias, notation, row_alias
from render.locale import Words, plain
from render.tables.alt_text import list_first_cells


def point_alias(point: Point) -> str:
    return alias(point_text(point))


def place_alias(piece: Piece) -> str:
    """Name the place of a piece, as people read it: `M50`, `M50E`."""
    return alias(place_text(piece))


@lru_cache(maxsize=4096)
def describe_piece(words: Words, piece: Piece) -> str:
    """`short wall M50E`. Cached, as a panel spells out every turn that one may go back to."""
    return f"{words(f'castellan.name.{piece.kind}')} {place_alias(piece)}"


def spell_turn(words: Words, turn: Turn) -> str:
    """`T1 W3: tower M50, short wall M50E; double keep M50; draws wall, tower`."""
    cards_and_pieces = (
        f"{' '.join(turn.cards)}: {', '.join(describe_piece(words, piece) for piece in turn.build)}"
    )
    parts = [cards_and_pieces.rstrip()]
    if turn.double is not None:
        parts.append(words("castellan.line.double", cell=point_alias(turn.double)))
    if turn.draw:
        decks = ", ".join(words(f"castellan.line.deck.{deck}") for deck in turn.draw)
        parts.append(words("castellan.line.draw", decks=decks))
    return "; ".join(parts)


def in_notation(text: str) -> str:
    """Write each place of a typed turn in notation. Only what follows the cards can be one: a card
    is named like a place."""
    cards, colon, rest = text.partition(":")
    return f"{cards}{colon}{notation(rest)}"


def count_courtyards(plan: Plan, seat: int) -> int:
    """Count the courtyards of a seat: one with a double keep is one."""
    return sum(courtyard.seat == seat for courtyard in plan.courtyards)


def describe_pieces(words: Words, pieces: Pieces) -> str:
    """`2 towers and 1 long wall`."""
    return words.join(_parts(words, pieces))


def describe_card(words: Words, card: Card) -> str:
    """List the pieces on a card: `2 towers and 1 extra card`."""
    extra = [words("castellan.extra_cards", count=card.extra)] if card.extra else []
    return words.join([*_parts(words, card.pieces), *extra])


def describe_decks(words: Words, counts: Sequence[int]) -> str:
    """Count the cards of each deck: `2 wall cards and 1 tower card`."""
    pairs = zip(DECKS, counts, strict=True)
    decks = [words(f"castellan.deck.{deck}", count=count) for deck, count in pairs if count]
    return words.join(decks) or words("castellan.no_cards")


def list_points(words: Words, points: Sequence[Point]) -> str:
    """Name the place of something; if it has many points, the first ones and how many more."""
    return list_first_cells(words, [point_alias(point) for point in points])


def _parts(words: Words, pieces: Pieces) -> list[str]:
    return [words(f"castellan.piece.{kind}", count=pieces.of(kind)) for kind in pieces.kinds]


def describe_plan(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Describe the plan in sentences, for a screen reader: every tower with its walls and where
    they lead, row by row, then open wall ends and courtyards. The names must be fit to be shown."""
    plan = view.plan
    if plan.is_empty:
        return [words("castellan.position.empty")]
    words = plain(words)
    lines = [*_towers(words, plan)]
    if plan.open_ends:
        points = list_points(words, sorted(plan.open_ends))
        lines.append(words("castellan.plan.open_ends", points=points))
    return lines + [
        words(
            "castellan.plan.courtyard",
            cell=point_alias(courtyard.name),
            name=names[courtyard.seat],
            cells=words("castellan.cells", count=len(courtyard.cells)),
            worth=describe_worth(words, plan.towers_of(courtyard), plan.worth(courtyard)),
        )
        for courtyard in plan.courtyards
    ]


def describe_worth(words: Words, towers: int, points: int) -> str:
    """`**14 points** (7 towers, double keep)`."""
    tower_text = words("castellan.piece.tower", count=towers)
    if towers != points:
        tower_text = words("castellan.courtyard.doubled", towers=tower_text)
    point_text = words("words.points", count=points)
    return words("castellan.courtyard.worth", points=point_text, towers=tower_text)


def _towers(words: Words, plan: Plan) -> Iterator[str]:
    yield words("castellan.plan.rows")
    for y in sorted({y for _, y in plan.towers}, reverse=True):
        yield ""
        yield words("castellan.plan.row", row=row_alias(y))
        for at in sorted(at for at in plan.towers if at[1] == y):
            joining_walls = sorted(wall for wall in plan.walls if at in (wall.at, wall.to))
            walls = [_wall(words, plan, wall, at) for wall in joining_walls]
            key = "tower" if walls else "tower_alone"
            wall_texts = "; ".join(walls)
            yield words(f"castellan.plan.{key}", at=point_alias(at), walls=wall_texts)
    yield ""
    for wall in sorted(plan.walls):
        if wall.at not in plan.towers and wall.to not in plan.towers:
            kind = words(f"castellan.name.{wall.kind}")
            at = wall.at
            to = wall.to
            yield words("castellan.plan.alone", wall=kind, at=point_alias(at), to=point_alias(to))


def _wall(words: Words, plan: Plan, wall: Piece, at: Point) -> str:
    """Describe a wall, and what it leads to from a tower: `long wall north to the tower on 0,2`."""
    end = wall.to if wall.at == at else wall.at
    heading = {("E", True): "E", ("E", False): "W", ("N", True): "N", ("N", False): "S"}
    return words(
        f"castellan.plan.{'joins' if end in plan.towers else 'open'}",
        wall=words(f"castellan.name.{wall.kind}"),
        direction=words(f"castellan.direction.{heading[wall.heading, wall.at == at]}"),
        end=point_alias(end),
    )
