"""Every setting, from the environment or from `.env`; `.env.example` explains each.

A bad one stops the start with its name and what is expected. Values are never printed, because
some are secrets.
"""

from typing import Annotated

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.clock import DAY, HOUR
from bot.life import Patience
from bot.store.database import KNOWN_URLS, SQLITE_DRIVER, is_known_url

Days = Annotated[int, Field(ge=1, le=3650)]


class SettingsError(Exception):
    """The settings that cannot be used: one line for each, with its name and what is expected."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    database_url: SecretStr = SecretStr(f"{SQLITE_DRIVER}:///bot.db")
    busy_timeout_seconds: Annotated[float, Field(ge=0.1, le=300)] = 10.0
    connections: Annotated[int, Field(ge=1, le=100)] = 5
    cached_states: Annotated[int, Field(ge=1, le=100_000)] = 256
    lobby_hours: Annotated[int, Field(ge=1, le=8760)] = 48
    claim_after_days: Days = 7
    abandon_after_days: Days = 60
    post_lease_seconds: Annotated[float, Field(ge=5, le=3600)] = 60.0
    longest_retry_seconds: Annotated[float, Field(ge=2, le=86_400)] = 600.0

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        if not is_known_url(value.get_secret_value()):
            raise ValueError(f"expected {KNOWN_URLS}")
        return value

    @property
    def patience(self) -> Patience:
        return Patience(
            lobby=self.lobby_hours * HOUR,
            claim=self.claim_after_days * DAY,
            abandon=self.abandon_after_days * DAY,
        )


def read_settings() -> Settings:
    """The settings of this process. Raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False, include_context=False)
        lines = [f"{_name(problem['loc'])}: {_expected(problem)}" for problem in problems]
        raise SettingsError("\n".join(lines)) from None


def _name(loc: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in loc).upper()


def _expected(problem: object) -> str:
    assert isinstance(problem, dict)
    if problem["type"] == "extra_forbidden":
        return "there is no such setting; .env.example lists them all"
    return str(problem["msg"]).removeprefix("Value error, ")
