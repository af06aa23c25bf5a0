"""The tables of a round of ordinary games, drawn at random and changed by hand (source 004, II and III)."""

from random import Random

import pytest

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from services.tournaments.ordinary import GameResult, PowerResult, enter_results
from services.tournaments.refusals import TournamentRefusal
from services.tournaments.seating import Attendance, Part, RoundTables, check_tables, draw, seat
from tests.fixtures_duels import NOON
from tests.refusing import refuses
from tests.services.tournaments.conftest import EIGHT, ORGANISER

POWERS = standard().powers
ROUND = RoundPlan(duels=False)
GAMES = TournamentPlan(System.ORDINARY, (ROUND, ROUND, RoundPlan()))
TABLE = dict(zip(POWERS, EIGHT, strict=False))


def came(played, *others, everybody=False, **parts):
    """Set who came: by default everybody who takes part."""
    entrants = played.sheet().entrants.values()
    found = {each.id: Part(parts.get(each.name, "plays")) for each in entrants}
    return Attendance(found, others, everybody)


def drawn(played, attendance=None, *, by=ORGANISER, number=None, seed=1):
    lots = Random(seed)  # noqa: S311 -- repeatable randomness
    with played.database.reading() as session:
        by_id, number = played.ids[by], number or played.tournament.round
        return draw(session, played.token, by_id, number, attendance or came(played), lots)


def seated(played, tables=None, *, by=ORGANISER, number=1, twice="", rested=()):
    with played.database.writing() as session:
        asked = RoundTables(number, tables or {1: TABLE}, twice, frozenset(rested))
        seat(session, played.token, played.ids[by], asked, NOON)


def entered(played, board=1, names=EIGHT, number=1):
    """Enter results of a table, the first-named players the best."""
    centres = (9, 7, 6, 5, 4, 3, 0)
    powers = {power: PowerResult(name, won) for power, name, won in zip(POWERS, names, centres, strict=False)}
    with played.database.writing() as session:
        result = GameResult(number, board, powers)
        enter_results(session, played.token, played.ids[ORGANISER], result, "", NOON)


def names_at(tables):
    return sorted(name for seats in tables.values() for name in seats.values())


def test_seven_who_came_are_drawn_and_nothing_is_stored_before_it_is_accepted(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    found = drawn(played)
    assert names_at(found.drawn.tables) == sorted(EIGHT[:7])
    assert set(found.drawn.tables[1]) == set(POWERS)
    assert played.sheet().tables == []
    seated(played, found.drawn.tables)
    (table,) = played.sheet().tables
    names = {number: each.name for number, each in played.sheet().entrants.items()}
    assert {power: names[player] for power, player in table.seats.items()} == found.drawn.tables[1]


def test_six_play_survivor_turkey(cup):
    """Source 004, II: with six players nobody plays Turkey."""
    played = cup(*EIGHT[:6], plan=GAMES).start()
    assert set(drawn(played).drawn.tables[1]) == set(POWERS) - {"TURKEY"}


def test_of_eight_the_organiser_steps_back_before_a_volunteer(cup):
    """Source 004, II: first the organiser, then helpers, then volunteers; VII: only these are compensated."""
    played = cup(*EIGHT, plan=GAMES).start()
    helped = drawn(played, came(played, anna="volunteers", hugo="helps"))
    assert (list(helped.resting), helped.drawn.rested) == (["hugo"], frozenset())
    ids = {each.name: each.id for each in played.sheet().entrants.values()}
    asked = drawn(played, came(played, anna="volunteers"))
    assert (list(asked.resting), asked.drawn.rested) == (["anna"], {ids["anna"]})


def test_the_organiser_steps_back_before_other_helpers(cup):
    """Source 004, II."""
    played = cup(*EIGHT[:7], plan=GAMES)
    played.name_arbiter()
    played.join(ORGANISER)
    played.start()
    attendance = came(played, anna="helps", boris="helps", olga="helps")
    assert all(drawn(played, attendance, seed=seed).resting == [ORGANISER] for seed in range(4))


def test_of_thirteen_the_organiser_plays_at_two_tables(cup):
    """Source 004, II."""
    played = cup(*EIGHT, plan=GAMES).start()
    found = drawn(played, came(played, "Ida", "Jean", "Kim", "Léo", "Mia", hugo="helps")).drawn
    assert found.twice == "hugo"
    assert [list(seats.values()).count("hugo") for seats in found.tables.values()] == [1, 1]
    seated(played, found.tables, twice="hugo")
    assert len(played.sheet().entrants) == 13


def test_everybody_may_play_at_smaller_tables_instead(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    with refuses(TournamentRefusal.FEW_REST) as error:
        drawn(played)
    assert error.value.values == {"needed": 1, "given": 0}
    tables = drawn(played, came(played, everybody=True)).drawn.tables
    assert [len(set(seats.values())) for seats in tables.values()] == [4, 4]


def test_three_play_no_game_at_a_table(cup):
    """Source 004, II: two or three play duels."""
    played = cup(*EIGHT[:4], plan=GAMES).start()
    with refuses(TournamentRefusal.FEW_HERE):
        drawn(played, came(played, anna="away"))


def test_others_come_by_name_and_known_players_are_not_doubled(cup):
    played = cup(*EIGHT[:6], plan=GAMES).start()
    assert names_at(drawn(played, came(played, "Je\0an", "ANNA")).drawn.tables) == sorted(
        [*EIGHT[:6], "Jean"]
    )
    with refuses(TournamentRefusal.SEATS) as error:
        drawn(played, came(played, "x" * 41))
    assert error.value.values["faults"] == {"others": "name"}


def test_in_the_second_round_nobody_has_the_power_of_the_first(cup):
    """Source 004, III; the played power counts, not the drawn one."""
    played = cup(*EIGHT[:7], plan=GAMES).start()
    seated(played, {1: dict(zip(POWERS, EIGHT[6::-1], strict=False))})
    entered(played)
    played.next()
    for seed in range(5):
        again = drawn(played, seed=seed).drawn.tables[1]
        assert all(again[power] != name for power, name in TABLE.items())


@pytest.mark.parametrize(
    ("faults", "tables", "twice"),
    [
        ({"table_1": "players"}, {}, ""),
        ({"table_1": "players"}, {1: dict(list(TABLE.items())[:3])}, ""),
        ({f"seat_1_{POWERS[0]}": "name"}, {1: {**TABLE, POWERS[0]: "x" * 41}}, ""),
        (
            {f"seat_1_{power}": "twice" for power in POWERS[:2]},
            {1: {**TABLE, POWERS[0]: "BORIS"}},
            "boris",
        ),
        (
            {f"seat_2_{power}": "two_tables" for power in POWERS[:4]},
            {1: TABLE, 2: dict(list(TABLE.items())[:4])},
            "",
        ),
    ],
)
def test_impossible_tables_are_refused_at_their_fields(faults, tables, twice):
    with refuses(TournamentRefusal.SEATS) as error:
        check_tables(RoundTables(1, tables, twice))
    assert error.value.values["faults"] == faults


def test_three_of_four_may_have_two_powers_each():
    """Source 004, II: the variant for four."""
    pairs = ("anna", "boris", "clara", "david", "boris", "clara", "david")
    check_tables(RoundTables(1, {1: dict(zip(POWERS, pairs, strict=True))}))


def test_the_log_has_who_plays_what_and_what_was_changed_by_hand(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    seated(played)
    seated(played)
    seated(played, {1: {**TABLE, POWERS[0]: "hugo"}})
    first, changed = played.acts("seated")
    assert (first.round, first.board, first.facts) == (1, 1, {"before": {}, "after": TABLE})
    assert changed.facts == {"before": TABLE, "after": {**TABLE, POWERS[0]: "hugo"}}


def test_volunteers_who_stepped_back_are_noted_and_the_note_can_be_undone(cup):
    """Source 004, VII: their rounds count 120 percent."""
    played = cup(*EIGHT, plan=GAMES).start()
    hugo = next(each.id for each in played.sheet().entrants.values() if each.name == "hugo")
    seated(played, rested=(hugo,))
    assert played.sheet().entrants[hugo].stood_down == [1]
    seated(played, {1: {**TABLE, POWERS[0]: "hugo"}}, rested=(hugo,))
    assert played.sheet().entrants[hugo].stood_down == []
    assert [act.act for act in played.acts("stood_down", "not_stood_down")] == [
        "stood_down",
        "not_stood_down",
    ]


def test_a_round_is_decided_when_all_its_tables_have_results(cup):
    played = cup(*EIGHT, plan=GAMES).start()
    others = dict(zip(POWERS, ("hugo", "Jean", "Kim", "Léo"), strict=False))
    seated(played, {1: TABLE, 2: others})
    entered(played)
    with refuses(TournamentRefusal.UNDECIDED):
        played.next()
    with refuses(TournamentRefusal.PLAYED):
        drawn(played)
    with refuses(TournamentRefusal.SEATS) as error:
        seated(played, {1: {**TABLE, POWERS[0]: "Mia"}, 2: others})
    assert error.value.values["faults"] == {"table_1": "played"}
    seated(played, {1: TABLE})
    played.next()
    assert played.tournament.round == 2


def test_organiser_and_arbiters_set_tables_and_only_of_the_present_round_of_games(cup):
    played = cup(*EIGHT, plan=GAMES)
    with refuses(TournamentRefusal.NOT_RUNNING):
        drawn(played, number=1)
    played.name_arbiter()
    played.start()
    with refuses(TournamentRefusal.NOT_ORGANISER):
        seated(played, by="anna")
    seated(played, by="arno")
    with refuses(TournamentRefusal.CHANGED):
        seated(played, number=2)
    entered(played)
    played.next()
    entered(played, number=2)
    played.next()
    with refuses(TournamentRefusal.CHANGED):
        seated(played, number=3)


def test_without_a_seed_the_site_draws_by_chance(cup):
    played = cup(*EIGHT[:7], plan=GAMES).start()
    with played.database.reading() as session:
        found = [
            draw(session, played.token, played.ids[ORGANISER], 1, came(played)).drawn.tables[1]
            for _ in range(6)
        ]
    assert any(each != found[0] for each in found)
