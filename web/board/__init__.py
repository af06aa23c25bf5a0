"""The board: positions and orders as pictures."""
