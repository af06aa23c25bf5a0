"""Talk between the two players of a duel."""
