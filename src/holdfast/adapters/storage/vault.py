"""What lies beside the tables: the log of SQLite, and the copies made before migrations."""

from pathlib import Path

from holdfast.adapters.storage.sqlite import SqliteStore

BACKUPS = "backups"


class FileVault:
    """Removes from around the tables what an erasure has removed from within them."""

    def __init__(self, store: SqliteStore, home: Path | None) -> None:
        self._store = store
        self._home = home

    def scrub(self) -> tuple[int, bool]:
        return self._remove_backups(), self._store.scrub_log()

    def _remove_backups(self) -> int:
        """They hold the text too, and could bring it back."""
        if self._home is None:
            return 0
        copies = [*(self._home / BACKUPS).glob("*.db"), *(self._home / BACKUPS).glob("*.part")]
        for copy in copies:
            copy.unlink(missing_ok=True)
        return len(copies)
