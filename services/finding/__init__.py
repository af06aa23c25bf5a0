"""Finding an opponent: who waits to be paired, who blocks whom, how many duels somebody plays at once."""
