"""Each lesson is proved by all possible answers."""

import pytest

from adjudicator import Cause, Kind, Move, PhaseKind
from intimate.options import choices_of
from intimate.play import awaits
from learning.course import PARTS, course, following, lessons_of
from learning.goals import LEARNER, Goal, GoalKind
from learning.judging import judge
from learning.lesson import OVERBID
from tests.learning.proving import entries, verdicts

LESSONS = list(course().values())
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


@each_lesson
def test_a_lesson_is_solved_by_its_solution(lesson):
    verdict = judge(lesson, lesson.solution)
    assert verdict.is_solved
    assert len(lesson.solution) == len(lesson.replies)


@each_lesson
def test_holding_everything_solves_nothing(lesson):
    verdict = judge(lesson, [None] * len(lesson.replies))
    assert verdict.is_over
    assert not verdict.is_solved


@each_lesson
def test_the_plausible_wrong_answer_fails_for_the_reason_that_the_lesson_is_about(lesson):
    verdict = judge(lesson, lesson.wrong.answer)
    assert verdict.is_over
    assert not verdict.is_solved
    assert lesson.wrong.why in verdict.reasons
    assert lesson.wrong.why in {*Cause, *GoalKind, OVERBID}


@pytest.mark.proof
@each_lesson
def test_of_all_answers_some_solve_a_lesson_and_most_do_not(lesson):
    solved = tried = 0
    for verdict, count in verdicts(lesson):
        tried += count
        solved += count * verdict.is_solved
    assert 0 < 2 * solved <= tried


@each_lesson
def test_each_phase_of_a_lesson_awaits_the_learner_with_six_units_at_most(lesson):
    for played in range(len(lesson.replies)):
        duel = judge(lesson, lesson.solution[:played]).duel
        assert LEARNER in awaits(duel)
        units = [unit for unit, power in duel.position.units.items() if duel.commander(power)]
        assert duel.kind is not PhaseKind.MOVEMENT or len(units) <= 6


def test_no_list_offers_a_convoy_before_convoys_are_taught():
    untaught = [lesson for part in PARTS[: PARTS.index("convoy")] for lesson in lessons_of(part)]
    offered = {
        str(order)
        for lesson in untaught
        for played in range(len(lesson.replies))
        for choice in choices_of(judge(lesson, lesson.solution[:played]).duel, LEARNER).units
        for order in choice.orders
    }
    assert offered
    assert [order for order in offered if "VIA" in order or " C " in order] == []


@pytest.mark.parametrize(
    ("key", "safe"),
    [("cut-from-elsewhere", "A PAR S A GAS - BUR"), ("uncut", "F BEL S F ENG - NTH")],
)
def test_a_lesson_on_safe_supports_is_solved_by_the_safe_one_alone(key, safe):
    """1971 X and XII.5: the lesson's support is attacked, and holds."""
    lesson = course()[key]
    solving = [entry for entry in entries(lesson.start) if judge(lesson, [entry]).is_solved]
    assert solving
    assert all(safe in map(str, entry.all) for entry in solving)
    supporter = safe.partition(" S ")[0]
    moves = [order for order in lesson.replies[0].entry.all if isinstance(order, Move)]
    assert any(supporter.endswith(order.to) for order in moves)


def test_before_they_meet_a_fleet_learners_hear_that_centres_change_hands_in_autumn_alone():
    """1971 XIII.1: a move there in autumn is too late for spring, and one in spring alone takes nothing."""
    lesson = list(course().values())[1]
    assert lesson.goals == (Goal(GoalKind.OWNS, ("SPA",)),)
    assert all(unit.kind is Kind.ARMY for unit in lesson.start.position.units)
    assert not judge(lesson, [*lesson.solution[:1], *lesson.wrong.answer[1:]]).is_solved


def test_a_unit_ordered_to_move_is_not_supported_where_it_stands():
    """1971 IX.6: no answer solves the lesson in which Burgundy is ordered to move."""
    lesson = course()["failed-move"]
    moving = [entry for entry in entries(lesson.start) if "A BUR - " in " ".join(map(str, entry.all))]
    assert len(moving) > 300
    assert not any(judge(lesson, [entry]).is_solved for entry in moving)


def test_the_enemy_s_best_reply_refutes_an_answer_that_holding_would_not():
    guard = course()["guard"]
    leaving = judge(guard, guard.wrong.answer)
    (step,) = leaving.steps
    assert step.chapter.entries[LEARNER.opponent].all
    assert GoalKind.SURVIVES in leaving.reasons


def test_phases_that_await_only_the_other_player_are_passed():
    """The other player's dislodged unit can retreat; the learner need not wait."""
    door = course()["door"]
    assert [step.before.kind for step in judge(door, door.solution).steps] == [
        PhaseKind.MOVEMENT,
        PhaseKind.RETREATS,
    ]


def test_a_duel_that_is_over_ends_a_lesson_early():
    step = course()["step"]
    verdict = judge(step, (*step.solution, None, None))
    assert verdict.is_solved
    assert len(verdict.steps) == 1


def test_an_attempt_that_is_not_over_is_neither_solved_nor_past():
    lesson = course()["no-trading"]
    verdict = judge(lesson, lesson.solution[:1])
    assert not verdict.is_over
    assert not verdict.is_solved
    assert judge(lesson, ()).duel == lesson.start


def test_the_lessons_follow_one_another_part_by_part():
    lesson, seen = LESSONS[0], [LESSONS[0]]
    while lesson := following(lesson):
        seen.append(lesson)
    assert seen == LESSONS
    assert [lesson for part in PARTS for lesson in lessons_of(part)] == LESSONS
    assert len(course()) == len(LESSONS) >= 30


def test_every_kind_of_goal_is_asked_for_somewhere():
    assert {goal.kind for lesson in LESSONS for goal in lesson.goals} == set(GoalKind)


def test_bids_above_the_reserve_are_among_the_answers():
    """Otherwise nobody could fail a lesson on overbids."""
    duel = course()["overbid"].start
    assert any(sheet.total > duel.credits[LEARNER] for sheet in entries(duel))
