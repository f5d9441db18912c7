"""Why a move is refused, for each reason of the engine, and what would be legal if it is known."""

from collections.abc import Mapping, Sequence

from bot.games.moment import Names
from bot.games.wording.refusing import Facts, InWords, Refusals, whose_turn
from bot.locale import Words
from engine.castle.moves import LONGEST, ROLES, Reason, Spot, spot_name
from engine.tiles.tile import PORT_NAMES
from render.castle.tile_words import tile_named

PORTS = ", ".join(PORT_NAMES)


def _lying(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"cell": facts["cell"], "tile": tile_named(words, facts["tile"])}


def _side(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {
        "cell": facts["cell"],
        "side": words(f"castle.direction.{facts['side']}"),
        "kinds": words.listed([words(f"castle.kind.{kind}") for kind in facts["kinds"]]),
    }


def _ports(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"port": facts["port"], "ports": words.listed(facts["ports"])}


def _role(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {
        "role": words(f"castle.role.{facts['role']}"),
        "kind": words(f"castle.kind.{facts['kind']}"),
        "expected": words(f"castle.role.{facts['expected']}"),
    }


def _taken(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    kind = facts["kind"]
    owners = [words("castle.told.name", name=names[seat]) for seat in facts["seats"]]
    return {
        "kind": words(f"castle.kind.{kind}"),
        "role": words(f"castle.role.{ROLES[kind]}"),
        "names": words.listed(owners),
    }


def _held(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    return {"count": facts["held"], "kind": facts["kind"], "played": facts["played"]}


def _targets(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    kind = facts["kind"]
    moves = [f"`{kind}@{spot_name(Spot(*spot))}`" for spot in facts["targets"]]
    return {"kind": kind, "moves": words.listed(moves)}


def _order(words: Words, names: Names, facts: Facts) -> dict[str, object]:
    spots: Sequence[Spot] = (*facts["own"], *facts["theirs"])
    order = ">".join(spot_name(Spot(*spot)) for spot in spots)
    return {"order": f"`order {order}`"}


IN_WORDS: Mapping[str, InWords] = {
    Reason.NOT_YOUR_TURN: whose_turn,
    Reason.OCCUPIED: _lying,
    Reason.PATH_MEETS: _side,
    Reason.PATH_MISSING: _side,
    Reason.NO_SUCH_SEGMENT: _ports,
    Reason.WRONG_ROLE: _role,
    Reason.FEATURE_TAKEN: _taken,
    Reason.WALL_TILE_NOT_HELD: _held,
    Reason.WALL_TILE_WRONG_TARGET: _targets,
    Reason.ORDER_NEEDED: _order,
    Reason.WRONG_ORDER: _order,
}

_REFUSALS = Refusals("castle", IN_WORDS, {"ports": PORTS, "count": LONGEST})
refusal = _REFUSALS.refusal
syntax_refusal = _REFUSALS.syntax_refusal
