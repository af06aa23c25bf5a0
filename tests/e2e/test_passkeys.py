"""Passkeys in a real browser: created on the security page, used to log in, refused when copied."""

import pytest
from playwright.sync_api import expect

from tests.fixtures_site import PASSWORD

pytestmark = [pytest.mark.e2e, pytest.mark.whole_browser]
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """The authenticator of a browser."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.number = {"authenticatorId": made["authenticatorId"]}

    def set_counter_back(self):
        """Set the passkey's counter back, as in a copy made early."""
        (passkey,) = self.session.send("WebAuthn.getCredentials", self.number)["credentials"]
        self.session.send("WebAuthn.clearCredentials", self.number)
        self.session.send("WebAuthn.addCredential", self.number | {"credential": passkey | {"signCount": 0}})

    def verify(self, *, is_owner):
        """Set whether the device verifies its owner."""
        self.session.send("WebAuthn.setUserVerified", self.number | {"isUserVerified": is_owner})


@pytest.fixture
def named(served):
    """Return the site's address with a host name: passkeys do not work with IP addresses."""
    return served.named


@pytest.fixture
def arrive(people, named):
    """Return a function that registers Anna with a device for passkeys and creates one.

    at_once: the browser offers it at the name field, and the device accepts without asking.
    """

    def arrive(*, at_once):
        person = people.visitor()
        person.number, name = people.account("anna")
        person.device = Device(person.page)
        if not at_once:
            person.page.add_init_script("delete PublicKeyCredential.isConditionalMediationAvailable")
        person.go(f"{named}/login?next=/account/security")
        person.fill_in(name=name, password=PASSWORD)
        person.press("main form[action='/login'] button[type=submit]")
        person.press("form[action='/account/passkeys/new'] button")
        person.fill_in(name="My phone")
        person.press("form[data-options] button")
        expect(person.page.locator("[aria-labelledby='passkeys-heading']")).to_contain_text("My phone")
        log_out(person, named)
        return person

    return arrive


def log_out(person, named):
    person.go(f"{named}/account")
    person.press("header form[action='/logout'] button")


def test_a_passkey_is_made_and_logs_in_by_its_button(arrive, named):
    anna = arrive(at_once=False)
    anna.go(f"{named}/login?next=/challenges/")
    anna.page.locator("#remember").check()
    anna.press("[data-passkey] button")
    assert anna.path == "/challenges/"
    assert "remember_token" in {cookie["name"] for cookie in anna.page.context.cookies()}


def test_a_browser_offers_the_passkey_where_the_name_is_typed(arrive, named):
    anna = arrive(at_once=True)
    anna.page.goto(f"{named}/login?next=/challenges/")
    anna.page.wait_for_url(f"{named}/challenges/")


def test_neither_another_user_of_the_device_nor_a_copied_passkey_gets_in(arrive, named):
    anna = arrive(at_once=False)
    anna.device.verify(is_owner=False)
    anna.go(f"{named}/login")
    anna.page.locator("[data-passkey] button").click()
    expect(anna.page.locator("[data-says]")).to_contain_text("No passkey was used")
    anna.device.verify(is_owner=True)
    anna.device.set_counter_back()
    assert anna.press("[data-passkey] button").status == 422
    expect(anna.page.get_by_role("alert")).to_contain_text("No account here uses this passkey")
