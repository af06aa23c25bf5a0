"""The site as an installed app: offline, it shows the duels as last seen."""

import pytest
from playwright.sync_api import expect

from tests.e2e.people import PHONE
from tests.e2e.playing import begin_duel

pytestmark = pytest.mark.e2e


@pytest.mark.usefixtures("cut_off")
def test_offline_a_member_sees_their_duels_as_last_loaded_until_they_log_out(people, served_database):
    anna = people.member("anna", "fr", device=PHONE, service_workers="allow")
    boris = people.account("boris")
    begin_duel(served_database, anna.number, boris[0])
    anna.go("/duels/")
    anna.page.evaluate("navigator.serviceWorker.ready")
    anna.page.wait_for_function("navigator.serviceWorker.controller")
    anna.go("/duels/")
    anna.page.wait_for_function("caches.has('seen')")
    anna.context.set_offline(offline=True)
    anna.page.goto("/rules")
    expect(anna.page.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    expect(anna.page.locator("#seen")).to_contain_text(boris[1])
    anna.context.set_offline(offline=False)
    expect(anna.page.get_by_role("heading", name="Pas de connexion")).to_have_count(0)
    anna.page.goto("/account")
    anna.page.locator("header form[action='/logout']").evaluate("form => form.requestSubmit()")
    expect(anna.page.locator("header form[action='/logout']")).to_have_count(0)
    assert not anna.page.evaluate("caches.has('seen')")
