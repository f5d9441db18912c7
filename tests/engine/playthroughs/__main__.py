"""Play and rewrite the recorded games."""

from tests.engine.playthroughs import played_anew

for path, playthrough in played_anew().items():
    path.write_text(playthrough.text(), "utf-8")
