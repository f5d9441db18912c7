"""A poster that sends over a real connection."""

from discord.http import HTTPClient, Route

from bot.discord.post_errors import translate_errors
from bot.match.messages import ChannelPost
from bot.table.boards import ShownBoard
from tests.bot.kit import FakePoster


class OverTheWire(FakePoster):
    """Posts with discord.py's own client."""

    def __init__(self, http: HTTPClient) -> None:
        super().__init__()
        self._http = http

    async def post(
        self,
        channel_id: int,
        message: ChannelPost,
        nonce: str,
        board: ShownBoard | None = None,
    ) -> int:
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
        async with translate_errors():
            return int((await self._http.request(route, json={"nonce": nonce}))["id"])
