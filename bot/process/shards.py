"""Shards of a process: which of Discord's servers it serves if several processes share them."""

from dataclasses import dataclass

# Discord divides servers by their ids from this bit on.
SHARD_FROM = 22


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the shards into which all servers are divided. What belongs to no server belongs to
    shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def are_all(self) -> bool:
        """No other process serves any shards."""
        return len(self.ids) == self.count

    def own(self, guild_id: int) -> bool:
        return (guild_id >> SHARD_FROM) % self.count in self.ids

    def __str__(self) -> str:
        word = "shard" if len(self.ids) == 1 else "shards"
        return f"{word} {', '.join(map(str, self.ids))} of {self.count}"


# The shards of a process that serves all servers.
ALL = Shards()
