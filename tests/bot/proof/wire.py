"""A way to a server that can be cut in the middle of a commit."""

import asyncio
from asyncio import StreamReader, StreamWriter, Task
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

HERE = "127.0.0.1"
CHUNK = 65_536


class Wire:
    """Passes on what a client and a server say to each other, until one of its words cuts it."""

    def __init__(self, port: int) -> None:
        self.port = 0
        """Where the client connects to."""
        self._server_port = port
        self._word: bytes | None = None
        self._arrives = False
        self._stays_cut = True
        self._cut = False
        self._ends: set[StreamWriter] = set()
        self._connections: list[Task[None]] = []

    def cut_at(self, word: bytes, *, arrives: bool, stays_cut: bool = True) -> None:
        """Cut all connections when a client says this, before the server hears it or, if it
        arrives, before the client gets the answer."""
        self._word = word
        self._arrives = arrives
        self._stays_cut = stays_cut

    def mend(self) -> None:
        self._cut = False

    def join(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._connections.append(asyncio.create_task(self._connect(reader, writer)))

    async def end(self) -> None:
        """Returns when nothing is open any more."""
        self._cut_all()
        await asyncio.gather(*self._connections)

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        answers, server = await asyncio.open_connection(HERE, self._server_port)
        self._ends |= {writer, server}
        await asyncio.gather(self._ask(reader, server), self._answer(answers, writer))
        self._ends -= {writer, server}

    async def _ask(self, reader: StreamReader, server: StreamWriter) -> None:
        with suppress(ConnectionError):
            while said := await reader.read(CHUNK):
                if self._word is not None and self._word in said and not self._arrives:
                    self._cut_all()
                    return
                server.write(said)
                if self._word is not None and self._word in said:
                    self._word = b""  # the next answer is the one that gets lost
        server.close()

    async def _answer(self, answers: StreamReader, writer: StreamWriter) -> None:
        with suppress(ConnectionError):
            while said := await answers.read(CHUNK):
                if self._word == b"":
                    self._cut_all()
                    return
                writer.write(said)
        writer.close()

    def _cut_all(self) -> None:
        self._word = None
        self._cut = self._stays_cut
        for end in self._ends:
            end.transport.abort()


@asynccontextmanager
async def wire_to(port: int) -> AsyncIterator[Wire]:
    wire = Wire(port)
    listening = await asyncio.start_server(wire.join, HERE, 0)
    wire.port = listening.sockets[0].getsockname()[1]
    try:
        yield wire
    finally:
        listening.close()
        await wire.end()
        await listening.wait_closed()
