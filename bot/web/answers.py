"""What answers of the server have in common: what keeps pages safe, and how pictures are sent."""

from datetime import UTC, datetime

from aiohttp import web

from bot.presentation.studio import Studio
from bot.process.clock import SECOND, Millis
from bot.web.watching import Picture

# In seconds. What has a version in its address never changes.
FOR_EVER = 31_536_000
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGE_HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Accept-Language"}
STREAM_HEADERS = {
    **SECURITY_HEADERS,
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    # Asks nginx not to hold anything back.
    "X-Accel-Buffering": "no",
}


async def send_picture(
    request: web.Request, studio: Studio, picture: Picture, person: int
) -> web.Response:
    """Send a picture, which a browser keeps for good if the address names its version."""
    headers = {"ETag": f'"{picture.version}"', "Cache-Control": "private, no-cache"}
    if request.query.get("v") == picture.version:
        headers["Cache-Control"] = f"private, max-age={FOR_EVER}, immutable"
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return web.Response(status=304, headers=headers)
    png = await studio.paint(picture.drawing, picture.key, person)
    return web.Response(body=png, content_type="image/png", headers=headers)


def iso(moment: Millis | None) -> str:
    if moment is None:
        return ""
    return datetime.fromtimestamp(moment / SECOND, UTC).isoformat(timespec="seconds")
