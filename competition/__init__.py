"""Competition as values: ratings, ladders, tournaments, who is paired with whom; no clock, no chance."""
