"""Overlays of a game's boards by name: how each is drawn, and when it would show nothing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Generic, NamedTuple, ParamSpec, TypeVar

from render.board.scene import BoardLook
from render.locale import Words
from render.picture.scene import Layers, stack

OverlayName = TypeVar("OverlayName", bound=StrEnum)
V = TypeVar("V")
E = TypeVar("E")
P = ParamSpec("P")


# The texts that explain an overlay by name, and whether each explains something on the board.
Legend = Mapping[str, bool]


class OverlayLooks(NamedTuple, Generic[V, E, P]):
    draw: Callable[P, Layers]
    """The items below the pieces, and those above them."""
    shows_nothing: Callable[[V, Sequence[E]], bool]
    """Whether it would add nothing to the board of a view after these events. Found without drawing
    any of it, since alt texts are made where nothing can wait for shapes."""
    legend: Callable[[V, Sequence[E]], Legend] | None = None
    """The texts that explain it; by default one, with the name of the overlay."""


class Overlays(Generic[V, E, P]):
    def __init__(self, game: str, looks: Mapping[OverlayName, OverlayLooks[V, E, P]]) -> None:
        self._game = game
        self._looks = {str(name): look for name, look in looks.items()}

    def layers(self, chosen: Collection[str], *args: P.args, **kwargs: P.kwargs) -> Layers:
        return stack(
            look.draw(*args, **kwargs) for name, look in self._looks.items() if name in chosen
        )

    def adds_nothing(self, view: V, events: Sequence[E], overlay: str) -> bool:
        return self._looks[overlay].shows_nothing(view, events)

    def note(self, words: Words, view: V, events: Sequence[E], overlay: str) -> str:
        """Explain an overlay, or say that it has nothing to show on this board."""
        if self.adds_nothing(view, events, overlay):
            return words(f"{self._game}.alt.nothing.{overlay}")
        return self._legend(words, view, events, overlay) + "."

    def legend(self, look: BoardLook[StrEnum], view: V, events: Sequence[E]) -> list[str]:
        """Explain each of these overlays that shows something in a line."""
        return [
            self._legend(look.words, view, events, name)
            for name in self._looks
            if name in look.overlays and not self.adds_nothing(view, events, name)
        ]

    def _legend(self, words: Words, view: V, events: Sequence[E], overlay: str) -> str:
        legend = self._looks[overlay].legend
        parts = {overlay: True} if legend is None else legend(view, events)
        return "; ".join(
            words(f"{self._game}.legend.{name}") for name, is_shown in parts.items() if is_shown
        )
