"""Make every golden picture anew."""

from tests.render.castle.goldens import GOLDENS

GOLDENS.make_anew()
