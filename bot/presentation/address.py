"""Public address of the web pages, as people reach them."""

from dataclasses import dataclass
from urllib.parse import urlsplit

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class PublicAddress:
    origin: str
    """Such as https://games.example.org, without a slash at its end."""

    @classmethod
    def parse(cls, url: str) -> "PublicAddress":
        """Raises ValueError."""
        parts = urlsplit(url.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise ValueError(url)
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError(url)
        if parts.scheme == "http" and parts.hostname not in LOOPBACK_NAMES:
            raise ValueError(url)
        return cls(f"{parts.scheme}://{parts.netloc}".casefold())

    @property
    def host(self) -> str:
        """Name, and port if it is given, as browsers send it."""
        return urlsplit(self.origin).netloc

    @property
    def is_secure(self) -> bool:
        return self.origin.startswith("https://")

    def of_link(self, token: str) -> str:
        """Address at which somebody can begin to play."""
        return f"{self.origin}/play/link/{token}"

    def of_game(self, key: str) -> str:
        return f"{self.origin}/g/{key}"

    def of_season(self, key: str) -> str:
        return f"{self.origin}/s/{key}"
