"""Why something asked of a tournament cannot be done; pages say it in words."""


class UnknownTournament(Exception):
    """There is no such tournament."""


class TournamentRefused(Exception):
    """Something cannot be done.

    code: why. field: what was entered wrongly, if anything was. values: what the words say of it.
    """

    def __init__(self, code: str, field: str = "", **values: object) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values


class NotAllowed(TournamentRefused):
    """Only others may do this."""
