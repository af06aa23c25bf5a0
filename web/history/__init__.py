"""The past of a duel: its chapters, the strip of them, graphs over the years, still pictures."""
