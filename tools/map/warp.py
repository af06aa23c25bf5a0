"""A smooth, one-to-one distortion of the map that enlarges crowded spaces at the expense of empty ones.

It is the flow of Gastner, Seguy and More (2018): the density of each space is its desired area divided by its
actual area, and the map flows like a fluid until the density is uniform. There are several flows, each with
less blur than the last, so that large parts of the map move first.
"""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from shapely import Polygon, contains_xy, prepare, segmentize, transform

from tools.map.faces import FRAME, Face

Points = npt.NDArray[np.float64]
Grid = npt.NDArray[np.float64]

WIDTH = 1000.0
"""Width of the drawing, in its units."""
CELL = 20.0
"""Side of a cell of the density's grid, in km."""
BLURS = (150.0, 90.0, 60.0, 45.0)
"""The standard deviation of each flow's blur, in km."""
STEPS = 30
"""The number of steps of a flow."""
SEGMENT = 12.0
"""The longest segment that is distorted without being divided, in km."""

LEFT, BOTTOM, RIGHT, TOP = FRAME.bounds
SCALE = WIDTH / (RIGHT - LEFT)
HEIGHT = round((TOP - BOTTOM) * SCALE, 1)
SHAPE = (round((TOP - BOTTOM) / CELL), round((RIGHT - LEFT) / CELL))


class Warp:
    """The flows that give each space its area."""

    def __init__(self, faces: list[Face], areas: Mapping[str, float]) -> None:
        """Compute the flows; areas: the relative areas of the spaces."""
        shapes = [(face.space, segmentize(face.shape, SEGMENT)) for face in faces]
        shapes = [(space, transform(shape, _in_cells)) for space, shape in shapes]
        self._flows: list[Flow] = []
        for blur in BLURS:
            flow = Flow(_density(shapes, areas), blur / CELL)
            shapes = [(space, transform(shape, flow)) for space, shape in shapes]
            self._flows.append(flow)

    def __call__(self, points: Points) -> Points:
        """Convert km on the flat map to units of the drawing, whose y axis points down."""
        places = _in_cells(points)
        for flow in self._flows:
            places = flow(places)
        return places * (CELL, -CELL) * SCALE + (0, HEIGHT)


class Flow:
    """One flow, on a plane of cells."""

    def __init__(self, density: Grid, blur: float) -> None:
        """Compute the flow that levels a density; blur: in cells. Grids get a margin of one cell."""
        mirrored = np.block([[density, density[:, ::-1]], [density[::-1], density[::-1, ::-1]]])
        north, east = (2 * np.pi * np.fft.fftfreq(n) for n in mirrored.shape)
        square = north[:, None] ** 2 + east**2
        waves = np.fft.fft2(mirrored) * np.exp(-square * blur**2 / 2)
        square[0, 0] = np.inf
        potential = -waves / square
        rows, columns = (np.r_[-1, 0:n, n] for n in density.shape)
        self._density, to_east, to_north = (
            np.fft.ifft2(part).real[np.ix_(rows, columns)]
            for part in (waves, 1j * east * potential, 1j * north[:, None] * potential)
        )
        self._mean = float(density.mean())
        self._speeds = to_east, to_north

    def __call__(self, places: Points) -> Points:
        """Move points with the flow."""
        for step in range(STEPS):
            here = places + self._speed(places, step / STEPS) / (2 * STEPS)
            places = places + self._speed(here, (step + 0.5) / STEPS) / STEPS
        return places

    def _speed(self, places: Points, time: float) -> Points:
        density = (1 - time) * _at(self._density, places) + time * self._mean
        return np.column_stack([_at(part, places) for part in self._speeds]) / density[:, None]


def _in_cells(points: Points) -> Points:
    return (points - (LEFT, BOTTOM)) / CELL


def _density(shapes: list[tuple[str, Polygon]], areas: Mapping[str, float]) -> Grid:
    """Return the relative growth of each cell."""
    present: dict[str, float] = defaultdict(float)
    for space, shape in shapes:
        present[space] += shape.area
    density = np.ones(SHAPE)
    east, north = np.meshgrid(*(np.arange(n) + 0.5 for n in SHAPE[::-1]))
    whole = SHAPE[0] * SHAPE[1] / sum(areas[space] for space in present)
    for space, shape in shapes:
        prepare(shape)
        left, bottom, right, top = shape.bounds
        near = (east > left) & (east < right) & (north > bottom) & (north < top)
        near[near] = contains_xy(shape, east[near], north[near])
        density[near] = areas[space] * whole / present[space]
    return density


def _at(grid: Grid, places: Points) -> npt.NDArray[np.float64]:
    """Interpolate a grid with a margin at any place."""
    x, y = (np.clip(places[:, axis] + 0.5, 0, grid.shape[1 - axis] - 1.001) for axis in (0, 1))
    column, row = x.astype(int), y.astype(int)
    x, y = x - column, y - row
    below = grid[row, column] * (1 - x) + grid[row, column + 1] * x
    above = grid[row + 1, column] * (1 - x) + grid[row + 1, column + 1] * x
    return below * (1 - y) + above * y
