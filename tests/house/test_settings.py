"""Every setting is documented, with the variable that sets it."""

from typing import get_type_hints

from holdfast.wiring.settings import Settings
from tests.house.papers import ROOT, named, rows

SETTINGS = {name for name in get_type_hints(Settings) if name.islower() and name != "model_config"}
DOCUMENTED = {named(row[0]): row for row in rows(ROOT / "docs" / "settings.md", "setting")}


def test_the_documented_settings_are_the_ones_there_are() -> None:
    assert set(DOCUMENTED) == {name for name in SETTINGS if not name.startswith("_")}


def test_each_setting_is_documented_with_its_variable() -> None:
    without = [
        name for name, row in DOCUMENTED.items() if f"`HOLDFAST_{name.upper()}`" not in row[1]
    ]
    assert without == []
