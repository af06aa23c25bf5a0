"""A greedy player in the manner of DumbBot (David Norman): places by worth, whatever the enemy may answer."""
