"""A smooth, one-to-one distortion of the map that enlarges crowded spaces at the cost of empty ones.

It is the flow of Gastner, Seguy and More (2018): each space has a density, the factor by which it is to
grow, and the map flows as a fluid does until the density is the same everywhere.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from shapely import contains_xy, prepare

from tools.map.faces import FRAME, Face

Points = npt.NDArray[np.float64]
Grid = npt.NDArray[np.float64]

WIDTH = 1000.0
"""Width of the drawing, in its units."""
CELL = 20.0
"""Side of a cell of the density's grid, in km."""
BLUR = 95.0
"""How far densities are blurred (standard deviation), in km."""
STEPS = 60
"""Steps of the flow."""

LEFT, BOTTOM, RIGHT, TOP = FRAME.bounds
SCALE = WIDTH / (RIGHT - LEFT)
HEIGHT = round((TOP - BOTTOM) * SCALE, 1)
SHAPE = (round((TOP - BOTTOM) / CELL), round((RIGHT - LEFT) / CELL))


class Warp:
    """The flow that gives each space its factor of growth."""

    def __init__(self, faces: list[Face], growth: Mapping[str, float]) -> None:
        """Solve the flow for the factors of the spaces, 1 for those not named."""
        density = np.ones(SHAPE)
        east, north = np.meshgrid(*((np.arange(n) + 0.5) * CELL for n in SHAPE[::-1]))
        for face in faces:
            prepare(face.shape)
            inside = contains_xy(face.shape, east + LEFT, north + BOTTOM)
            density[inside] = growth.get(face.space, 1.0)
        self._density, self._flow = _solve(density)

    def __call__(self, points: Points) -> Points:
        """Km on the flat map to units of the drawing, whose y runs down."""
        flat = (points - (LEFT, BOTTOM)) / CELL
        for step in range(STEPS):
            here = flat + self._speed(flat, step / STEPS) / (2 * STEPS)
            flat = flat + self._speed(here, (step + 0.5) / STEPS) / STEPS
        return flat * (CELL, -CELL) * SCALE + (0, HEIGHT)

    def _speed(self, places: Points, time: float) -> Points:
        density = (1 - time) * _at(self._density, places) + time * float(self._density.mean())
        return np.column_stack([_at(part, places) for part in self._flow]) / density[:, None]


def _solve(density: Grid) -> tuple[Grid, tuple[Grid, Grid]]:
    """Blur the density and find the flow that levels it; both have a rim of one cell around the map."""
    mirrored = np.block([[density, density[:, ::-1]], [density[::-1], density[::-1, ::-1]]])
    north, east = (2 * np.pi * np.fft.fftfreq(n) for n in mirrored.shape)
    square = north[:, None] ** 2 + east**2
    waves = np.fft.fft2(mirrored) * np.exp(-square * (BLUR / CELL) ** 2 / 2)
    square[0, 0] = np.inf
    potential = -waves / square
    rows, columns = (np.r_[-1, 0:n, n] for n in density.shape)
    smooth, to_east, to_north = (
        np.fft.ifft2(part).real[np.ix_(rows, columns)]
        for part in (waves, 1j * east * potential, 1j * north[:, None] * potential)
    )
    return smooth, (to_east, to_north)


def _at(grid: Grid, places: Points) -> npt.NDArray[np.float64]:
    """Values of a grid with a rim at places between the middles of its cells."""
    x, y = (np.clip(places[:, axis] + 0.5, 0, grid.shape[1 - axis] - 1.001) for axis in (0, 1))
    column, row = x.astype(int), y.astype(int)
    x, y = x - column, y - row
    below = grid[row, column] * (1 - x) + grid[row, column + 1] * x
    above = grid[row + 1, column] * (1 - x) + grid[row + 1, column + 1] * x
    return below * (1 - y) + above * y
