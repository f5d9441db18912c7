"""Anna, Ben and Carla, who play Carcassonne, and Dora, who watches them."""

import pytest

from tests.bot.discord.carcassonne.table import Party
from tests.bot.discord.kit.world import World


@pytest.fixture
def party(friends: World) -> Party:
    return Party("carcassonne", friends, friends.new_person("Dora"))
