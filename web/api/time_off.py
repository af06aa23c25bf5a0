"""Time off from all duels of an account at once: shown, planned, ended."""

from flask_babel import lazy_gettext as _l
from pydantic import AwareDatetime, BaseModel, Field

from models.ids import UserId
from services.api.keys import Scope
from services.duels.time_off import planned_time_off
from services.duels.time_off_everywhere import (
    FARTHEST,
    LONGEST,
    allowances,
    come_back_everywhere,
    plan_time_off,
    take_everywhere,
)
from web.api.access import bearer
from web.api.operations import operation
from web.api.problems import field_problem
from web.api.shapes import Instant, Sent
from web.core.session import database, db, end_reading, now, site_clock, writing
from web.core.translation import gettext

ADDRESS = "/time-off"


class NewTimeOff(Sent):
    """From when until when an account is away."""

    begins_at: AwareDatetime = Field(description="A past instant means now; at most a year ahead.")
    ends_at: AwareDatetime = Field(description=f"At most {LONGEST.days} days later.")


class TimeOffInDuel(BaseModel):
    """How much time off the account has left in a running duel."""

    duel: str
    left: int = Field(description="In seconds.")
    earns: bool = Field(description="Whether the clock of the duel gives time off.")
    away: bool = Field(description="Whether the account has time off there now.")


class TimeOffSeen(BaseModel):
    """The planned time off, and how much each running duel has left."""

    begins_at: Instant | None = Field(description="Null if nothing is planned.")
    ends_at: Instant | None
    duels: list[TimeOffInDuel]


@operation(
    "GET", ADDRESS, Scope.READ, group="account", summary=_l("Time off from all duels"), answer=TimeOffSeen
)
def show_time_off() -> TimeOffSeen:
    """The planned time off of the account, and how much it could take in each running duel."""
    return seen(bearer().user_id)


@operation(
    "PUT",
    ADDRESS,
    Scope.PLAY,
    group="account",
    summary=_l("Take time off in all duels"),
    body=NewTimeOff,
    example={"begins_at": "2026-12-24T00:00:00Z", "ends_at": "2027-01-03T00:00:00Z"},
    answer=TimeOffSeen,
)
def put_time_off(body: NewTimeOff) -> TimeOffSeen:
    """Take time off in each duel, from what is left in it.

    It begins in duels that await the account now, and in others when a phase awaits it.
    """
    user_id, present = bearer().user_id, now()
    begins_at = max(body.begins_at, present)
    if begins_at > present + FARTHEST:
        raise field_problem("begins_at", "wrong_value", gettext("Choose a day within a year."))
    if not begins_at < body.ends_at:
        raise field_problem(
            "ends_at", "wrong_value", gettext("The end must come after now, and after the beginning.")
        )
    if body.ends_at - begins_at > LONGEST:
        most = gettext("Take %(days)d days off at most.", days=LONGEST.days)
        raise field_problem("ends_at", "wrong_value", most)
    with writing() as session:
        plan_time_off(session, user_id, begins_at, body.ends_at, present)
    if begins_at == present:
        end_reading()
        take_everywhere(database(), site_clock(), user_id)
    return seen(user_id)


@operation(
    "DELETE",
    ADDRESS,
    Scope.PLAY,
    group="account",
    summary=_l("Come back to all duels"),
    answer=TimeOffSeen,
)
def delete_time_off() -> TimeOffSeen:
    """Delete the plan, and end time off in all running duels."""
    end_reading()
    come_back_everywhere(database(), site_clock(), bearer().user_id)
    return seen(bearer().user_id)


def seen(user_id: UserId) -> TimeOffSeen:
    """Show the time off of an account."""
    plan = planned_time_off(db(), user_id)
    is_over = plan is None or plan.ends_at <= now()
    return TimeOffSeen(
        begins_at=None if plan is None or is_over else plan.begins_at,
        ends_at=None if plan is None or is_over else plan.ends_at,
        duels=[
            TimeOffInDuel(
                duel=each.duel.token,
                left=int(each.left.total_seconds()),
                earns=each.can_earn,
                away=each.is_away,
            )
            for each in allowances(db(), user_id)
        ],
    )
