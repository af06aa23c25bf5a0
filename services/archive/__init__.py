"""The archive of finished public duels: its search, its figures, its downloads."""
