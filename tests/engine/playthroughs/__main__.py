"""Play and rewrite the recorded games."""

from tests.engine.playthroughs import play_again

for path, playthrough in play_again().items():
    path.write_text(playthrough.text(), "utf-8")
