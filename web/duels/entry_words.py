"""The words that the scripts say while something is entered; they put what changes into the braces."""

from collections.abc import Mapping

from web.frame.translation import gettext


def entry_words() -> Mapping[str, str]:
    """List the sentences about storing, and about a list of powers that is being made."""
    return {
        "stored": gettext("Stored %(time)s", time="{time}"),
        "storing": gettext("Storing…"),
        "offline": gettext("Not stored: no connection. It is tried again by itself."),
        "refused": gettext("Not stored: %(problem)s", problem="{problem}"),
        "typed": gettext("What you typed is not stored yet: store it, or take it out."),
        "error": gettext("Error") + gettext(":"),
        "chosen": gettext("%(count)s of 7 chosen: stored once all seven are.", count="{count}"),
        "kept": gettext("Until then the list counts that is stored."),
        "none": gettext("No power is chosen yet."),
        "unfinished": gettext("Rank all seven powers, or let the rest be drawn by lot."),
        "ranked": gettext("%(power)s: choice %(rank)s", power="{power}", rank="{rank}"),
        "out": gettext("%(power)s is taken out.", power="{power}"),
        "byLot": gettext("The rest was drawn by lot: change it as you like."),
    }
