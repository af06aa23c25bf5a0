"""The labels of form fields, for a form that is shown again outside its page."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, PasswordField, StringField, TimeField
from wtforms.fields.core import UnboundField

from adjudicator import Power
from web.core.forms import Form, IntegerField
from web.core.translation import gettext
from web.words.names import NAMES, definite_name, power_name

TYPED = StringField, IntegerField, TimeField
UNSEEN = HiddenField, PasswordField
ASKED_ONLY = frozenset({"player"})
"""Fields that are typed only in searches of the archive, in an address; elsewhere the page fills them in."""
IN_SEVERAL: Mapping[str, str] = {
    "all": _l("Orders of all powers"),
    "amount": _l("How much"),
    "email": _l("E-mail address"),
    "name": _l("Name"),
    "orders": _l("Orders"),
    "reason": _l("Reason"),
    "text": _l("Text"),
    "year": _l("Year"),
}
"""Fields with a different label in each form, or in none."""
OF_POWERS: Mapping[str, str] = {
    "centres": _l("Centres"),
    "credits": _l("Credits at the start"),
    "missed": _l("Seasons missed"),
    "name": _l("Name"),
    "sheet": _l("Orders"),
}
OF_A_POWER = re.compile(rf"(bid|{'|'.join(OF_POWERS)})_(?i:({'|'.join(NAMES)}))")
IN_MENUS: Mapping[str, str] = {"order_": _l("Order"), "winter_": _l("Order")}
RANK = re.compile(r"rank_([1-7])")

Field = tuple[str, str]
"""The name of a field, and what it holds."""


def typed_fields(fields: Iterable[Field]) -> list[tuple[str, str, str]]:
    """List the typed fields: label, name and content of each."""
    return [(label, name, value) for name, value in fields if (label := field_label(name))]


def other_fields(fields: Iterable[Field]) -> list[Field]:
    """List hidden fields and choices, which mean nothing outside their page."""
    return [(name, value) for name, value in fields if not field_label(name)]


def field_label(name: str) -> str | None:
    """Return the label of a field in the language of the page; None for a field that is not typed."""
    if of_power := OF_A_POWER.fullmatch(name):
        what, power = of_power[1], Power(of_power[2].upper())
        if what == "bid":
            return gettext("Bid for %(power)s", power=definite_name(power))
        return gettext("%(power)s: %(what)s", power=power_name(power), what=OF_POWERS[what])
    if rank := RANK.fullmatch(name):
        return gettext("Choice %(rank)d", rank=int(rank[1]))
    label = IN_SEVERAL.get(name) or IN_MENUS.get("".join(name.partition("_")[:2])) or _labels().get(name)
    return str(label) if label else None


@cache
def _labels() -> Mapping[str, str]:
    """The labels of the typed fields of all forms, by name."""
    return dict(labels_of_forms())


def labels_of_forms() -> Iterator[Field]:
    """Yield the name and the label of each typed field, form by form."""
    forms: list[type[Form]] = [Form]
    for form in forms:
        forms += form.__subclasses__()
        for name in dir(form):
            field = getattr(form, name)
            is_shown = (
                isinstance(field, UnboundField) and is_typed(field.field_class) and name not in ASKED_ONLY
            )
            if is_shown and field.args:
                yield name, field.args[0]


def is_typed(kind: type) -> bool:
    """Tell whether a kind of field is typed in, and may be shown."""
    return issubclass(kind, TYPED) and not issubclass(kind, UNSEEN)
