"""The fields in sentences: who owns each, which cities it feeds, and what it would give now."""

from collections.abc import Iterator, Sequence

from bot.games.carcassonne.moves import majority
from bot.games.carcassonne.naming import list_cells, name_feature, name_segment
from bot.games.reports import describe_award
from bot.locale import Words
from engine.carcassonne.events import Cells
from engine.carcassonne.moves import ROLES
from engine.carcassonne.view import Field, View
from render.carcassonne.board.fields import is_relevant, numbered_fields
from render.carcassonne.tiles import cell_alias
from render.subject import Names

LONGEST_NOTE = 1500


def describe_fields(words: Words, view: View, names: Names, *, empty: bool = True) -> Iterator[str]:
    """The way fields are counted in this game, and a line for each, with its number in the picture;
    those that have neither a farmer nor a city only if `empty` ones are wanted."""
    yield words(f"carcassonne.fields.counted.{view.options.farms}")
    for number, field in numbered_fields(view):
        if empty or is_relevant(field):
            yield _line(words, view, names, number, field)


def short_fields(words: Words, view: View, names: Names) -> str:
    """As many fields as there is room for next to a picture, without empty ones."""
    counted, *lines = describe_fields(words, view, names, empty=False)
    listed = [counted]
    while lines and len("\n".join([*listed, lines[0]])) <= LONGEST_NOTE:
        listed.append(lines.pop(0))
    if lines:
        listed.append(words("carcassonne.fields.more", count=len(lines)))
    return "\n".join(listed)


def _line(words: Words, view: View, names: Names, number: int, field: Field) -> str:
    if field.owners:
        owners = words.join([names[seat] for seat in field.owners])
        why = majority(words, names, ROLES["field"], field.counts)
        key = "carcassonne.fields.owned"
        count = len(field.owners)
        parts = [words(key, count=count, names=owners, why=why)]
    else:
        parts = [words("carcassonne.fields.nobody")]
    parts += [
        _describe_cities(words, "carcassonne.fields.feeds", field.feeds),
        _describe_cities(words, "carcassonne.fields.incomplete", field.incomplete),
    ]
    shares = [  # if the game ended now
        describe_award(words, names, (seat,), points)
        for seat, points in enumerate(field.gives)
        if points
    ]
    if shares:
        parts.append(words("carcassonne.fields.gives", shares=words.join(shares)))
    elif field.owners:
        parts.append(words("carcassonne.fields.gives_nothing"))
    text = "; ".join(part for part in parts if part)
    named = _name_field(words, view, field)
    return words("carcassonne.fields.line", number=number, field=named, text=text)


def _name_field(words: Words, view: View, field: Field) -> str:
    """A field by its cells; one on a single tile also by its place there, as the tile may hold
    several."""
    if len(field.segments) > 1:
        return name_feature(words, "field", field.cells)
    [(cell, segment)] = field.segments
    laid = next(tile for tile in view.laid if tile.cell == cell)
    tile = view.catalogue.turned[laid.tile][laid.rotation]
    part = name_segment(words, tile, segment)
    return words("carcassonne.fields.on_one_tile", field=part, cell=cell_alias(cell))


def _describe_cities(words: Words, key: str, cities: Sequence[Cells]) -> str:
    if not cities:
        return ""
    named = [list_cells(words, city) for city in cities]
    listed = named[0] if len(named) == 1 else words.join([f"({city})" for city in named])
    return words(key, count=len(cities), cities=listed)
