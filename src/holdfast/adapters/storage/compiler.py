"""Compiles `statements.py` and the schema to SQL text: `python -m …compiler [--check]`.

Importing SQLAlchemy costs a third of a second of CPU and an execute through it sixteen times
the driver's. So the text is made here, committed, and checked by `make check`.
"""

import re
import sys
from pathlib import Path

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import Compiled

from holdfast.adapters.storage import statements, tables
from holdfast.adapters.storage.sqlite_schema import FIGURES, SECURE_WORDS, WORDS

TARGET = Path(__file__).with_name("sqlite_sql.py")
_HEAD = '"""Made by compiler.py from statements.py and tables.py. Do not edit: run `make fmt`."""\n'


def compiled() -> str:
    dialect = sqlite.dialect(paramstyle="named")
    parts = [_HEAD]
    for name, statement in vars(statements).items():
        if name.isupper() and isinstance(statement, ClauseElement):
            parts.append(f"{name} = {_quoted(_sql(statement.compile(dialect=dialect)))}\n")
    columns = {table.name: tuple(table.c.keys()) for table in tables.metadata.sorted_tables}
    parts.append(f"COLUMNS: dict[str, tuple[str, ...]] = {_listed(columns)}\n")
    ddl = [_quoted(statement.strip()) for statement in schema()]
    parts.append(f"CANDIDATE_COLUMNS = {statements.CANDIDATE_COLUMNS!r}\n")
    parts.append("SCHEMA = (\n" + "".join(f"    {text},\n" for text in ddl) + ")\n")
    return "\n".join(parts)


def _sql(compiled_statement: Compiled) -> str:
    """The text with the constants of the statement in it; its parameters stay names."""
    sql = str(compiled_statement)
    for name, value in compiled_statement.params.items():
        if value is not None:
            text = str(value) if isinstance(value, int) else "'" + str(value) + "'"
            sql = re.sub(rf":{name}\b", text, sql)
    return sql


def schema() -> list[str]:
    """What the newest migration arrives at; a new store is made from it directly."""
    dialect = sqlite.dialect()
    made = []
    for table in tables.metadata.sorted_tables:
        made.append(str(CreateTable(table).compile(dialect=dialect)))
        made.extend(
            str(CreateIndex(index).compile(dialect=dialect))
            for index in sorted(table.indexes, key=lambda index: str(index.name))
        )
    return [*made, WORDS, SECURE_WORDS, *FIGURES]


def _quoted(sql: str) -> str:
    lines = [" ".join(line.split()) for line in sql.splitlines()]
    return '"""' + "\n".join(line for line in lines if line) + '"""'


def _listed(columns: dict[str, tuple[str, ...]]) -> str:
    rows = (f'    "{table}": {names!r},\n' for table, names in columns.items())
    return "{\n" + "".join(rows) + "}"


def main() -> int:
    text = compiled()
    if "--check" in sys.argv:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write(f"{TARGET.name} is not what statements.py says: run make fmt.\n")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
