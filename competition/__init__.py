"""Competition as values: ratings, ladders, tournaments, pairings. Times and random draws are arguments."""
