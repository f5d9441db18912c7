"""The pictures that every game with tiles makes in the same way, from what `render` has for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.drawn.drawings import THEME
from bot.games.drawn.pictures import ILLUSTRATED, Art, DrawnPictures
from bot.games.moment import Events, Names
from bot.games.pictures import Drawing
from bot.games.tiles.places import alike_segments
from bot.games.tiles.turnings import turns_of
from bot.locale import Words
from engine.questions import Part
from engine.tiles.grid import Cell
from render.picture.scene import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class TileArt(Art):
    """Also has what the rules say of its tiles. The functions take the same arguments in every
    game."""

    parse_cell: Callable[[str], Cell]
    previewed: Callable[[Sequence[Part]], Any]
    """The turn that these parts make, as far as it changes the board."""
    turnings: Callable[..., Sequence[object]]
    rotations: Callable[..., Scene | None]
    sheet: Callable[..., Scene]
    final: Callable[..., Scene]
    catalogue: Callable[[], Any]
    primer: Callable[..., Scene]
    primer_alt: Callable[[Words], str]


class TilePictures(DrawnPictures):
    """Implements `bot.games.pictures.Pictures`."""

    art: TileArt

    def opening(self, words: Words, view: Any, names: Names) -> Sequence[Drawing]:
        """The cells that fit, and the rotations of the drawn tile."""
        drawings = [self.board(words, view, names, overlays=["legal"], compact=True)]
        if len(self.art.turnings(view)) > 1:
            drawings.append(self._rotations(words, view, None, None))
        return drawings

    def preview(
        self, words: Words, view: Any, names: Names, parts: Sequence[Part], events: Events
    ) -> Drawing:
        """A move, close up, with the points that are known in advance. While the follower is being
        chosen, parts of the tile that only their place tells apart are numbered."""
        turn, chosen = self.art.previewed(parts), dict(parts)
        choices: tuple[int, ...] = ()
        asked = "rotation" in chosen and "follower" not in chosen
        if view.drawn is not None and asked and view.supply[view.to_act]:
            tile = view.catalogue.turned[view.drawn][turns_of(chosen["rotation"])]
            choices = alike_segments(tile)
        alt = self.art.alt.board_alt(words, view, tuple(names), preview=turn)
        look = self.look(words, ["scored"], compact=True)
        shown = {"events": events, "preview": turn, "choices": choices}
        return self.on_the_board(alt, view, names, look, **shown)

    def side_by_side(self, words: Words, view: Any, chosen: Sequence[Part]) -> Drawing | None:
        """The rotations that fit on the chosen cell."""
        step, turned = chosen[-1]
        if step != "rotation" or view.drawn is None:
            return None
        cell = self.art.parse_cell(dict(chosen)["cell"])
        return self._rotations(words, view, cell, turns_of(turned))

    def _rotations(self, words: Words, view: Any, cell: Cell | None, chosen: int | None) -> Drawing:
        alt = self.art.alt.rotations_alt(words, view, cell)
        scene, turned = self.art.rotations, {"cell": cell, "chosen": chosen}
        return self.drawn("turnings.png", alt, scene, words, view, THEME, **turned)

    def supply(self, words: Words, view: Any, names: Names) -> Drawing:
        alt = self.art.alt.sheet_alt(words, view)
        return self.drawn("tiles.png", alt, self.art.sheet, words, view, THEME)

    def final(
        self, words: Words, view: Any, names: Names, told: Sequence[Events]
    ) -> Drawing | None:
        if view.phase != "over":
            return None
        players, events = tuple(names), [event for move in told for event in move]
        alt = self.art.alt.final_alt(words, view, players, events)
        return self.drawn("final.png", alt, self.art.final, words, view, players, events, THEME)

    def illustration(self, words: Words, topic: str) -> Drawing | None:
        if topic != ILLUSTRATED:
            return None
        alt, catalogue = self.art.primer_alt(words), self.art.catalogue()
        return self.drawn("pieces.png", alt, self.art.primer, words, catalogue, THEME)
