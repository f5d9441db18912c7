"""Which servers belong to which shard."""

from types import SimpleNamespace

import discord
import pytest

from bot.process.shards import ALL, Shards


@pytest.mark.parametrize("count", [1, 2, 3, 16])
def test_servers_map_to_the_same_shard_as_in_discord_py(count: int) -> None:
    for server in (197038439483310086, (1 << 63) - 1):
        taken_for = discord.Guild.shard_id.fget  # type: ignore[attr-defined]
        guild = SimpleNamespace(id=server, _state=SimpleNamespace(shard_count=count))
        owning = [shard for shard in range(count) if Shards(count, (shard,)).own(server)]
        assert owning == [taken_for(guild)]


def test_each_server_is_of_one_shard() -> None:
    shards = [Shards(3, (0, 2)), Shards(3, (1,))]
    servers = [number << 22 | 1234567 for number in range(100)]
    owned = [sum(some.own(server) for some in shards) for server in servers]
    assert owned == [1] * 100
    assert [server for server in servers if shards[1].own(server)] == servers[1::3]


def test_what_belongs_to_no_server_is_of_shard_0() -> None:
    assert Shards(3, (0,)).own(0)
    assert not Shards(3, (1, 2)).own(0)


def test_a_process_by_itself_owns_everything() -> None:
    assert ALL.are_all
    assert ALL.own(197038439483310086)
    assert Shards(2, (0, 1)).are_all
    assert not Shards(2, (0,)).are_all


def test_shards_are_named_as_a_host_reads_them() -> None:
    assert [str(Shards(3, ids)) for ids in ((1,), (0, 2))] == ["shard 1 of 3", "shards 0, 2 of 3"]
