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
        removed, none_left = self._remove_backups()
        return removed, self._store.scrub_log() and none_left

    def _remove_backups(self) -> tuple[int, bool]:
        """They hold the text too, and could bring it back."""
        if self._home is None:
            return 0, True
        copies = [*(self._home / BACKUPS).glob("*.db"), *(self._home / BACKUPS).glob("*.part")]
        removed = sum(map(_is_removed, copies))
        return removed, removed == len(copies)


def _is_removed(copy: Path) -> bool:
    try:
        copy.unlink(missing_ok=True)
    except OSError:
        return False
    return True
