"""The forms of the page on which members choose how they are told."""

from datetime import time
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, RadioField, SelectMultipleField, StringField
from wtforms.fields import TimeField
from wtforms.validators import Optional
from wtforms.widgets import CheckboxInput, ListWidget

from models import Channel, User
from models.telling import KINDS
from services.telling.channels import LEADS, kinds_for
from services.telling.senders.outward import LONGEST, AddressRefused
from web.frame.forms import Form, at_most, choices, required
from web.frame.translation import gettext
from web.telling.kinds import kind_names
from web.words.times import duration


class KindsForm(Form):
    """Choose what goes by one channel; each has its own, told apart by the prefix of the names."""

    kinds = SelectMultipleField(
        _l("What you are told"),
        choices=choices(*((kind, kind) for kind in KINDS)),
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )

    @classmethod
    def of(cls, channel: Channel, *, is_sent: bool = False) -> "KindsForm":
        """Return the form of a channel, as it is or as it was sent."""
        source: dict[str, Any] = {} if is_sent else {"formdata": None, "kinds": channel.kinds}
        form = cls(prefix=f"channel-{channel.id}", **source)
        names = kind_names()
        form.kinds.choices = choices(*((kind, names[kind]) for kind in kinds_for(channel.kind)))
        return form


class AddressForm(Form):
    """Add an address of one's own."""

    url = StringField(
        _l("Address of a webhook"),
        [required(_l("Paste an address.")), at_most(LONGEST)],
        description=_l(
            "It begins with https://. For Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL."
        ),
        render_kw={
            "type": "url",
            "inputmode": "url",
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
        },
    )


class BrowserForm(Form):
    """Add the browser that sends this; a script fills it in (static/js/push.js)."""

    endpoint = HiddenField(validators=[required(_l("The browser gave no address.")), at_most(LONGEST)])
    p256dh = HiddenField(validators=[required(_l("The browser gave no key.")), at_most(200)])
    auth = HiddenField(validators=[required(_l("The browser gave no key.")), at_most(200)])
    replaced = HiddenField(validators=[at_most(LONGEST)])


class TimesForm(Form):
    """Choose when one is told."""

    lead = RadioField(_l("Remind me before a deadline"), coerce=int)
    quiet_from = TimeField(_l("Tell me nothing from"), [Optional()])
    quiet_to = TimeField(
        _l("until"),
        [Optional()],
        description=_l("Leave both empty to be told at any hour. Times are those of your time zone."),
    )

    @classmethod
    def of(cls, user: User, *, is_sent: bool = False) -> "TimesForm":
        """Return the form of an account, as it is or as it was sent."""
        chosen = {
            "lead": user.lead_seconds,
            "quiet_from": _shown(user.quiet_from),
            "quiet_to": _shown(user.quiet_to),
        }
        form = cls(**({} if is_sent else {"formdata": None, **chosen}))
        form.lead.choices = choices(*((lead, duration(lead) if lead else gettext("Never")) for lead in LEADS))
        return form

    def quiet(self) -> tuple[int, int] | None:
        """Return the quiet hours in minutes of the day; None where none are wanted."""
        begins, ends = self.quiet_from.data, self.quiet_to.data
        if begins is None or ends is None:
            return None
        return begins.hour * 60 + begins.minute, ends.hour * 60 + ends.minute

    def is_whole(self) -> bool:
        """Refuse one time without the other."""
        for field, other in ((self.quiet_from, self.quiet_to), (self.quiet_to, self.quiet_from)):
            if field.data is None and other.data is not None and not field.errors:
                self.refuse(field.name, gettext("Give both times, or neither."))
        return not self.errors


def _shown(minutes: int | None) -> time | None:
    return None if minutes is None else time(*divmod(minutes, 60))


def why_not_address(error: AddressRefused) -> str:
    """Say why an address is not taken."""
    reasons = {
        "not_https": gettext("The address must begin with https://."),
        "unknown": gettext("No such address was found. Look whether it is whole."),
        "inner": gettext("This address is not on the public internet, so the site does not send there."),
        "not_discord": gettext(
            "This is no webhook of Discord: its address begins with https://discord.com/api/webhooks/."
        ),
    }
    return reasons.get(error.reason, gettext("This is no address."))
