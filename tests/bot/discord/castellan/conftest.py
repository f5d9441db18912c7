"""Anna, Ben and Carla, who play Castellan, and Dora, who watches them."""

import pytest

from tests.bot.discord.castellan.table import Party
from tests.bot.discord.kit.world import World


@pytest.fixture
def party(friends: World) -> Party:
    return Party("castellan", friends, friends.new_person("Dora"))
