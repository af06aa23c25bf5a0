"""The time of a duel: the clock that both players agree to, and how it runs. The present is an argument."""
