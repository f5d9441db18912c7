"""Make every golden picture anew."""

from tests.render.goldens import make_anew

make_anew()
