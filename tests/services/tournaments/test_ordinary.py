"""Results of ordinary games entered by hand (source 004, VII)."""

from fractions import Fraction

import pytest

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from services.tournaments import rulings
from services.tournaments.ordinary import GameResult, PowerResult, check_results, enter_results
from services.tournaments.refusals import TournamentRefusal
from tests.fixtures_duels import NOON
from tests.refusing import refuses
from tests.services.tournaments.conftest import EIGHT, ORGANISER

POWERS = standard().powers
GAMES = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False), RoundPlan(duels=False)))
PLAYED = {
    power: PowerResult(name, centres)
    for power, name, centres in zip(
        POWERS, (*EIGHT[:3], "Jean", "Kim", "Léo", "Mia"), (9, 7, 6, 5, 4, 3, 0), strict=True
    )
}


def altered(power, **values):
    """Return the powers of a game with one of them changed."""
    before = PLAYED[power]
    fields = {"name": before.name, "centres": before.centres, "eliminated": before.eliminated, "missed": 0}
    return {**PLAYED, power: PowerResult(**{**fields, **values})}


@pytest.mark.parametrize("solo", [0, 19])
def test_a_game_is_won_with_one_to_eighteen_centres(solo):
    """The table of points ends with 18."""
    with refuses(TournamentRefusal.RESULTS) as error:
        check_results(GameResult(1, 1, PLAYED, solo=solo))
    assert error.value.values["faults"] == {"solo": "solo"}


@pytest.mark.parametrize(
    ("faults", "powers"),
    [
        ({f"name_{POWERS[1]}": "twice"}, altered(POWERS[1], name="ANNA")),
        ({f"name_{POWERS[1]}": "name"}, altered(POWERS[1], name=" ")),
        ({f"name_{POWERS[1]}": "name"}, altered(POWERS[1], name="\0")),
        ({f"name_{POWERS[1]}": "twice"}, altered(POWERS[1], name="an\0na")),
        ({f"centres_{POWERS[0]}": "centres", "powers": "sum"}, altered(POWERS[0], centres=35)),
        ({"powers": "sum"}, altered(POWERS[0], centres=10)),
        ({f"missed_{POWERS[2]}": "missed"}, altered(POWERS[2], missed=14)),
        ({f"replaced_{POWERS[2]}": "twice"}, altered(POWERS[2], replaced="ANNA")),
        ({f"replaced_{POWERS[2]}": "name"}, altered(POWERS[2], replaced="x" * 41)),
        ({f"relief_{POWERS[2]}": "relief"}, altered(POWERS[2], replaced="Zoe", relief=41)),
        ({f"farthest_{POWERS[2]}": "farthest"}, altered(POWERS[2], farthest=21)),
        ({"powers": "players"}, dict(list(PLAYED.items())[:3])),
        ({"powers": "all_out"}, {power: PowerResult(f"x{power}", 0) for power in POWERS}),
    ],
)
def test_impossible_results_are_refused_at_their_fields(faults, powers):
    with refuses(TournamentRefusal.RESULTS) as error:
        check_results(GameResult(1, 1, powers))
    assert error.value.values["faults"] == faults


def entered(played, powers=PLAYED, reason="", by=ORGANISER, number=1):
    with played.database.writing() as session:
        result = GameResult(number, 1, powers)
        enter_results(session, played.token, played.ids[by], result, reason, NOON)


def test_results_give_baf_scores_and_names_without_accounts_take_part_by_name(cup):
    """The annex: 9 centres before 7 are 52.143; a single game counts 110 percent (VII)."""
    played = cup(*EIGHT[:3], plan=GAMES).start()
    entered(played)
    sheet = played.sheet()
    assert sheet.game_scores(1)[1, sheet.standings[0].entry] == Fraction("52.143")
    assert played.ranking()[0] == (1, "anna", Fraction("52.143") * Fraction(11, 10))
    accounts = {entrant.name: entrant.user_id for entrant in sheet.entrants.values()}
    assert accounts["anna"] == played.ids["anna"]
    assert accounts["Jean"] is None


def test_a_name_of_a_member_who_has_not_signed_up_does_not_count_as_theirs(cup):
    played = cup("boris", "clara", plan=GAMES)
    played.enrol("anna", plays=False)
    played.start()
    entered(played)
    accounts = {entrant.name: entrant.user_id for entrant in played.sheet().entrants.values()}
    assert accounts["anna"] is None


def test_results_are_corrected_with_a_reason_and_a_trace(cup):
    played = cup(*EIGHT[:3], plan=GAMES).start()
    entered(played)
    with refuses(TournamentRefusal.RESULTS) as error:
        entered(played, altered(POWERS[0], centres=8))
    assert error.value.values["faults"] == {"reason": "correction"}
    entered(played, altered(POWERS[0], centres=8), "Miscounted.")
    _, corrected = played.acts("results")
    assert (corrected.reason, corrected.facts["before"][POWERS[0]]) == (
        "Miscounted.",
        ["anna", 9, False, 0, None],
    )
    assert [row.centres for row in played.sheet().results if row.power == POWERS[0]] == [8]
    assert len(played.sheet().entrants) == 7


def test_a_correction_of_nothing_but_the_replaced_player_stands_in_the_log(cup):
    played = cup(*EIGHT[:3], plan=GAMES).start()
    entered(played)
    entered(played, altered(POWERS[0], replaced="Zoe", relief=5), "Zoe began.")
    corrected = played.acts("results")[-1].facts
    assert corrected["before"][POWERS[0]] == ["anna", 9, False, 0, None]
    assert corrected["after"][POWERS[0]] == ["anna", 9, False, 0, None, "Zoe", 5]
    zoe = next(each for each in played.sheet().entrants.values() if each.name == "Zoe")
    (row,) = [row for row in played.sheet().results if row.power == POWERS[0]]
    assert (row.first_id, row.relief) == (zoe.id, 5)


def test_null_characters_are_removed_from_names_and_reasons_and_reasons_are_limited(cup):
    played = cup(*EIGHT[:3], plan=GAMES).start()
    entered(played, altered(POWERS[1], name="Je\0an  Paul"))
    assert "Jean Paul" in [entrant.name for entrant in played.sheet().entrants.values()]
    with refuses(TournamentRefusal.REASON):
        entered(played, reason="x" * 501)
    entered(played, altered(POWERS[1], name="Je\0an Paul"), "Mis\0counted.")
    assert played.acts("results")[-1].reason == "Miscounted."


def test_only_arbiters_enter_results_and_only_of_rounds_that_have_begun(cup):
    played = cup(*EIGHT[:3], plan=GAMES).start()
    with refuses(TournamentRefusal.NOT_ARBITER):
        entered(played, by="anna")
    with refuses(TournamentRefusal.RESULTS):
        entered(played, number=2)


def test_a_round_of_games_can_be_annulled(cup):
    played = cup(*EIGHT[:3], plan=GAMES).start()
    entered(played)
    played.do(rulings.annul_round, played.ids[ORGANISER], 1, "The power failed.")
    assert played.ranking()[0][2] == 0


def test_a_round_of_duels_between_games_brings_a_bonus(cup):
    """Source 004, VII: 20 percent to the winner, 10 to the loser, and the other rounds count in full."""
    plan = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False), RoundPlan()), bonus=True)
    played = cup("anna", "boris", plan=plan).start()
    entered(played, {**PLAYED, POWERS[2]: PowerResult("Carl", 6)})
    for name in ("Carl", "Jean", "Kim", "Léo", "Mia"):
        entrant = next(each for each in played.sheet().entrants.values() if each.name == name)
        played.do(rulings.take_out, played.ids[ORGANISER], entrant.id, "Gone home.")
    played.next()
    played.play(2)
    scores = {name: score for _, name, score in played.ranking()}
    assert scores["anna"] == Fraction("52.143") * Fraction(6, 5)
    assert scores["boris"] == Fraction("22.875") * Fraction(11, 10)
