"""The log: one line a record, with the ids of what it is about, and no secret in it."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord.answering.error_messages import log_incident
from bot.process import logs

SEED = "0123456789abcdef" * 4
TOKEN = "MTE2NzU0MjEzNDU2Nzg5MDEyMw.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789_-"
log = logging.getLogger("bot.test")


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Where the log goes; afterwards it is as it was."""
    names = ("", "bot", "alembic", "discord")
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    handlers = logging.getLogger().handlers[:]
    yield capsys
    logging.getLogger().handlers[:] = handlers
    for logger, level in before:
        logger.setLevel(level)
    logging.captureWarnings(capture=False)


def records_in(output: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.readouterr().err.splitlines()]


def test_a_record_is_a_line_for_people(output: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", "text", simulated=False)
    with logs.about(interaction="11", user="22"):
        log.info("something\nhappened")
    [line] = output.readouterr().err.splitlines()
    moment, rest = line.split(" ", maxsplit=1)
    assert len(moment) == len("2026-03-01T03:30:00.000Z")
    assert rest == r"INFO    bot.test: something\nhappened [interaction=11 user=22]"


def test_a_record_is_an_object_for_programs(output: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", "json", simulated=False)
    with logs.about(interaction="11"), logs.about(game=7):
        log.warning("careful, %s", "Zoë")
    [record] = records_in(output)
    del record["time"]
    assert record == {
        "level": "WARNING",
        "logger": "bot.test",
        "message": "careful, Zoë",
        "interaction": "11",
        "game": 7,
    }


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_incident_is_one_line_with_its_trace(
    output: pytest.CaptureFixture[str], form: logs.Format
) -> None:
    logs.set_up("INFO", form, simulated=False)
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        incident = log_incident(error)
    [line] = output.readouterr().err.splitlines()
    assert "Traceback (most recent call last):" in line
    assert r"ValueError: two\nlines" in line
    if form == "json":
        assert json.loads(line)["incident"] == incident
    else:
        assert line.endswith(r"ValueError: two\nlines")
        assert f"[incident={incident}]" in line


def test_what_is_found_out_later_is_logged_from_then_on(
    output: pytest.CaptureFixture[str],
) -> None:
    logs.set_up("INFO", "json", simulated=False)
    logs.add(game=1)
    with logs.about(user="22"):
        log.info("first")
        logs.add(game=7)
        log.info("second")
    log.info("third")
    records = records_in(output)
    assert [record.get("game") for record in records] == [None, 7, None]
    assert [record.get("user") for record in records] == ["22", "22", None]


async def test_tasks_side_by_side_keep_their_own_fields(
    output: pytest.CaptureFixture[str],
) -> None:
    logs.set_up("INFO", "json", simulated=False)

    async def work(user: str) -> None:
        with logs.about(user=user):
            await asyncio.sleep(0)
            log.info("done")

    await asyncio.gather(*map(work, "123"))
    assert sorted(record["user"] for record in records_in(output)) == ["1", "2", "3"]


@pytest.mark.parametrize(
    "secret",
    [
        SEED,
        TOKEN,
        "postgresql+asyncpg://bot:hunter2@db.example/bot",
        "https://discord.com/api/v10/webhooks/123456/aW50ZXJhY3Rpb24-token_1/messages/@original",
        "https://discord.com/api/v10/interactions/123456/aW50ZXJhY3Rpb24-token_1/callback",
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_that_slips_into_an_error_is_taken_out(
    output: pytest.CaptureFixture[str], form: logs.Format, secret: str
) -> None:
    logs.set_up("INFO", form, simulated=False)
    log.warning("of %s", secret)
    try:
        raise RuntimeError(f"about {secret}")
    except RuntimeError:
        log.exception("failed")
    text = output.readouterr().err
    assert not any(hidden in text for hidden in (SEED, TOKEN, "hunter2", "token_1"))
    assert logs.HIDDEN in text


def test_what_is_no_secret_stays(output: pytest.CaptureFixture[str]) -> None:
    text = "game 12 in channel 1234567890123456789: 1.2.3, at https://discord.com/developers"
    logs.set_up("INFO", "json", simulated=False)
    log.info(text)
    assert records_in(output)[0]["message"] == text


def test_libraries_do_not_tell_whole_messages(output: pytest.CaptureFixture[str]) -> None:
    logs.set_up("DEBUG", "json", simulated=False)
    logging.getLogger("discord.gateway").debug("WebSocket Event: everything that was said")
    logging.getLogger("aiosqlite").debug("INSERT INTO games, with its seed")
    logging.getLogger("discord.client").info("connected")
    log.debug("ours")
    assert [record["message"] for record in records_in(output)] == ["connected", "ours"]


def test_the_level_is_as_it_was_set(output: pytest.CaptureFixture[str]) -> None:
    logs.set_up("ERROR", "json", simulated=False)
    logging.getLogger("discord.client").warning("a shard has to wait")
    log.warning("careful")
    log.error("wrong")
    assert [record["message"] for record in records_in(output)] == ["wrong"]
