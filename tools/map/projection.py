"""From longitude and latitude to kilometres on a flat map: Lambert's azimuthal equal-area projection."""

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

RADIUS = 6371.0
"""Mean radius of the earth, in km."""
CENTRE = (13.0, 52.0)
"""The point where the plane touches the globe, in degrees."""


def project(points: Points) -> Points:
    """Convert degrees to km east and north of the centre."""
    longitude, latitude = np.radians(points).T
    middle, parallel = np.radians(CENTRE)
    turn = longitude - middle
    cosine = np.sin(parallel) * np.sin(latitude) + np.cos(parallel) * np.cos(latitude) * np.cos(turn)
    scale = RADIUS * np.sqrt(2 / (1 + cosine))
    east = np.cos(latitude) * np.sin(turn)
    north = np.cos(parallel) * np.sin(latitude) - np.sin(parallel) * np.cos(latitude) * np.cos(turn)
    return np.column_stack((scale * east, scale * north))
