"""Play and write the recorded games anew."""

from tests.engine.playthroughs import played_anew

for path, playthrough in played_anew().items():
    path.write_text(playthrough.text(), "utf-8")
