"""A greedy player in the manner of DumbBot (David Norman): places by worth, with no thought of the answer."""
