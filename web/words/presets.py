"""The presets in the reader's language."""

from intimate.variants import even
from web.frame.translation import gettext


def preset_name(preset: str) -> str:
    """The name of a preset."""
    names = {
        "intimate": gettext("Intimate Diplomacy"),
        "beginner": gettext("Beginners"),
        "njudge": gettext("As on njudge"),
        "intimate-2": gettext("Intimate 2, by Dave Allen"),
        "dueldip": gettext("DuelDip"),
        "even": gettext("Even chances"),
        "world-war-one": gettext("World War One"),
    }
    return names.get(preset, preset)


def preset_summary(preset: str) -> str:
    """Say the peculiarity of a preset."""
    summaries = {
        "intimate": gettext("The classic rules: sealed bids, and the risk of bidding more than you have."),
        "beginner": gettext("The classic rules without that risk: nobody can bid more than they have."),
        "njudge": gettext("As njudge 1.7 ran it by e-mail: half price only where both had bid."),
        "intimate-2": gettext("Other credits at the start, a discount for loyalty, and both overbid lose."),
        "dueldip": gettext("Twelve credits each year, nothing kept, no overbids; eighteen centres win."),
        "even": even_summary(is_measured=even.TABLES[-1].measured is not None),
        "world-war-one": gettext("Three powers against three, without auctions, to learn how units move."),
    }
    return summaries.get(preset, "")


def even_summary(*, is_measured: bool) -> str:
    """Say the peculiarity of the preset whose credits are measured."""
    if is_measured:
        return gettext(
            "The classic rules, with other credits for those pairs of home powers of which it is sure which "
            "one needs more."
        )
    return gettext(
        "The classic rules, with credits for each pair of home powers; they are the usual ones until they "
        "have been measured."
    )
