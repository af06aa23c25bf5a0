"""The page "How you are told", and what its forms do."""

from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, flash, render_template, url_for
from flask.typing import ResponseReturnValue

from models import Channel, User
from services.telling import channels
from services.telling.senders.outward import AddressRefused
from services.telling.senders.push import Subscription, SubscriptionRefused, public_key
from services.telling.senders.webhook import DISCORD_HOSTS, check_discord
from web.frame.errors import page as error_page
from web.frame.limits import limiter
from web.frame.links import see_other
from web.frame.login import me, members_only
from web.frame.session import db, end_reading, now, writing
from web.frame.translation import gettext
from web.telling import unsubscribing
from web.telling.forms import AddressForm, BrowserForm, KindsForm, TimesForm, why_not_address
from web.telling.kinds import channel_name, problem_words, test_words
from web.telling.ways import vapid, ways

blueprint = Blueprint("telling", __name__)
unsubscribing.register(blueprint)
ADDED = "20 per hour"
TESTED = "10 per 10 minutes"


@blueprint.errorhandler(channels.UnknownChannel)
def unknown(_: channels.UnknownChannel) -> ResponseReturnValue:
    """Answer alike for a channel of somebody else and for one that does not exist."""
    return error_page(HTTPStatus.NOT_FOUND)


@dataclass(frozen=True)
class Listed:
    """A channel as the page shows it."""

    channel: Channel
    name: str
    form: KindsForm
    test: str

    @property
    def problem(self) -> str:
        """Say why it is switched off; nothing while it is on."""
        return problem_words(self.channel.problem) if self.channel.off_at else ""


@blueprint.get("/account/telling")
@members_only
def index() -> ResponseReturnValue:
    """Show how the reader is told."""
    return telling_page()


@blueprint.post("/account/telling/times")
@members_only
def choose_times() -> ResponseReturnValue:
    """Change when the reader is told."""
    form = TimesForm.of(db().get_one(User, me().id), is_sent=True)
    if not (form.validate_on_submit() and form.is_whole()):
        return telling_page(times=form)
    with writing() as session:
        channels.choose_times(session, me().id, form.lead.data, form.quiet(), now())
    return saved()


@blueprint.post("/account/telling/addresses")
@limiter.limit(ADDED)
@members_only
def add_address() -> ResponseReturnValue:
    """Add a webhook, or a channel of Discord; its address is looked up before anything is locked."""
    form = AddressForm()
    if not form.validate_on_submit():
        return telling_page(address=form)
    url = form.url.data.strip()
    kind = "discord" if urlsplit_host(url) in DISCORD_HOSTS else "webhook"
    end_reading()
    try:
        ways().outward.check(check_discord(url) if kind == "discord" else url)
        with writing() as session:
            channels.add_channel(session, me().id, kind, {"url": url}, now())
    except AddressRefused as error:
        form.refuse("url", why_not_address(error))
    except channels.TooManyChannels:
        form.refuse("url", too_many())
    return telling_page(address=form) if form.errors else saved()


def urlsplit_host(url: str) -> str | None:
    """Return the host that an address names; None where it is no address."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


@blueprint.post("/account/telling/browsers")
@limiter.limit(ADDED)
@members_only
def add_browser() -> ResponseReturnValue:
    """Add the browser that asks, in place of what it was before."""
    form = BrowserForm()
    address = {name: form[name].data or "" for name in ("endpoint", "p256dh", "auth")}
    end_reading()
    try:
        if form.validate_on_submit():
            Subscription.parse(address)
            ways().outward.check(address["endpoint"])
            with writing() as session:
                channels.add_browser(session, me().id, address, form.replaced.data, now())
            return saved()
    except (AddressRefused, SubscriptionRefused):
        form.refuse("endpoint", gettext("This browser gave an address to which the site cannot send."))
    except channels.TooManyChannels:
        form.refuse("endpoint", too_many())
    return telling_page(browser=form)


@blueprint.post("/account/telling/channels/<int:channel_id>/kinds")
@members_only
def choose_kinds(channel_id: int) -> ResponseReturnValue:
    """Change what goes by a channel."""
    form = KindsForm.of(own(channel_id), is_sent=True)
    if not form.validate_on_submit():
        return telling_page(kinds=(channel_id, form))
    with writing() as session:
        channels.choose_kinds(channels.own_channel(session, me().id, channel_id), form.kinds.data)
    return saved()


@blueprint.post("/account/telling/channels/<int:channel_id>/test")
@limiter.limit(TESTED)
@members_only
def send_test(channel_id: int) -> ResponseReturnValue:
    """Let a channel be tried, the way every message goes."""
    with writing() as session:
        channel = channels.own_channel(session, me().id, channel_id)
        channels.send_test(session, channel, now())
    flash(gettext("The test is on its way. Reload this page to see what became of it."))
    return see_other(url_for("telling.index"))


@blueprint.post("/account/telling/channels/<int:channel_id>/again")
@members_only
def try_again(channel_id: int) -> ResponseReturnValue:
    """Switch a channel on again."""
    with writing() as session:
        channels.switch_on(channels.own_channel(session, me().id, channel_id))
    return saved()


@blueprint.post("/account/telling/channels/<int:channel_id>/remove")
@members_only
def remove(channel_id: int) -> ResponseReturnValue:
    """Remove a channel."""
    try:
        with writing() as session:
            channels.remove(session, channels.own_channel(session, me().id, channel_id))
    except channels.ChoiceRefused:
        return error_page(HTTPStatus.BAD_REQUEST)
    flash(gettext("The channel is removed: nothing goes there any more."))
    return see_other(url_for("telling.index"))


@blueprint.get("/service-worker.js")
def service_worker() -> Response:
    """Answer with the script that shows messages while no page is open; at the top, so that it serves all."""
    response = current_app.send_static_file("js/service-worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response


def own(channel_id: int) -> Channel:
    """Find a channel of the reader; raises UnknownChannel."""
    return channels.own_channel(db(), me().id, channel_id)


def saved() -> ResponseReturnValue:
    """Say that it is stored."""
    flash(gettext("Saved."))
    return see_other(url_for("telling.index"))


def too_many() -> str:
    """Say that there is no room for another channel."""
    return gettext("An account has at most %(most)d channels. Remove one first.", most=channels.MOST)


def telling_page(
    kinds: tuple[int, KindsForm] | None = None,
    times: TimesForm | None = None,
    address: AddressForm | None = None,
    browser: BrowserForm | None = None,
) -> ResponseReturnValue:
    """Render the page, with the form that was refused, if one was."""
    refused = kinds[1] if kinds else times or address or browser
    user = db().get_one(User, me().id)
    found = channels.channels_of(db(), user.id)
    tests = channels.last_tests(db(), [channel.id for channel in found])
    sent = dict([kinds]) if kinds else {}
    page = render_template(
        "telling/index.html",
        form=refused,
        user=user,
        listed=[
            Listed(
                channel,
                channel_name(channel, user.email),
                sent.get(channel.id) or KindsForm.of(channel),
                test_words(tests.get(channel.id)),
            )
            for channel in found
        ],
        times=times or TimesForm.of(user),
        address=address or AddressForm(formdata=None),
        browser=browser or BrowserForm(formdata=None),
        key=public_key(vapid()),
        sends_mail=ways().mail is not None,
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
