"""The page "Notifications" in a browser that shows push messages."""

import json
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from models import Channel
from tests.e2e.inspection import barriers
from tests.e2e.variants import soak_all_but
from tests.services.notifications.senders.test_push import Browser

pytestmark = [pytest.mark.e2e, pytest.mark.whole_browser]
PAGE = "/account/notifications"
ENDPOINT = "https://1.1.1.1/push/"
SUBSCRIBED = """(keys) => {
  let present = null;
  PushManager.prototype.getSubscription = async () => present;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("refused");
    return (present = { toJSON: () => ({ endpoint: keys.endpoint, keys }) });
  };
}"""


@pytest.fixture
def person(people):
    return people.member("anna", service_workers="allow")


@pytest.fixture
def channels(served_database):
    """Return a function that lists the channels of an account."""

    def listed(number):
        with served_database.reading() as session:
            return session.scalars(select(Channel).where(Channel.user_id == number)).all()

    return listed


def test_a_press_adds_this_device_and_the_browser_shows_what_comes(person, channels):
    """Only the push service of the browser's maker is faked."""
    page = person.page
    keys = Browser(ENDPOINT).address
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(keys)})")
    page.context.grant_permissions(["notifications"])
    page.goto(PAGE)
    page.get_by_role("button", name="Notify me on this device").click()
    page.get_by_text("Saved.").wait_for()
    (channel,) = channels(person.number)
    assert (channel.kind, channel.address["auth"]) == ("push", keys["auth"])
    session = page.context.new_cdp_session(page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
    shown = {"title": "Your turn", "body": "Auction of 1901", "url": page.url, "tag": "message-1"}
    origin = page.evaluate("location.origin")
    told = {"origin": origin, "registrationId": found[0]["registrationId"], "data": json.dumps(shown)}
    session.send("ServiceWorker.deliverPushMessage", told)
    page.wait_for_function(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          const [shown] = await worker.getNotifications();
          return shown && shown.title === "Your turn" && shown.tag === "message-1";
        }"""
    )


def test_a_browser_that_denies_notifications_gets_a_hint_how_to_allow_them(person, channels):
    person.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    person.page.goto(PAGE)
    person.page.get_by_role("button", name="Notify me on this device").click()
    person.page.get_by_text("The browser does not allow messages of this site.").wait_for()
    assert channels(person.number) == []


def test_permission_is_asked_for_only_after_a_press(person):
    person.page.add_init_script("Notification.requestPermission = async () => { window.wasAsked = true; }")
    person.page.goto(PAGE)
    person.page.get_by_role("button", name="Notify me on this device").wait_for()
    person.page.evaluate("navigator.serviceWorker.ready")
    assert person.page.evaluate("window.wasAsked") is None


@pytest.mark.parametrize("language", soak_all_but(["en", "fr"], 1))
def test_the_page_has_no_barriers(people, served_database, language):
    person = people.member("anna", language)
    with served_database.writing() as session:
        for kind, off_at in (("webhook", None), ("discord", datetime.now(UTC))):
            address = {"url": "https://a-long-name-of-a-receiver.example/hook", "secret": "s" * 32}
            session.add(
                Channel(
                    user_id=person.number,
                    kind=kind,
                    address=address,
                    kinds=["turn"],
                    created_at=datetime.now(UTC),
                    off_at=off_at,
                    problem="gone" if off_at else None,
                )
            )
    person.page.goto(PAGE)
    for closed in person.page.locator("details").all():
        closed.evaluate("details => details.open = true")
    assert barriers(person.page) == []
