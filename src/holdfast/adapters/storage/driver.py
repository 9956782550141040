"""Which SQLite is used: one in which several writers cannot damage a store."""

import sqlite3
from types import ModuleType
from typing import TypeAlias, cast

from holdfast.kernel.errors import Unavailable

try:
    import pysqlite3
except ImportError:
    pysqlite3 = None

Connection: TypeAlias = sqlite3.Connection

DriverError: tuple[type[Exception], ...] = (
    sqlite3.Error,
    *(() if pysqlite3 is None else (pysqlite3.Error,)),
    UnicodeDecodeError,  # over a damaged schema, the driver fails while it words its own error
)

SAFE_SINCE = (3, 51, 3)
"""Before it, two connections that write and checkpoint at once can corrupt a WAL file."""


def safe_driver() -> ModuleType:
    """The bundled SQLite when it is there, else Python's own when that one is safe."""
    driver = pysqlite3 or sqlite3
    version = cast(tuple[int, int, int], driver.sqlite_version_info)
    if version < SAFE_SINCE:
        raise Unavailable(
            "sqlite_too_old",
            f"SQLite {driver.sqlite_version} can damage a store that several processes write.",
            hint="Install the package pysqlite3 (0.6.1 or newer), or a Python with SQLite 3.51.3.",
        )
    return cast(ModuleType, driver)
