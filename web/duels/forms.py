"""The form of each kind of phase, made from what the player can enter."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from wtforms import Field, IntegerField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from adjudicator.notation import read
from intimate.view import Order, UnitChoice, View, WinterChoice
from web.duels.menus import OrderMenu
from web.duels.tasks import deed, order_words, province_of_order, unit_label
from web.forms import Form, choices
from web.words import POWERS, power_name

Content = Mapping[str, Any]
HEADINGS = {"Move": _l("Move"), "Support": _l("Support"), "Convoy": _l("Convoy"), "Retreat": _l("Retreat")}
OTHER = _l("Other")


class BidField(IntegerField):
    """A whole number in plain digits."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Refuse the other ways in which Python writes numbers: 1_000 is a slip, not a thousand."""
        if valuelist and not re.fullmatch(r"\s*[0-9]{1,9}\s*", valuelist[0]):
            self.data = None
            raise ValueError(gettext("A bid is a whole number of credits, 0 or more."))
        super().process_formdata(valuelist)


class TaskForm(Form):
    """What a phase asks of a player; `content` is the entry that was filled in."""

    kinds: tuple[str, ...] = ()
    """How the names of its fields begin."""

    def content(self) -> dict[str, Any]:
        """The entry, as it is stored."""
        return {}

    def forged(self) -> list[tuple[str, str]]:
        """What no page of ours sends: fields that the phase does not ask for, and second values of others.

        They are part of the entry, so that the rules refuse it and say why.
        """
        return [
            (name, value)
            for name, values in request.form.lists()
            if name.startswith(self.kinds)
            for value in values[1 if name in self else 0 :]
            if value.strip()
        ]


class RankForm(TaskForm):
    """All seven powers, the dearest first."""

    kinds = ("rank_",)

    def content(self) -> dict[str, Any]:
        """The list of powers."""
        return {"homes": [field.data for field in self.ranks] + [value for _, value in self.forged()]}

    @property
    def ranks(self) -> list[Field]:
        """A field for each rank."""
        return [self[f"rank_{rank}"] for rank in range(1, len(POWERS) + 1)]


class SheetForm(TaskForm):
    """A bid for each mercenary."""

    kinds = ("bid_",)

    def content(self) -> dict[str, Any]:
        """The positive bids."""
        forged = {
            name.removeprefix("bid_"): value if name in self else _forged_bid(value)
            for name, value in self.forged()
        }
        return {"bids": {power: bid for power, bid in (self.sheet() | forged).items() if bid}}

    def sheet(self) -> dict[Any, int]:
        """The bids of the fields, as far as they are numbers."""
        return {name.removeprefix("bid_"): field.data or 0 for name, field in self.bids}

    @property
    def bids(self) -> list[tuple[str, Field]]:
        """The fields by name."""
        return [(name, field) for name, field in self._fields.items() if name.startswith("bid_")]

    @property
    def total(self) -> int:
        """What the bids add up to, as far as they are numbers."""
        return sum(self.sheet().values())

    def of(self, power: str) -> Field:
        """The field of one mercenary."""
        return self[f"bid_{power}"]


class OrdersForm(TaskForm):
    """An order for each unit, or for each build and removal that is due."""

    kinds = ("order_", "winter_")
    powers: Mapping[str, str]

    def content(self) -> dict[str, Any]:
        """The orders that say more than what happens anyway."""
        orders: dict[str, list[str]] = {}
        for name, power in self.powers.items():
            if self[name].data:
                orders.setdefault(power, []).append(self[name].data)
        for name, value in self.forged():
            orders.setdefault(self.powers.get(name, ""), []).append(value)
        return {"orders": orders}

    def of_power(self, power: str) -> list[Field]:
        """The fields of one power."""
        return [self[name] for name, owner in self.powers.items() if owner == power]


def _forged_bid(value: str) -> int | str:
    return int(value) if re.fullmatch("[0-9]{1,9}", value) else value


def task_form(view: View, content: Content) -> TaskForm | None:
    """The form of the awaited phase, filled with what is stored; None when nothing is asked."""
    if not view.is_awaited:
        return None
    if view.kind in "MR":
        return unit_form(view.movement_choices() if view.kind == "M" else view.retreat_choices(), content)
    makers = {"H": _rank_form, "B": _sheet_form, "A": _winter_form}
    return makers[view.kind](view, content)


def _made(kind: type[TaskForm], fields: Mapping[str, Any], data: Mapping[str, Any]) -> Any:  # noqa: ANN401  # a form
    return type(kind.__name__, (kind,), dict(fields))(data=data)


def _rank_form(_: View, content: Content) -> TaskForm:
    powers = ((power, power_name(power)) for power in POWERS)
    options = choices(("", gettext("Choose a power")), *powers)
    fields = {
        f"rank_{rank}": SelectField(
            gettext("Choice %(rank)d", rank=rank), choices=options, validate_choice=False
        )
        for rank in range(1, len(POWERS) + 1)
    }
    listed = content.get("homes") or []
    form: TaskForm = _made(RankForm, fields, {f"rank_{rank}": power for rank, power in enumerate(listed, 1)})
    return form


def _sheet_form(view: View, content: Content) -> TaskForm:
    fields = {
        f"bid_{power}": BidField(
            gettext("Bid for %(power)s", power=power_name(power)),
            [Optional()],
            render_kw={
                "min": 0,
                "inputmode": "numeric",
                "autocomplete": "off",
                "data-discount": view.discount(power),
            },
        )
        for power in view.for_hire
    }
    bids = content.get("bids") or {}
    form: TaskForm = _made(SheetForm, fields, {f"bid_{power}": bids.get(power, 0) for power in view.for_hire})
    return form


def _grouped(orders: Sequence[Order]) -> list[SelectChoice]:
    """Orders under headings."""
    under = [(str(HEADINGS.get(type(order).__name__, OTHER)), order) for order in orders]
    groups = dict.fromkeys(heading for heading, _ in under)
    return [
        SelectChoice(str(order), deed(order), optgroup=group)
        for group in groups
        for heading, order in under
        if heading == group
    ]


def unit_form(units: Sequence[UnitChoice], content: Content) -> OrdersForm:
    """The form that asks an order of each unit."""
    powers = {_field_name(choice): choice.power for choice in units}
    stored = {
        f"order_{province_of_order(text)}": text
        for texts in (content.get("orders") or {}).values()
        for text in texts
    }
    fields = {name: _unit_field(choice, stored.get(name)) for name, choice in zip(powers, units, strict=True)}
    form: OrdersForm = _made(OrdersForm, fields | {"powers": powers}, stored)
    return form


def _field_name(choice: UnitChoice) -> str:
    return f"order_{choice.unit.province}"


def _unit_field(choice: UnitChoice, stored: str | None) -> SelectField:
    first, *others = choice.orders
    if stored and stored not in map(str, choice.orders):
        others.append(read(stored, "en"))  # a support typed with a coast is no choice, but stays one's order
    without = SelectChoice("", deed(first), optgroup=gettext("Without order"))
    options = [without, *_grouped(others)]
    label, menu = unit_label(choice.unit), OrderMenu()
    return SelectField(label, choices=options, validate_choice=False, default="", widget=menu)


def _winter_form(view: View, content: Content) -> TaskForm:
    return winter_form(view.winter_choices(), content)


def winter_form(asked: Sequence[WinterChoice], content: Content) -> OrdersForm:
    """The form that asks for builds and removals."""
    fields: dict[str, Any] = {}
    powers: dict[str, str] = {}
    data: dict[str, str] = {}
    for choice in asked:
        stored = (content.get("orders") or {}).get(choice.power, [])
        for number in range(choice.number):
            name = f"winter_{choice.power}_{number}"
            fields[name] = _winter_field(choice, number)
            powers[name] = choice.power
            data[name] = stored[number] if number < len(stored) else ""
    form: OrdersForm = _made(OrdersForm, fields | {"powers": powers}, data)
    return form


def _winter_field(choice: WinterChoice, number: int) -> SelectField:
    label = gettext("Removal %(number)d") if choice.removes else gettext("Build %(number)d")
    usual = gettext("by the rules of default removals") if choice.removes else gettext("nothing")
    if choice.by_default:
        usual = gettext("what is built by default")
    options = choices(("", usual), *((str(order), order_words(order)) for order in choice.orders))
    return SelectField(label % {"number": number + 1}, choices=options, validate_choice=False, default="")
