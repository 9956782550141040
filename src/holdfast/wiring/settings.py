"""Settings, read once: defaults < holdfast.toml < environment < flags."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from holdfast.governance.redaction import SORTS
from holdfast.kernel.errors import InvalidInput

PREFIX = "HOLDFAST_"
FILE_NAME = "holdfast.toml"
MASK = "********"

Source = Literal["default", "holdfast.toml", "environment", "flag"]


class Settings(BaseSettings):
    """What an operator may choose. Every field is documented in docs/settings.md."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    home: Path = Field(default_factory=lambda: user_data_path("holdfast", appauthor=False))
    org: str = "local"
    user: str = "me"
    durability: Literal["full", "normal"] = "full"
    profile: Literal["keyword", "semantic"] = "semantic"
    embedder: Literal["wordllama", "hashing"] = "wordllama"
    embed_deadline_ms: int = Field(default=250, ge=1, le=60_000)
    embed_cache_items: int = Field(default=4_096, ge=0, le=1_000_000)
    redact: tuple[str, ...] = SORTS
    quarantine_at: float = Field(default=0.6, gt=0, le=1)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The file comes in through the arguments, since where it is depends on the rest."""
        return (init_settings, env_settings)


def read_settings(**flags: Any) -> tuple[Settings, Mapping[str, Source]]:
    """The settings, and where each of them came from."""
    given = {name: value for name, value in flags.items() if value is not None}
    home = Path(given.get("home") or os.environ.get(f"{PREFIX}HOME") or _default_home())
    from_file = _read_file(home / FILE_NAME)
    from_environment = {
        name for name in Settings.model_fields if f"{PREFIX}{name.upper()}" in os.environ
    }
    kept = {name: value for name, value in from_file.items() if name not in from_environment}
    try:
        settings = Settings(**{**kept, **given})
    except (ValidationError, ValueError) as error:
        raise _unreadable(error) from None
    _check_redact(settings)
    sources: dict[str, Source] = {name: "default" for name in Settings.model_fields}
    sources |= {name: "holdfast.toml" for name in kept}
    sources |= {name: "environment" for name in from_environment}
    sources |= {name: "flag" for name in given}
    return settings, sources


def shown(settings: Settings) -> Mapping[str, Any]:
    """The settings as they may be printed: secrets masked."""
    return {name: MASK if isinstance(value, SecretStr) else value for name, value in settings}


def _default_home() -> Path:
    return user_data_path("holdfast", appauthor=False)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):  # then opening the store says what is wrong
        return {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(
            "settings_invalid",
            f"The settings file {path} cannot be read: {error}.",
            hint="Mend it, or move it away to use the defaults.",
        ) from None


def _unreadable(error: Exception) -> InvalidInput:
    """Names the setting and what is wrong with it, never its value: it may be a secret."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        name, reason = ".".join(map(str, first["loc"])), first["msg"]
    else:
        name, reason = "a setting", "it is not written as it should be"
    return InvalidInput(
        "settings_invalid",
        f"The setting {name} cannot be read: {reason}.",
        hint="`holdfast settings` shows every setting and where it comes from.",
    )


def _check_redact(settings: Settings) -> None:
    unknown = sorted(set(settings.redact) - set(SORTS))
    if unknown:
        raise InvalidInput(
            "settings_invalid",
            "The setting redact names a sort that there is not.",
            hint=f"Choose from {', '.join(SORTS)}.",
        )
