"""What the panel is used for: to play, to leave an order, or to predict what others play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PanelMode:
    """Where the buttons of a panel lead, and its texts."""

    page: str = "page"
    look: str = "try"
    do: str = "do"
    kind: str = ""
    """For an order, the kind that is supposed to be drawn; otherwise empty."""
    head: str = "panel.head"
    begun: str = "panel.begun"
    move: str = "panel.move"
    confirm: str = "button.confirm"
    orders: bool = False
    """Whether a button below the first choice leads to this person's orders."""
    hints: bool = False
    """Whether a button below the first choice asks for a hint."""
    moves: bool = True
    """Whether a move is chosen, which requires a seat, and can be stored as a draft; a prediction
    is some steps of a move."""

    @property
    def start(self) -> str:
        """The prefix of the rest of each id."""
        return f"{self.kind}." if self.kind else ""


PLAYING = PanelMode()
