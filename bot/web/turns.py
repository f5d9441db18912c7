"""What the page of a seat is about: choosing a move, looking at orders, giving one, or waiting."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from aiohttp import web

from bot.games.face import AnyFace
from bot.locale import Words
from bot.match.actions import Draft
from bot.match.errors import Refused, StaleMove, Why
from bot.presentation.boards import board_drawing, position_key
from bot.presentation.names import player_name
from bot.table.choosing import ChoiceProgress, OwnOrders, Questions
from bot.table.positions import Position
from bot.table.seat_pages import SeatSession
from bot.table.table import Table
from bot.web.asking import Asked, Asking
from bot.web.preparing import ask_for_kind
from render.picture.scene import ThemeName

# In characters, more than the name of any kind has.
LONGEST_KIND = 40
# What its player is at the page for besides the present move: their `orders`, or an `order` for a
# kind; as in its address.
Errand = Mapping[str, str]
PRESENT: Errand = {}
ORDERS: Errand = {"orders": "yes"}


@dataclass(frozen=True, slots=True)
class Turn:
    """The present of a game, as its player sees it: to choose in, or to wait, or to look at their
    orders."""

    position: Position
    words: Words
    face: AnyFace
    names: tuple[str, ...]
    choosing: ChoiceProgress | None = None
    """None while others are to move."""
    revision: int = 0
    """That of the draft."""
    orders: OwnOrders | None = None
    """Those to show."""
    errand: Errand = field(default_factory=dict)
    refused: Refused | None = None
    """Why this is not the order that was asked for."""

    def asked(self, number: int, theme: ThemeName = "dark") -> Asked:
        """Ask for what is to be chosen, or show the position."""
        face = in_theme(self.face, theme)
        if self.orders is not None:
            return ask_for_kind(self.words, face, self.names, self.orders)
        if self.choosing is not None:
            return Asking(self.words, face, self.choosing, self.names, number).ask()
        drawing = board_drawing(self.words, face.pictures, self.position)
        return Asked([], [drawing], position_key(self.words, self.position, "post"))


@dataclass(frozen=True, slots=True)
class Turns:
    """Reads what the pages of seats are about."""

    table: Table
    faces: Mapping[str, AnyFace]

    async def read(self, session: SeatSession, words: Words, errand: Errand) -> Turn:
        """Read the present, or what else the player is there for if that is still possible."""
        refused = None
        try:
            if "orders" in errand:
                return await self._orders(session, words)
            if "order" in errand:
                return await self._order(session, words, errand["order"])
        except StaleMove:
            pass  # the present shows what happened
        except Refused as error:
            refused = error if error.why in (Why.NOT_TO_COME, Why.FITS_NOWHERE) else None
        if refused is not None:
            with suppress(Refused):
                return replace(await self._orders(session, words), refused=refused)
        face = self.faces[session.game.kind]
        game_id = session.game.id
        user_id = session.user_id
        try:
            questions = await self.table.drafts.questions(game_id, user_id, with_draft=True)
        except Refused:
            position = await self.table.games.position(game_id, user_id)
            return Turn(position, words, face, names_in(words, position))
        return self._choosing(words, questions, PRESENT)

    async def _orders(self, session: SeatSession, words: Words) -> Turn:
        """Read the orders of a player who waits. Refused to others."""
        own_orders = await self.table.orders.of(session.game.id, session.user_id)
        position = own_orders.position
        if position.seat == position.game.to_act:
            raise Refused(Why.YOUR_TURN)
        if not own_orders.kinds and not own_orders.orders:
            raise Refused(Why.NOT_TO_COME)
        face = self.faces[session.game.kind]
        names = names_in(words, position)
        return Turn(position, words, face, names, orders=own_orders, errand=ORDERS)

    async def _order(self, session: SeatSession, words: Words, kind: str) -> Turn:
        """Read what a player who waits has chosen for an order. Raises Refused and StaleMove."""
        game = session.game
        questions = await self.table.orders.suppose(
            game.id, session.user_id, game.ply, game.branch, kind, with_draft=True
        )
        return self._choosing(words, questions, {"order": kind})

    def _choosing(self, words: Words, questions: Questions, errand: Errand) -> Turn:
        position = questions.position
        draft = questions.draft or Draft()
        choosing = questions.after(questions.parts_begun)
        face = self.faces[position.game.kind]
        names = names_in(words, position)
        return Turn(position, words, face, names, choosing, draft.revision, errand=errand)


def errand_in(request: web.Request) -> Errand:
    kind = request.query.get("order", "")[:LONGEST_KIND]
    if kind:
        return {"order": kind}
    return ORDERS if "orders" in request.query else PRESENT


def in_theme(face: AnyFace, theme: ThemeName) -> AnyFace:
    return replace(face, pictures=replace(face.pictures, theme=theme))


def names_in(words: Words, position: Position) -> tuple[str, ...]:
    return tuple(player_name(words, seat) for seat in position.game.seats)
