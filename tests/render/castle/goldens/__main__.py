"""Make every golden picture anew."""

from tests.render.castle.goldens import make_anew

make_anew()
