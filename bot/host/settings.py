"""Every setting, from the environment or from `.env`; `.env.example` explains each.

An invalid one aborts the start with its name and what is expected. Values are never printed,
because some are secrets.
"""

import os
import re
from collections.abc import Iterator
from datetime import time
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    IPvAnyAddress,
    ModelWrapValidatorHandler,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.match.game import COMPUTER_WAITS, Timeouts
from bot.presentation.address import PublicAddress
from bot.process.clock import DAY, HOUR
from bot.process.memory import MIB, total_memory
from bot.process.shards import ALL, Shards
from bot.process.worker_processes import processors
from bot.store.connection import database
from bot.store.connection.sqlite import PAGES

Days = Annotated[int, Field(ge=1, le=3650)]


def _secret_in(file: object) -> object:
    """Read a secret from its file, as the default of the setting itself. Raises ValueError."""
    try:
        secret = Path(str(file)).expanduser().read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ValueError(f"the file cannot be read ({reason})") from None
    if not secret:
        raise ValueError("the file is empty")
    return secret


# The path of a file, read at the start.
SecretFile = Annotated[SecretStr, BeforeValidator(_secret_in)]


# The file of settings, in the folder where the bot starts.
FILE = ".env"
# The exit code, EX_CONFIG of sysexits.h, as long as the settings are not changed.
BAD_SETTINGS = 78
# The environment variables that no worker process is given.
SECRETS = ("DISCORD_TOKEN", "DATABASE_URL")
# The settings that a released version accepts though they do nothing, each with the version that
# retired it.
RETIRED = {"ART_CACHE": "1.0.0"}
# The memory that small mode needs.
LEAST_MEMORY = 256 * MIB
# With less memory than this, the bot is in small mode.
ROOMY = 600 * MIB
# The memory of everything besides the painters, and of each painter.
APART = 280 * MIB
EACH_PAINTER = 160 * MIB
# The most positions that are kept in memory in small mode.
FEW_STATES = 48
# The size of the cache of each connection to an SQLite file there, in KiB.
FEW_PAGES = 1_000
# The proxies of this machine.
LOOPBACK_PROXIES = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
# The database in the folder where the bot starts.
BESIDE = SecretStr(f"{database.SQLITE_DRIVER}:///bot.db")


class SettingsError(Exception):
    """Settings that cannot be used: one line for each, with its name and what is expected."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=FILE,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    _retired: tuple[str, ...] = ()

    discord_token_file: SecretFile | None = None
    discord_token: Annotated[SecretStr | None, Field(validate_default=True)] = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 0
    emojis: bool = True
    welcome: bool = True
    small: bool | None = None
    painters: Annotated[int, Field(ge=1, le=64)] | None = None
    thinkers: Annotated[int, Field(ge=0, le=64)] = 1
    public_url: PublicAddress | None = None
    web_host: IPvAnyAddress = IPv4Address("127.0.0.1")
    web_port: Annotated[int, Field(ge=0, le=65535)] = 8766
    web_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = LOOPBACK_PROXIES
    playground_port: Annotated[int, Field(ge=0, le=65535)] = 8765
    playground_opens: bool = True
    database_url_file: SecretFile | None = None
    database_url: Annotated[SecretStr, Field(validate_default=True)] = BESIDE
    busy_timeout_seconds: Annotated[float, Field(ge=0.1, le=300)] = 10.0
    connections: Annotated[int, Field(ge=1, le=100)] = 5
    shard_count: Annotated[int, Field(ge=1, le=10_000)] | None = None
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    cached_states: Annotated[int, Field(ge=1, le=100_000)] = 256
    lobby_hours: Annotated[int, Field(ge=1, le=8760)] = 48
    claim_after_days: Days = 7
    abandon_after_days: Days = 60
    post_lease_seconds: Annotated[float, Field(ge=30, le=3600)] = 60.0
    longest_retry_seconds: Annotated[float, Field(ge=2, le=86_400)] = 600.0
    backup_folder: Path | None = None
    backup_at: time = time(3, 30)
    backup_keep: Annotated[int, Field(ge=1, le=10_000)] = 14

    @model_validator(mode="wrap")
    @classmethod
    def _without_retired(cls, data: Any, validate: ModelWrapValidatorHandler[Self]) -> Self:
        """Leave out retired settings: unlike unknown ones, they are no reason not to start."""
        names = {name.upper() for name in data} | os.environ.keys()
        current = {name: value for name, value in data.items() if name.upper() not in RETIRED}
        settings = validate(current)
        settings._retired = tuple(name for name in RETIRED if name in names)
        return settings

    @field_validator("discord_token", "database_url", mode="before")
    @classmethod
    def _from_its_file(cls, value: object, info: ValidationInfo) -> object:
        secret = info.data.get(f"{info.field_name}_file")
        if secret is None:
            return value
        if isinstance(value, str):
            raise ValueError(f"set either this or {str(info.field_name).upper()}_FILE, not both")
        return secret

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        if not database.is_known_url(value.get_secret_value()):
            raise ValueError(f"expected {database.KNOWN_URLS}")
        return value

    @field_validator("discord_token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and value.get_secret_value().count(".") != 2:
            raise ValueError("expected the token of your application's bot: three parts with dots")
        return value

    @field_validator("public_url", mode="before")
    @classmethod
    def _address(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return PublicAddress.parse(value)
        except ValueError:
            raise ValueError(
                "expected the address at which people reach this bot's web pages, such as "
                "https://games.example.org, without a path"
            ) from None

    @field_validator("web_proxies", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return tuple(ip_network(part.strip()) for part in value.split(",") if part.strip())
        except ValueError:
            raise ValueError(
                "expected the addresses or networks of your proxies with commas between them, such "
                "as 127.0.0.1,10.0.0.0/8"
            ) from None

    @field_validator("backup_folder")
    @classmethod
    def _absolute(cls, value: Path | None) -> Path | None:
        if value is not None and not value.expanduser().is_absolute():
            raise ValueError("expected an absolute path")
        return value

    @field_validator("backup_at", mode="before")
    @classmethod
    def _minute(cls, value: object) -> object:
        if isinstance(value, str) and not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value):
            raise ValueError("expected an hour and a minute of the day in UTC, such as 03:30")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if not re.fullmatch(r"\s*\d+\s*(,\s*\d+\s*)*", value, re.ASCII):
            raise ValueError("expected numbers of shards with commas between them, such as 0,1")
        return tuple(sorted(map(int, value.split(","))))

    @field_validator("shard_ids")
    @classmethod
    def _check_shards(
        cls, value: tuple[int, ...] | None, info: ValidationInfo
    ) -> tuple[int, ...] | None:
        """Check this process's shards, unless a setting that they depend on is invalid."""
        if value is None or not {"shard_count", "database_url"} <= info.data.keys():
            return value
        count = info.data["shard_count"]
        if count is None:
            raise ValueError("set SHARD_COUNT too, to the same number for all processes")
        if value[-1] >= count:
            raise ValueError(f"expected shards from 0 to {count - 1}, as SHARD_COUNT says")
        if len(set(value)) < len(value):
            raise ValueError("expected each shard once")
        on_sqlite = info.data["database_url"].get_secret_value().startswith(database.SQLITE_DRIVER)
        if len(value) < count and on_sqlite:
            raise ValueError(
                f"set DATABASE_URL to {database.POSTGRESQL_URL}, shared by all processes"
            )
        return value

    @property
    def shards(self) -> Shards | None:
        """This process's shards, one in the playground; None for as many as Discord asks for."""
        if self.discord_token is None:
            return ALL
        if self.shard_count is None:
            return None
        ids = range(self.shard_count) if self.shard_ids is None else self.shard_ids
        return Shards(self.shard_count, tuple(ids))

    @property
    def in_small_mode(self) -> bool:
        """One process paints and thinks, only while it is needed, and little is kept in memory."""
        memory = total_memory()
        return (memory is not None and memory < ROOMY) if self.small is None else self.small

    @property
    def most_painters(self) -> int:
        """Number of painters: by default as many as there are processors and memory for."""
        if self.painters is not None:
            return self.painters
        memory = total_memory()
        room = processors() if memory is None else (memory - APART) // EACH_PAINTER
        return max(1, min(processors(), room))

    @property
    def most_states(self) -> int:
        return min(self.cached_states, FEW_STATES) if self.in_small_mode else self.cached_states

    @property
    def pages(self) -> int:
        """Size of the cache of each connection to an SQLite file, in KiB."""
        return FEW_PAGES if self.in_small_mode else PAGES

    @property
    def remarks(self) -> Iterator[str]:
        """A line for each setting that is there and no longer does anything."""
        for name in self._retired:
            yield f"{name} was retired in {RETIRED[name]}, and does nothing: remove it"

    @property
    def timeouts(self) -> Timeouts:
        return Timeouts(
            lobby=self.lobby_hours * HOUR,
            claim=self.claim_after_days * DAY,
            abandon=self.abandon_after_days * DAY,
            computer=COMPUTER_WAITS if self.thinkers else None,
        )


def read_settings() -> Settings:
    """Read the settings of this process. Raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        lines = []
        for problem in error.errors(include_url=False, include_input=False, include_context=False):
            message = problem["msg"].removeprefix("Value error, ")
            if problem["type"] == "extra_forbidden":
                message = "there is no such setting; .env.example lists them all"
            lines.append(f"{'.'.join(map(str, problem['loc'])).upper()}: {message}")
        raise SettingsError("\n".join(lines)) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{FILE}: it is not UTF-8; save it in this encoding") from None
    except OSError as error:
        unreadable = f"{FILE}: it cannot be read ({error.strerror}); the bot's user needs the right"
        raise SettingsError(unreadable) from None
