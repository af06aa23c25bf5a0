"""The menu of a unit's orders: a page may have two thousand, so that each is written once and kept."""

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from wtforms.widgets import Select


class OrderMenu(Select):
    """A menu of orders; a choice has no attributes but what it says."""

    @classmethod
    def render_option(cls, choice: Any, **_: object) -> Markup:  # noqa: ANN401  # wtforms has no types
        """One order."""
        return _option(choice.value, choice.label, bool(choice.selected))


@lru_cache(maxsize=16384)
def _option(value: str, label: str, selected: bool) -> Markup:  # noqa: FBT001  # as the browser has it
    chosen = Markup("selected ") if selected else ""
    return Markup('<option {}value="{}">{}</option>').format(chosen, value, label)
