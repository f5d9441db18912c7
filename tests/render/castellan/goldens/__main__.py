"""Make every golden picture anew."""

from tests.render.castellan.goldens import GOLDENS

GOLDENS.make_anew()
