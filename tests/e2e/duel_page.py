"""The page of a duel as a player uses it."""

from playwright.sync_api import expect

STORE, READY = "button[type='submit']:not([name='ready'])", "button[name='ready']"
HAND_IN = "#ready-section form[action$='/ready']"


def act_form(kind):
    """Return the selector for the form of an act, not for its confirmation."""
    return f".acts :not(dialog) > form[action$='/acts/{kind}']"


class DuelPage:
    """One player at the page of their duel."""

    def __init__(self, person, path):
        self.person = person
        self.page = person.page
        self.path = path

    def open(self):
        self.person.go(self.path)
        return self

    @property
    def phase(self):
        """The phase of the page's forms; None if it has no forms."""
        fields = self.page.locator("input[name='phase']")
        return fields.first.get_attribute("value") if fields.count() else None

    def enter(self, entry):
        """Fill in the fields of the phase, without sending."""
        self.rank(entry.get("homes", ()))
        for power, bid in entry.get("bids", {}).items():
            self.page.locator(f"[name='bid_{power}']").fill(str(bid))
        for power, orders in entry.get("orders", {}).items():
            for number, order in enumerate(orders):
                self.choose(self.field(power, number, order), order)

    def has_scripts(self):
        """Whether the page saves by itself, and so hides its save buttons."""
        return not self.page.locator("form.entry .without-scripts").first.is_visible()

    def rank(self, powers):
        """Rank powers by taps, or by menus without scripts."""
        for rank, power in enumerate(powers, 1):
            if self.has_scripts():
                self.page.locator(f"[data-chip='{power}']").click()
            else:
                self.choose(f"rank_{rank}", power)

    def field(self, power, number, order):
        """Return the menu for an order: that of its unit or, in winter, that of its power and number."""
        winter = f"winter_{power}_{number}"
        return winter if self.phase.startswith("W") else f"order_{order.split()[1].partition('/')[0]}"

    def choose(self, name, value):
        self.page.locator(f"select[name='{name}']").select_option(value)

    def type(self, text):
        """Type orders, without sending."""
        if not self.page.locator("details.typed[open]").count():
            self.page.locator("details.typed summary").click()
        self.page.locator("textarea[name='orders']").fill(text)

    def store(self):
        """Press the save button, or wait until the page has saved by itself."""
        if self.has_scripts():
            self.is_stored()
            return None
        return self.person.press(f"form.entry {STORE}")

    def is_stored(self):
        """Wait until the page says that everything is saved."""
        words = {"en": "Saved", "fr": "Enregistré"}[self.person.language]
        expect(self.page.locator("[data-entry-state]")).to_contain_text(words)

    def store_and_say_ready(self):
        """Save and hand in with one press."""
        if self.has_scripts():
            self.page.locator(f"{HAND_IN} button").wait_for()
            return self.say_ready()
        return self.person.press(f"form.entry {READY}")

    def store_typed(self):
        return self.person.press(f"form[action$='/typed'] {STORE}")

    def store_typed_and_say_ready(self):
        return self.person.press(f"form[action$='/typed'] {READY}")

    def say_ready(self):
        return self.person.press(f"{HAND_IN} button")

    def answer_yes(self):
        """Confirm in the dialogue."""
        return self.person.press("dialog[open] button.danger, .question button.danger")

    def take_ready_back(self):
        return self.person.press("form[action$='/unready'] button")

    def act(self, kind):
        """Press the button of an act that needs no confirmation."""
        return self.person.press(f"{act_form(kind)} > button")

    def begin(self, kind):
        """Press the button of an act that needs a confirmation: its dialogue opens."""
        self.page.locator(f"{act_form(kind)} > button").click()

    def can(self, kind):
        return self.page.locator(act_form(kind)).count() == 1

    def is_ready(self):
        return self.page.locator("form[action$='/unready']").count() == 1

    def chosen(self, name):
        return self.page.locator(f"[name='{name}']").input_value()

    def typed(self):
        return self.page.locator("textarea[name='orders']").input_value()

    def problems(self):
        return self.person.says("[role='alert']")

    def warned(self, name):
        """Whether a warning of the bid sheet is visible; the page must have it, visible or not."""
        warning = self.page.locator(f"[data-warn='{name}']")
        assert warning.count() == 1
        return warning.is_visible()

    def chapters(self):
        """List the addresses of all past chapters, oldest first."""
        links = self.page.locator(".years a")
        return [links.nth(number).get_attribute("href") for number in range(links.count())]
