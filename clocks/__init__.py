"""The time of a duel: what both players agree to, and how it runs. Instants are passed in."""
