"""The forms of a list of powers and of a sheet of bids; orders have menus of their own (`menus.py`)."""

import re
from collections.abc import Container, Mapping
from typing import Any, TypeVar, cast

from flask import request
from wtforms import Field, HiddenField, SelectField
from wtforms.validators import Optional

from adjudicator import PhaseKind, Power, standard
from intimate.entries import SHARE, Entry, HomesList, Sheet
from intimate.view import View
from web.core.forms import Form, IntegerField, choices
from web.core.translation import gettext
from web.words.names import by_name, definite_name, power_name

RANK, BID = "rank_", "bid_"
NO_BID = -1
"""Refused by the rules."""


class BidField(IntegerField):
    """A whole number in plain digits."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Refuse Python's other notations for numbers: 1_000 is a typing error, not a thousand."""
        if valuelist and not re.fullmatch(r"\s*[0-9]{1,9}\s*", valuelist[0]):
            self.data = None
            if re.fullmatch(r"\s*[0-9]+\s*", valuelist[0]):
                raise ValueError(gettext("A bid has nine digits at most."))
            raise ValueError(gettext("A bid is a whole number of credits, 0 or more."))
        super().process_formdata(valuelist)


def surplus(prefix: str, known: Container[str]) -> list[tuple[str, str]]:
    """List fields that no page of ours sends: those that the phase does not ask for, second values of others.

    Each comes with its name after the prefix. They become part of the entry, so that the rules refuse it with
    a reason.
    """
    return [
        (name.removeprefix(prefix), value.strip())
        for name, values in request.form.lists()
        if name.startswith(prefix)
        for value in values[1 if name in known else 0 :]
        if value.strip()
    ]


class RankForm(Form):
    """All seven powers, the most wanted first, and the browser's share in the seed of the random draws."""

    share = HiddenField()

    def entry(self) -> HomesList:
        """Return the list of powers as it was sent, even with faults."""
        listed = [field.data or "" for field in self.ranks] + [value for _, value in surplus(RANK, self)]
        return HomesList(
            tuple(cast("Power", name) for name in listed),
            self.share.data if SHARE.fullmatch(self.share.data or "") else "",
        )

    @property
    def faults(self) -> Mapping[str, str]:
        """Say the fault of each rank: no power, or one that is already in the list above."""
        seen: set[str] = set()
        found: dict[str, str] = {}
        for field in self.ranks:
            if field.data not in standard().powers:
                found[field.name] = gettext("Choose a power.")
            elif field.data in seen:
                found[field.name] = gettext("%(power)s stands above already.", power=power_name(field.data))
            seen.add(field.data)
        return found

    @property
    def ranks(self) -> list[Field]:
        """The fields, the first rank first."""
        return [self[f"{RANK}{rank}"] for rank in range(1, len(standard().powers) + 1)]


class SheetForm(Form):
    """A bid for each mercenary."""

    def entry(self) -> Sheet:
        """Return the positive bids; fields that no page of ours sends count as impossible bids."""
        given = dict(self.bids)
        for name, value in surplus(BID, self):
            given[cast("Power", name)] = NO_BID if name in given else _number(value)
        return Sheet({power: bid for power, bid in given.items() if bid})

    @property
    def bids(self) -> Mapping[Power, int]:
        """The bids of the fields, as far as they are numbers."""
        return {
            cast("Power", name.removeprefix(BID)): field.data or 0
            for name, field in self._fields.items()
            if name.startswith(BID)
        }

    @property
    def total(self) -> int:
        """Add up the bids, as far as they are numbers."""
        return sum(self.bids.values())

    def of(self, power: Power) -> Field:
        """Return the field of one mercenary."""
        return self[f"{BID}{power}"]


def _number(value: str) -> int:
    return int(value) if re.fullmatch("[0-9]{1,9}", value) else NO_BID


TaskForm = RankForm | SheetForm
MadeForm = TypeVar("MadeForm", RankForm, SheetForm)


def task_form(view: View, entry: Entry | None) -> TaskForm | None:
    """Make the form of a list or sheet, filled with an entry; None if neither is asked for."""
    if not view.is_awaited:
        return None
    if view.duel.kind is PhaseKind.HOMES:
        return rank_form(entry if isinstance(entry, HomesList) else None)
    if view.duel.kind is PhaseKind.AUCTION:
        return _sheet_form(view, entry if isinstance(entry, Sheet) else None)
    return None


def _made(kind: type[MadeForm], fields: Mapping[str, Any], data: Mapping[str, Any]) -> MadeForm:
    return cast("MadeForm", type(kind.__name__, (kind,), dict(fields))(data=data))


def rank_form(entry: HomesList | None = None) -> RankForm:
    """Make the form of a list of powers, filled with a list."""
    powers = by_name(standard().powers)
    options = choices(("", gettext("Choose a power")), *((power, power_name(power)) for power in powers))
    fields = {
        f"{RANK}{rank}": SelectField(
            gettext("Choice %(rank)d", rank=rank), choices=options, validate_choice=False
        )
        for rank in range(1, len(powers) + 1)
    }
    listed = {f"{RANK}{rank}": power for rank, power in enumerate(entry.powers if entry else (), 1)}
    return _made(RankForm, fields, {"share": entry.share if entry else "", **listed})


def _sheet_form(view: View, entry: Sheet | None) -> SheetForm:
    fields = {
        f"{BID}{power}": BidField(
            gettext("Bid for %(power)s", power=definite_name(power)),
            [Optional()],
            render_kw={
                "type": "text",
                "inputmode": "numeric",
                "autocomplete": "off",
                "data-discount": view.discount(power),
            },
        )
        for power in by_name(view.duel.for_hire)
    }
    bids = entry.bids if entry else {}
    return _made(SheetForm, fields, {f"{BID}{power}": bids.get(power, 0) for power in view.duel.for_hire})
