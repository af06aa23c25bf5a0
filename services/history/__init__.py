"""The past of a duel: its chapters, its record, its figures over the years."""
