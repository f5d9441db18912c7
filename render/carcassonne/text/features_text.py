"""Features and fields in words: who owns each, what it lacks, and what it would give."""

from collections.abc import Iterator, Sequence

from engine.carcassonne.events import Cells, FarmersScored
from engine.carcassonne.moves import cell_name
from engine.carcassonne.view import Field, View
from render.carcassonne.board.fields import matters, numbered_fields
from render.carcassonne.board.overlays import (
    last_cell,
    missing_cells,
    occupied_features,
    points_complete,
    unfinished_features,
)
from render.locale import Words
from render.pictures import Names
from render.tables.telling import described_cells


def features_led(words: Words, view: View, names: Names) -> Iterator[str]:
    """Every city, road and cloister with followers: how many of each player, and what its label
    says."""
    for feature in occupied_features(view):
        yield words(
            "carcassonne.alt.lead",
            kind=words(f"carcassonne.kind.{feature.kind}"),
            cell=cell_name(feature.cells[0]),
            followers=counts_told(words, names, feature.counts),
            points=feature.gives,
            open=words("carcassonne.picture.open", count=len(missing_cells(view, feature))),
            complete=points_complete(view, feature),
        )


def features_open(words: Words, view: View) -> Iterator[str]:
    """Every feature that can be completed, and the cells it needs. If there is only one, also how
    many of the tiles left would complete it there."""
    for feature in unfinished_features(view):
        kind, cell = words(f"carcassonne.kind.{feature.kind}"), cell_name(feature.cells[0])
        missing = sorted(missing_cells(view, feature))
        cells = described_cells(words, [cell_name(one) for one in missing])
        told = words("carcassonne.alt.gap", kind=kind, cell=cell, cells=cells)
        if last_cell(view, feature) is not None:
            told = f"{told} ({_closing(words, feature.closing)})"
        yield told


def _closing(words: Words, count: int) -> str:
    return (
        words("carcassonne.alt.closing", count=count) if count else words("carcassonne.alt.stuck")
    )


def fields_told(words: Words, view: View, names: Names) -> Iterator[str]:
    """Every field that has farmers or touches a city, by its number in the picture: who owns it,
    how many cities it feeds and how many are not complete yet, and what it would give now."""
    for number, field in numbered_fields(view):
        if not matters(field):
            continue
        owners = words.listed([names[seat] for seat in field.owners])
        yield words(
            "carcassonne.alt.field" if owners else "carcassonne.alt.free_field",
            number=number,
            cell=cell_name(field.cells[0]),
            owners=owners,
            cities=_touched(words, field),
            gives=_gives(words, names, field),
        )


def _touched(words: Words, field: Field) -> str:
    told = []
    if field.feeds:
        told.append(words("carcassonne.alt.fed", count=len(field.feeds)))
    if field.incomplete:
        told.append(words("carcassonne.alt.unfed", count=len(field.incomplete)))
    return ", ".join(told) or words("carcassonne.alt.no_city")


def _gives(words: Words, names: Names, field: Field) -> str:
    shares = [f"{names[seat]} {points}" for seat, points in enumerate(field.gives) if points]
    return words.listed(shares) or words("carcassonne.alt.no_points")


def farm_told(words: Words, view: View, names: Names, number: int, farm: FarmersScored) -> str:
    """Everybody's farmers at a city, or in a field, and who got its points, after its number in the
    picture."""
    if view.options.farms == "by_city":
        what = words("carcassonne.picture.city_of", count=len(farm.cities[0]))
        at = _at(farm.cities[0])
    else:
        what = words("carcassonne.alt.served", count=len(farm.cities))
        at = _at(farm.fields[0])
    return words(
        "carcassonne.alt.farm",
        number=number,
        what=what,
        cell=at,
        followers=counts_told(words, names, farm.followers),
        name=words.listed([names[seat] for seat in farm.seats]),
        points=words("words.points", count=farm.points),
    )


def _at(cells: Cells) -> str:
    return cell_name(cells[0])


def counts_told(words: Words, names: Names, counts: Sequence[int]) -> str:
    """`Anna 2 and Ben 1`."""
    pairs = zip(names, counts, strict=True)
    return words.listed([f"{name} {count}" for name, count in pairs if count])
