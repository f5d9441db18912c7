"""Make every golden picture anew."""

from tests.render.carcassonne.goldens import GOLDENS

GOLDENS.make_anew()
