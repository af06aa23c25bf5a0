"""The variants of the regulation of Anjou (004 II): Survivor Turkey, Sandad, Escalation."""

import pytest

from adjudicator import Phase
from games import (
    EventKind,
    GameError,
    GameEvent,
    GameFault,
    GameStage,
    Seat,
    Variant,
    begin,
    happen,
    play,
    usual_terms,
)
from games.terms import SANDAD_CLOSED
from tests.games.tables import at, centres, go, only, sheets, table, units


def turkey():
    return table(6, Variant.SURVIVOR_TURKEY)


def test_turkey_moves_by_itself_in_the_first_spring():
    """004 II: F Ankara - Constantinople, A Constantinople - Bulgarie, A Smyrne - Ankara."""
    assert units(go(turkey()), "TURKEY") == ["A ANK", "A BUL", "F CON"]


def test_turkey_stands_in_the_first_autumn():
    """004 II: F Constantinople S A Bulgarie; the two others hold."""
    chapter = play(go(turkey()), {})
    assert list(map(str, chapter.given["TURKEY"])) == ["F CON S A BUL", "A BUL H", "A ANK H"]


def test_turkey_builds_an_army_in_smyrna_and_nothing_afterwards():
    """004 II: +A Smyrne in the adjustments of 1901; no build afterwards even where it could."""
    winter = go(go(turkey()))
    after = winter if winter.phase.kind == "M" else go(winter)
    assert units(after, "TURKEY") == ["A ANK", "A BUL", "A SMY", "F CON"]
    later = at(
        turkey(), "W1902A", {"TURKEY": ["F CON"], "FRANCE": ["A PAR"]}, {"TURKEY": ["ANK", "CON", "SMY"]}
    )
    assert units(play(later, {}).after, "TURKEY") == ["F CON"]


@pytest.mark.parametrize(
    ("standing", "ordered"),
    [
        (
            ["F CON", "A BUL", "A ANK", "A SMY"],
            ["A ANK S A SMY", "A BUL S F CON", "A SMY S A ANK", "F CON S A BUL"],
        ),
        (["F CON", "A ANK"], ["A ANK H", "F CON H"]),
        (["A BUL", "A SMY"], ["A BUL H", "A SMY H"]),
    ],
)
def test_turkish_units_support_each_other_while_both_stand(standing, ordered):
    """004 II: or hold when the other one is there no more."""
    chapter = play(at(turkey(), "S1902M", {"TURKEY": standing, "FRANCE": ["A PAR"]}), {})
    assert sorted(map(str, chapter.given["TURKEY"])) == ordered


def test_a_turkish_unit_that_has_to_retreat_is_dispersed():
    """004 II: annihilated, or forced to retreat and then dispersed."""
    game = at(turkey(), "S1902M", {"TURKEY": ["A BUL"], "AUSTRIA": ["A SER", "A RUM"]})
    after = go(game, AUSTRIA="A Ser - Bul\nA Rum S A Ser - Bul")
    assert units(after, "TURKEY") == []
    assert after.phase == Phase.parse("F1902M")


def test_a_latecomer_takes_turkey_over_and_the_seasons_missed_are_noted():
    """004 II: a latecomer can replace Turkey during the game."""
    after_one = go(turkey())
    joined = happen(after_one, GameEvent(EventKind.JOINED, name="Gil", power="TURKEY")).after
    assert (joined.seats[-1].since, joined.seats[-1].powers) == (1, ("TURKEY",))
    assert not joined.automatic
    assert "TURKEY" in joined.awaited
    assert units(go(joined, TURKEY="A Bul - Gre"), "TURKEY")[:2] == ["A ANK", "A GRE"]


def test_turkey_is_given_to_nobody_at_the_beginning():
    terms = usual_terms(Variant.SURVIVOR_TURKEY)
    given = [Seat("Anna", ("TURKEY",)), *table(6, Variant.SURVIVOR_TURKEY).seats[1:]]
    with pytest.raises(GameError) as refused:
        begin(terms, given)
    assert refused.value.fault is GameFault.UNKNOWN_POWER


def test_sandad_is_won_with_fourteen_of_twenty_seven_centres():
    """004 II: carte à 27 centres et solo à 14."""
    game = table(5, Variant.SANDAD)
    open_centres = game.position.board.centres - SANDAD_CLOSED
    assert (len(open_centres), game.terms.goal, len(SANDAD_CLOSED)) == (27, 14, 12)
    assert units(game, "RUSSIA") == units(game, "TURKEY") == []


def test_nobody_enters_russia_or_turkey_in_sandad():
    """004 II: they are impassable."""
    game = at(table(5, Variant.SANDAD), "S1902M", {"GERMANY": ["A PRU"], "AUSTRIA": ["A GAL"]})
    chapter = play(game, sheets(game, GERMANY="A Pru - Lvn", AUSTRIA="A Gal - War"))
    assert units(chapter.after, "GERMANY") == ["A PRU"]
    (outcome,) = chapter.outcomes["GERMANY"].values()
    assert outcome.reason.cause == "closed"


def test_nobody_retreats_into_russia_or_turkey_in_sandad():
    """004 II: they are impassable to those who retreat, too."""
    game = at(
        table(5, Variant.SANDAD),
        "S1902M",
        {"GERMANY": ["A PRU"], "AUSTRIA": ["A SIL", "A BER"], "ENGLAND": ["F BAL"]},
    )
    after = go(game, AUSTRIA="A Sil - Pru\nA Ber S A Sil - Pru")
    assert after.phase == Phase.parse("F1902M")
    assert units(after, "GERMANY") == []


ROUNDS = {
    4: [
        "PAR LON BER VIE",
        "BRE EDI KIE BUD",
        "MAR LVP MUN TRI",
        "SPA NWY DEN SER",
        "POR SWE HOL GRE",
        "BEL STP WAR RUM",
    ],
    5: [
        "PAR LON BER VIE ROM",
        "BRE EDI KIE BUD NAP",
        "MAR LVP MUN TRI VEN",
        "SPA NWY DEN SER TUN",
        "POR SWE HOL GRE CON",
    ],
}
PICKS = {players: [code for turn in rounds for code in turn.split()] for players, rounds in ROUNDS.items()}
GIVEN_UP = {4: ["BEL", "STP", "WAR", "RUM"], 5: ["POR", "SWE", "HOL", "GRE", "CON"]}


def chosen(players):
    game = table(players, Variant.ESCALATION)
    for code in PICKS[players]:
        game = happen(game, GameEvent(EventKind.CHOSE, game.turn, places=(code,))).after
    assert game.stage is GameStage.GIVING_UP
    for code in GIVEN_UP[players]:
        game = happen(game, GameEvent(EventKind.GAVE_UP, game.turn, places=(code,))).after
    return game


@pytest.mark.parametrize(("players", "centres_each"), [(4, 5), (5, 4)])
def test_each_chooses_centres_in_turn_and_gives_one_up(players, centres_each):
    """004 II: six and five left for four players, five and four left for five."""
    game = chosen(players)
    assert {len(centres(game, power)) for power in game.played} == {centres_each}
    assert (game.stage, str(game.phase)) == (GameStage.SHEETS, "W1900A")


def test_a_centre_is_chosen_once_and_in_turn():
    """004 II: nobody can choose a centre that is chosen already."""
    game = happen(table(4, Variant.ESCALATION), GameEvent(EventKind.CHOSE, 1, places=("PAR",))).after
    for event, why in [
        (GameEvent(EventKind.CHOSE, 2, places=("PAR",)), GameFault.TAKEN),
        (GameEvent(EventKind.CHOSE, 1, places=("LON",)), GameFault.TURN),
        (GameEvent(EventKind.CHOSE, 2, places=("BUR",)), GameFault.NOT_A_CENTRE),
        (GameEvent(EventKind.CHOSE, 2), GameFault.NOT_A_CENTRE),
        (GameEvent(EventKind.GAVE_UP, 2, places=("PAR",)), GameFault.NOT_NOW),
    ]:
        with pytest.raises(GameError) as refused:
            happen(game, event)
        assert refused.value.fault is why


def test_the_first_adjustments_say_what_each_begins_with():
    """004 II: each chooses the nature of the units, or does not mobilise in full."""
    game = chosen(4)
    first, second = game.played[:2]
    after = go(game, **{first: "A Par, F Bre, A Mar", second: "F Lon, F Edi, F Lvp, F Nwy, F Swe"})
    assert str(after.phase) == "S1901M"
    assert units(after, first) == ["A MAR", "A PAR", "F BRE"]
    assert units(after, second) == ["F EDI", "F LON", "F LVP", "F NWY", "F SWE"]


def test_after_the_first_autumn_each_names_three_home_centres():
    """004 II: before the adjustments, among the centres that they still have or have gained."""
    game = chosen(4)
    first = game.played[0]
    game = go(game, **{first: "A Par"})
    game = go(game, **{first: "A Par - Pic"})
    game = go(game, **{first: "A Pic - Bel"})
    assert (game.stage, str(game.phase)) == (GameStage.NAMING_HOMES, "W1901A")
    assert "BEL" in centres(game, first)
    with pytest.raises(GameError) as refused:
        play(game, {})
    assert refused.value.fault is GameFault.NOT_NOW
    for places, why in [(("BEL", "PAR"), GameFault.HOMES), (("BEL", "PAR", "LON"), GameFault.NOT_OWNED)]:
        with pytest.raises(GameError) as refused:
            happen(game, GameEvent(EventKind.NAMED_HOMES, power=first, places=places))
        assert refused.value.fault is why
    game = happen(game, GameEvent(EventKind.NAMED_HOMES, power=first, places=("BEL", "PAR", "MAR"))).after
    for power in game.unnamed:
        game = happen(
            game, GameEvent(EventKind.NAMED_HOMES, power=power, places=centres(game, power)[:3])
        ).after
    assert game.stage is GameStage.SHEETS
    assert set(game.position.board.homes[first]) == {"BEL", "PAR", "MAR"}
    after = play(game, only(game, **{first: "A Par, F Bre, A Mar"})).after
    assert units(after, first) == ["A BEL", "A MAR", "A PAR"]
