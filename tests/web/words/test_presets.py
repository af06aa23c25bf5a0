"""The presets in the viewer's language."""

from services.terms import PRESETS
from web.words.settings import preset_name, preset_summary


def test_every_preset_has_a_name_and_a_summary_of_its_own(language):
    names, summaries = ([say(preset) for preset in PRESETS] for say in (preset_name, preset_summary))
    assert set(names).isdisjoint(PRESETS)
    assert all(summary.endswith(".") for summary in summaries)
    assert len(set(names)) == len(set(summaries)) == len(PRESETS)


def test_a_preset_is_named_in_the_language_of_the_page(language, in_it):
    assert preset_name("beginner") == in_it("Beginners", "Pour débuter")
