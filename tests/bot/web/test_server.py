"""What the server of the web pages refuses, and how it answers."""

import logging
from ipaddress import ip_network

import pytest
from aiohttp.test_utils import make_mocked_request

from bot.presentation.address import PublicAddress
from bot.process.allowance import Allowance
from bot.web.server import PortNotFree, listen
from tests.bot.web.conftest import Pages


async def test_every_answer_is_guarded(pages: Pages) -> None:
    _, path = await pages.start(moves=1)
    for part in (path, f"{path}/log", f"{path}/board.png", "/g/none", "/", f"{path}/record.json"):
        headers = (await pages.get(part)).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in headers


async def test_a_page_loads_nothing_from_elsewhere(pages: Pages) -> None:
    _, path = await pages.start(moves=1)
    html = await pages.text(path)
    origin = pages.site.address.origin
    assert "https://" not in html.replace(origin, "")
    assert "<style" not in html
    assert "onclick" not in html


@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1", "localhost:1", ""])
async def test_another_name_is_refused(pages: Pages, name: str) -> None:
    _, path = await pages.start()
    assert (await pages.get(path, {"Host": name})).status == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
async def test_nothing_can_be_sent(pages: Pages, method: str) -> None:
    _, path = await pages.start()
    url = f"{pages.site.address.origin}{path}"
    async with pages.session.request(method, url, data=b"x" * 100_000) as answer:
        assert answer.status == 405


async def test_too_many_requests_have_to_wait(pages: Pages) -> None:
    _, path = await pages.start()
    pages.site.allowance = Allowance(at_once=3, now=lambda: 0.0)
    statuses = [(await pages.get(path)).status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert (await pages.get(path)).headers["Retry-After"] == "1"


async def test_a_failure_tells_nothing_and_logs_no_address(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, path = await pages.start(moves=1)
    caplog.set_level(logging.DEBUG)
    assert (await pages.get(path)).status == 200

    async def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(pages.site.watching, "moment", fail)
    answer = await pages.get(path)
    assert answer.status == 500
    assert "secret" not in await answer.text()
    ours = [record for record in caplog.records if record.name.startswith(("bot", "aiohttp"))]
    assert ours
    assert path.removeprefix("/g/") not in "\n".join(record.getMessage() for record in ours)


@pytest.mark.parametrize(
    ("remote", "forwarded", "address"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.7, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "nonsense", "nonsense"),
        ("10.0.0.1", "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
    ],
)
async def test_only_proxies_are_believed(
    pages: Pages, remote: str, forwarded: str, address: str
) -> None:
    pages.site.proxies = [ip_network("10.0.0.0/8")]
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = make_mocked_request("GET", "/", headers).clone(remote=remote)
    assert pages.site.address_of(request) == address


@pytest.mark.parametrize(
    "url",
    [
        "games.example.org",
        "http://games.example.org",
        "https://games.example.org/path",
        "https://user@games.example.org",
        "ftp://games.example.org",
        "https://games.example.org?x=1",
    ],
)
def test_a_public_address_is_a_name_alone(url: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        PublicAddress.parse(url)


def test_a_public_address_is_secure_or_on_this_machine() -> None:
    assert PublicAddress.parse("https://Games.example.org/").host == "games.example.org"
    assert PublicAddress.parse("http://localhost:8766").of_game("k") == "http://localhost:8766/g/k"


def test_a_port_that_is_taken_is_named() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(PortNotFree, match="WEB_PORT"):
        listen("127.0.0.1", taken.getsockname()[1])
