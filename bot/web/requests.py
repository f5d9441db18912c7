"""What a request asks for, and where it comes from."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

from aiohttp import web

from bot.locale import ENGLISH, Words, languages, words_of
from render.picture.scene import ThemeName

Network = IPv4Network | IPv6Network


def address_of(request: web.Request, proxies: Sequence[Network]) -> str:
    """Find out where a request comes from, by the word of the proxies that are trusted. The many
    addresses of one IPv6 connection count as one."""
    address = request.remote or ""
    for hop in (address, *_forwarded_for(request)):
        address = hop
        if not _is_among(proxies, hop):
            break
    return _network_of(address)


def _is_among(proxies: Sequence[Network], address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in proxies)


def _forwarded_for(request: web.Request) -> Sequence[str]:
    """List the addresses that proxies have passed on, the last of them first."""
    listed = ",".join(request.headers.getall("X-Forwarded-For", ()))
    return [hop.strip() for hop in reversed(listed.split(",")) if hop.strip()]


def _network_of(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Network((parsed, 64), strict=False))
    return str(parsed)


def words_for(request: web.Request) -> Words:
    """Choose the language that the reader's browser prefers, or that an address names."""
    named = request.query.get("lang")
    if named in languages():
        return words_of(named)
    preferred = []
    for part in request.headers.get("Accept-Language", "")[:200].split(","):
        language, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            weight = 0.0
        preferred.append((-weight, language[:2].lower()))
    known = [language for _, language in sorted(preferred) if language in languages()]
    return words_of(known[0] if known else ENGLISH)


def named_language(request: web.Request) -> str:
    """Keep the language that an address names in the addresses that it leads to."""
    named = request.query.get("lang")
    return f"&lang={named}" if named in languages() else ""


def number_in(request: web.Request, name: str) -> int | None:
    text = request.query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def wanted_ply(request: web.Request) -> int | None:
    return number_in(request, "move")


def wanted_theme(request: web.Request) -> ThemeName:
    return "light" if request.query.get("theme") == "light" else "dark"
