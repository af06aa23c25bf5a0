"""Read a PNG: its width, height and the colour of each pixel."""

from io import BytesIO
from itertools import pairwise

from PIL import Image


def size(data):
    """Return the width and the height."""
    return Image.open(BytesIO(data)).size


def pixels(data):
    """Return the rows of a picture, each a list of colours."""
    picture = Image.open(BytesIO(data)).convert("RGB")
    held = picture.tobytes()
    colours = [f"#{held[at : at + 3].hex()}" for at in range(0, len(held), 3)]
    return [colours[at : at + picture.width] for at in range(0, len(colours), picture.width)]


def edges(rows):
    """Count the changes of colour from pixel to pixel: a blank picture has none."""
    return sum(one != other for row in rows for one, other in pairwise(row))
