"""The page "Notifications" with its forms, and the links that switch one kind off."""

from dataclasses import dataclass
from datetime import time
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from itsdangerous import BadSignature
from sqlalchemy.orm import Session
from wtforms import HiddenField, RadioField, SelectField, SelectMultipleField, StringField
from wtforms.fields import TimeField
from wtforms.validators import Optional
from wtforms.widgets import CheckboxInput, ListWidget

from models import Channel, SecurityEventKind, User
from models.ids import ChannelId, UnsubscribeToken
from models.notifications import KINDS
from services.accounts import security
from services.accounts.account_emails import NotifiedEvent
from services.notifications import channels
from services.notifications.channels import LEADS, kinds_for
from services.notifications.refusals import NotificationRefusal, NotificationRefused
from services.notifications.senders.outward import LONGEST
from services.notifications.senders.push import Subscription, public_key
from services.notifications.senders.webhook import DISCORD_HOSTS, check_discord
from web.accounts.proving import ProofReason, proved_for
from web.core.devices import browser
from web.core.errors import page as error_page
from web.core.forms import Form, at_most, choices, required
from web.core.limits import limited
from web.core.links import see_other
from web.core.login import me, members_only
from web.core.messages import Sentences, refusal_message
from web.core.session import db, end_reading, now, writing
from web.core.translation import gettext
from web.notifications.content import channel_name, kind_names, problem_words, signer, test_words
from web.notifications.ways import vapid, ways
from web.words.times import duration

blueprint = Blueprint("notifications", __name__)


class KindsForm(Form):
    """Choose the kinds of one channel; each channel has its own form, with a prefix for its fields."""

    kinds = SelectMultipleField(
        _l("Notifications"),
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


class WebhookForm(Form):
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
    """Choose when one is notified."""

    lead = RadioField(_l("Remind me before a deadline"), coerce=int)
    again = SelectField(_l("Remind me a second time"), coerce=int, default=0)
    quiet_from = TimeField(_l("Do not disturb from"), [Optional()])
    quiet_to = TimeField(
        _l("until"),
        [Optional()],
        description=_l("Leave both empty for notifications at any hour. Times are in your time zone."),
    )

    @classmethod
    def of(cls, user: User, *, is_sent: bool = False) -> "TimesForm":
        """Return the form of an account, as it is or as it was sent."""
        chosen = {
            "lead": user.lead_seconds,
            "again": user.again_seconds,
            "quiet_from": _shown(user.quiet_from),
            "quiet_to": _shown(user.quiet_to),
        }
        form = cls(**({} if is_sent else {"formdata": None, **chosen}))
        form.lead.choices = choices(*((lead, duration(lead) if lead else gettext("Never")) for lead in LEADS))
        form.again.choices = choices(*((lead, _before(lead) if lead else gettext("No")) for lead in LEADS))
        return form

    def quiet(self) -> tuple[int, int] | None:
        """Return the quiet hours in minutes of the day; None for none."""
        begins, ends = self.quiet_from.data, self.quiet_to.data
        if begins is None or ends is None:
            return None
        return begins.hour * 60 + begins.minute, ends.hour * 60 + ends.minute

    def is_whole(self) -> bool:
        """Refuse one time of the quiet hours without the other, and a second reminder before the first."""
        if self.again.data and self.again.data >= self.lead.data:
            self.refuse("again", gettext("Choose a time nearer to the deadline than the first."))
        for field, other in ((self.quiet_from, self.quiet_to), (self.quiet_to, self.quiet_from)):
            if field.data is None and other.data is not None and not field.errors:
                self.refuse(field.name, gettext("Give both times, or neither."))
        return not self.errors


def _before(seconds: int) -> str:
    return gettext("%(time)s before", time=duration(seconds))


def _shown(minutes: int | None) -> time | None:
    return None if minutes is None else time(*divmod(minutes, 60))


REFUSALS: Sentences = {
    NotificationRefusal.MALFORMED: lambda: gettext("This is no address."),
    NotificationRefusal.NOT_HTTPS: lambda: gettext("The address must begin with https://."),
    NotificationRefusal.UNKNOWN_HOST: lambda: gettext("No such address was found. Look whether it is whole."),
    NotificationRefusal.INNER: lambda: gettext(
        "This address is not on the public internet, so the site does not send there."
    ),
    NotificationRefusal.NOT_DISCORD: lambda: gettext(
        "This is no webhook of Discord: its address begins with https://discord.com/api/webhooks/."
    ),
    NotificationRefusal.SUBSCRIPTION: lambda: gettext(
        "This browser gave an address to which the site cannot send."
    ),
    NotificationRefusal.TOO_MANY_CHANNELS: lambda most: gettext(
        "An account has at most %(most)d channels. Remove one first.", most=most
    ),
}


ADDED = "20 per hour"
ACCOUNT = "account"
LONGEST_DETAIL = 100
WHERE_TOLD = ProofReason(
    _l("This changes who gets notifications about your account and your duels."), "notifications.index"
)
reached = proved_for(WHERE_TOLD)
TESTED = "10 per 10 minutes"


@dataclass(frozen=True)
class ListedChannel:
    """A channel as the page shows it."""

    channel: Channel
    name: str
    form: KindsForm
    test: str

    @property
    def problem(self) -> str:
        """Say why it is switched off; nothing while it is on."""
        return problem_words(self.channel.problem) if self.channel.off_at else ""


@blueprint.get("/account/notifications")
@members_only
def index() -> ResponseReturnValue:
    """Show which notifications the member gets, and by which channels."""
    return notifications_page()


@blueprint.post("/account/notifications/times")
@members_only
def choose_times() -> ResponseReturnValue:
    """Change when the member is notified."""
    form = TimesForm.of(db().get_one(User, me().id), is_sent=True)
    if not (form.validate_on_submit() and form.is_whole()):
        return notifications_page(times=form)
    with writing() as session:
        channels.choose_times(session, me().id, form.lead.data, form.quiet(), now(), form.again.data)
    return saved()


@blueprint.post("/account/notifications/addresses")
@limited(ADDED)
@reached
def add_address() -> ResponseReturnValue:
    """Add a webhook, or a channel of Discord; its address is looked up before anything is locked."""
    form = WebhookForm()
    if not form.validate_on_submit():
        return notifications_page(address=form)
    url = form.url.data.strip()
    kind = "discord" if urlsplit_host(url) in DISCORD_HOSTS else "webhook"
    end_reading()
    try:
        ways().outward.check(check_discord(url) if kind == "discord" else url)
        with writing() as session:
            note(
                session,
                SecurityEventKind.CHANNEL_ADDED,
                channels.add_channel(session, me().id, kind, {"url": url}, now()),
            )
    except NotificationRefused as refused:
        form.refuse("url", refusal_message(refused))
    return notifications_page(address=form) if form.errors else saved()


def urlsplit_host(url: str) -> str | None:
    """Return the host in an address; None if it is not valid."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


@blueprint.post("/account/notifications/browsers")
@limited(ADDED)
@reached
def add_browser() -> ResponseReturnValue:
    """Add the browser that asks, in place of its former subscription."""
    form = BrowserForm()
    address = {name: form[name].data or "" for name in ("endpoint", "p256dh", "auth")}
    end_reading()
    try:
        if form.validate_on_submit():
            Subscription.parse(address)
            ways().outward.check(address["endpoint"])
            with writing() as session:
                added = channels.add_browser(session, me().id, address, form.replaced.data, now())
                note(session, SecurityEventKind.CHANNEL_ADDED, added)
            return saved()
    except NotificationRefused as refused:
        if refused.code is not NotificationRefusal.TOO_MANY_CHANNELS:
            refused = NotificationRefused(NotificationRefusal.SUBSCRIPTION)
        form.refuse("endpoint", refusal_message(refused))
    return notifications_page(browser=form)


@blueprint.post("/account/notifications/channels/<int:channel_id>/kinds")
@members_only
def choose_kinds(channel_id: ChannelId) -> ResponseReturnValue:
    """Change the kinds of a channel."""
    channel = own(channel_id)
    form = KindsForm.of(channel, is_sent=True)
    if not form.validate_on_submit():
        return notifications_page(kinds=(channel_id, form))
    is_about_account = (ACCOUNT in channel.kinds) != (ACCOUNT in form.kinds.data)
    store = reached(store_kinds) if is_about_account else store_kinds
    return store(channel_id, form, is_about_account=is_about_account)


def store_kinds(channel_id: ChannelId, form: KindsForm, *, is_about_account: bool) -> ResponseReturnValue:
    """Store the kinds of a channel; if the change affects account notices, notify the owner first."""
    with writing() as session:
        channel = channels.own_channel(session, me().id, channel_id)
        if is_about_account:
            note(session, SecurityEventKind.CHANNEL_CHANGED, channel)
        channels.choose_kinds(channel, form.kinds.data)
    return saved()


def note(session: Session, kind: NotifiedEvent, channel: Channel) -> None:
    """Note a change of a channel, and notify the owner, naming only the host of its address."""
    user = session.get_one(User, me().id)
    name = channel_name(channel, user.email)[:LONGEST_DETAIL]
    security.note_and_notify(session, user, kind, now(), agent=browser().agent, detail=name)


@blueprint.post("/account/notifications/channels/<int:channel_id>/test")
@limited(TESTED)
@members_only
def send_test(channel_id: ChannelId) -> ResponseReturnValue:
    """Send a test to a channel, like every message."""
    with writing() as session:
        channel = channels.own_channel(session, me().id, channel_id)
        channels.send_test(session, channel, now())
    flash(gettext("The test is on its way. Reload this page to see what became of it."))
    return see_other(url_for("notifications.index"))


@blueprint.post("/account/notifications/channels/<int:channel_id>/again")
@members_only
def try_again(channel_id: ChannelId) -> ResponseReturnValue:
    """Switch a channel on again."""
    with writing() as session:
        channels.switch_on(channels.own_channel(session, me().id, channel_id))
    return saved()


@blueprint.post("/account/notifications/channels/<int:channel_id>/remove")
@reached
def remove(channel_id: ChannelId) -> ResponseReturnValue:
    """Remove a channel."""
    try:
        with writing() as session:
            channel = channels.own_channel(session, me().id, channel_id)
            channels.remove(session, channel)
            note(session, SecurityEventKind.CHANNEL_REMOVED, channel)
    except ValueError:
        return error_page(HTTPStatus.BAD_REQUEST)
    flash(gettext("The channel is removed: nothing goes there any more."))
    return see_other(url_for("notifications.index"))


@blueprint.get("/account/telling", endpoint="former_address")
@blueprint.get("/account/notifications/addresses", endpoint="back_from_address")
@blueprint.get("/account/notifications/browsers", endpoint="back_from_browser")
@blueprint.get("/account/notifications/channels/<int:channel_id>/kinds", endpoint="back_from_kinds")
@blueprint.get("/account/notifications/channels/<int:channel_id>/remove", endpoint="back_from_removing")
def back_to_page(**_: int) -> ResponseReturnValue:
    """Redirect to the page from its former address, or when a form is reloaded."""
    return see_other(url_for("notifications.index"))


def own(channel_id: ChannelId) -> Channel:
    """Find a channel of the member; raises NotFound."""
    return channels.own_channel(db(), me().id, channel_id)


def saved() -> ResponseReturnValue:
    """Say that it is stored."""
    flash(gettext("Saved."))
    return see_other(url_for("notifications.index"))


def notifications_page(
    kinds: tuple[ChannelId, KindsForm] | None = None,
    times: TimesForm | None = None,
    address: WebhookForm | None = None,
    browser: BrowserForm | None = None,
) -> ResponseReturnValue:
    """Render the page, with the form that was refused, if one was."""
    refused = kinds[1] if kinds else times or address or browser
    user = db().get_one(User, me().id)
    found = channels.channels_of(db(), user.id)
    tests = channels.last_tests(db(), [channel.id for channel in found])
    sent = dict([kinds]) if kinds else {}
    page = render_template(
        "notifications/index.html",
        form=refused,
        user=user,
        listed=[
            ListedChannel(
                channel,
                channel_name(channel, user.email),
                sent.get(channel.id) or KindsForm.of(channel),
                test_words(tests.get(channel.id)),
            )
            for channel in found
        ],
        times=times or TimesForm.of(user),
        address=address or WebhookForm(formdata=None),
        browser=browser or BrowserForm(formdata=None),
        key=public_key(vapid()),
        sends_mail=ways().mail is not None,
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK


def init_app(app: Flask) -> None:
    """Let mail programs unsubscribe: they have no CSRF token, only the link's."""
    app.extensions["csrf"].exempt(unsubscribe_now)


@blueprint.get("/unsubscribe/<token>", endpoint="unsubscribe")
def ask(token: UnsubscribeToken) -> ResponseReturnValue:
    """Show what would be switched off, and a button; showing the page changes nothing."""
    return answer(token, is_done=False)


@blueprint.post("/unsubscribe/<token>")
def unsubscribe_now(token: UnsubscribeToken) -> ResponseReturnValue:
    """Switch it off; repeating that changes nothing."""
    read = read_token(token)
    if read is not None:
        with writing() as session:
            channels.untick(session, *read)
    return answer(token, is_done=True)


def read_token(token: UnsubscribeToken) -> tuple[ChannelId, str] | None:
    """Return the channel and the kind in a link; None if it is not ours."""
    try:
        channel_id, kind = signer().loads(token)
        return ChannelId(int(channel_id)), str(kind)
    except (BadSignature, ValueError, TypeError):
        return None


def answer(token: UnsubscribeToken, *, is_done: bool) -> ResponseReturnValue:
    """Say what will be, or was, switched off."""
    read = read_token(token)
    if read is None or read[1] not in kind_names():
        return error_page(HTTPStatus.NOT_FOUND)
    kind = kind_names()[read[1]]
    return render_template("notifications/unsubscribe.html", token=token, kind=kind, is_done=is_done)
