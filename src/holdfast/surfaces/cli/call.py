"""One call of a command: it opens the store for the caller, and prints the answer."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import typer

from holdfast.governance.types import Subject
from holdfast.surfaces.cli.blocks import Answer
from holdfast.surfaces.cli.jsonform import to_json
from holdfast.surfaces.cli.options import Options
from holdfast.surfaces.cli.plain import lines_of
from holdfast.surfaces.cli.visible import visible
from holdfast.surfaces.library import MEMORY_HOME, Durability, Holdfast, Profile, open_with
from holdfast.wiring.house import Parts
from holdfast.wiring.settings import Settings, Source, read_settings

SURFACE = "cli"


@dataclass(frozen=True, slots=True)
class Call:
    options: Options

    @classmethod
    def of(cls, context: typer.Context) -> "Call":
        return cls(cast(Options, context.obj))

    # --- the store

    def flags(self) -> dict[str, str | Path | None]:
        """What was given on the command line of what can be set."""
        given = self.options
        in_memory = given.home is None or given.home == MEMORY_HOME
        return {
            "home": None if in_memory else Path(str(given.home)).expanduser(),
            "org": given.org,
            "user": given.user,
            "durability": given.durability,
            "profile": given.profile,
        }

    def settings(self) -> tuple[Settings, Mapping[str, Source]]:
        return read_settings(**self.flags())

    def subject(self) -> Subject:
        settings, _ = self.settings()
        return Subject(
            org=settings.org, user=settings.user, agent=self.options.agent, surface=SURFACE
        )

    def open(self, *, create: bool = False) -> Holdfast:
        """Only a command that begins something makes a store where there is none."""
        given = self.options
        return open_with(
            Parts(create=create),
            given.home,
            durability=cast("Durability | None", given.durability),
            profile=cast("Profile | None", given.profile),
            subject=self.subject(),
        )

    # --- the answer

    def answer(self, answer: Answer) -> None:
        """One JSON document, or something to read."""
        if self.options.json:
            indent = 2 if sys.stdout.isatty() else None
            print(to_json(answer.value, indent=indent))
            return
        if sys.stdout.isatty():
            from holdfast.surfaces.cli.screen import print_blocks

            print_blocks(answer.view())
        else:
            for line in lines_of(answer.view()):
                print(line)
        for note in answer.notes:
            self.note(note)

    def stream(self, value: object) -> None:
        """One of several JSON documents, on a line of its own and at once."""
        print(to_json(value), flush=True)

    def note(self, text: str) -> None:
        if not self.options.json:
            sys.stdout.flush()
            print(visible(text, lines=True), file=sys.stderr)

    @staticmethod
    def flush() -> None:
        sys.stdout.flush()
