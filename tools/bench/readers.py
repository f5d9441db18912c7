"""Spectators of a game's page, in a process of their own: `python -m tools.bench.readers ADDRESS
COUNT`. Each follows the game as an open page does. `ready` is printed when all have begun, and for
each line of input, how long they have waited for what they asked since the last one."""

import asyncio
import json
import sys
from time import perf_counter

from aiohttp import ClientSession, ClientTimeout, TCPConnector

# Connections are opened a few at a time, as people arrive.
TOGETHER = 20


async def main(address: str, count: int) -> None:
    times: list[float] = []
    ready = asyncio.Semaphore(0)
    arriving = asyncio.Semaphore(TOGETHER)
    connector = TCPConnector(limit=0)
    timeout = ClientTimeout(total=None)
    async with ClientSession(connector=connector, timeout=timeout) as session:
        readers = [
            asyncio.create_task(_read(session, address, number, (arriving, ready), times))
            for number in range(count)
        ]
        for _ in readers:
            await ready.acquire()
        print("ready", flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(times), flush=True)
            times.clear()
        for reader in readers:
            reader.cancel()


async def _read(
    session: ClientSession,
    address: str,
    number: int,
    gates: tuple[asyncio.Semaphore, asyncio.Semaphore],
    times: list[float],
) -> None:
    """Listen to the game, and ask for the new position, the new entries of the log and the new
    picture whenever there is any."""
    arriving, ready = gates
    origin = "/".join(address.split("/")[:3])
    headers = {"X-Forwarded-For": f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"}
    async with arriving:
        events = await session.get(f"{address}/events", headers=headers)
        events.raise_for_status()
    ready.release()
    async with events:
        async for line in events.content:
            if not line.startswith(b"data:"):
                continue
            ply = json.loads(line.removeprefix(b"data:"))["ply"]
            asked = perf_counter()
            async with session.get(f"{address}/position", headers=headers) as answer:
                position = await answer.json()
            async with session.get(
                f"{address}/log", params={"after": max(0, ply - 1)}, headers=headers
            ) as answer:
                await answer.read()
            picture = position["boards"]["dark"]
            async with session.get(f"{origin}{picture}", headers=headers) as answer:
                await answer.read()
            times.append(perf_counter() - asked)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
