"""The words of the game in templates."""

from models.account import LANGUAGES
from web.core.translation import in_language

PAGE = '{{ 0.62 | share }} {{ "beginner" | preset }}'


def test_names_of_constants_are_in_the_language_of_each_page(site):
    said = []
    page = None
    for language in LANGUAGES:
        with site.test_request_context(), in_language(language):
            page = page or site.jinja_env.from_string(PAGE)  # compiled in the language of the first viewer
            said.append(page.render())
    assert said == ["62% Beginners", "62\u00a0% Pour débuter"]
