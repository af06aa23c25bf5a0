"""Make subsets of Inter for still pictures: `python -m tools.fonts FOLDER`, the unpacked npm package."""

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "static" / "fonts"
FAMILY = "Inter"
FACES = ("500-italic", "600-normal", "700-normal")
LETTERS = " -0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÈÉ"
FAMILY_NAME = 1


def cut(source: Path, target: Path) -> None:
    """Write a font of only these letters, with the plain family name, by which programs find its weight."""
    font = TTFont(source, recalcTimestamp=False)
    cutter = Subsetter(Options(layout_features=["kern"], hinting=False))
    cutter.populate(text=LETTERS)
    cutter.subset(font)
    for name in font["name"].names:
        if name.nameID == FAMILY_NAME:
            name.string = FAMILY
    font.flavor = None
    font.save(target)


def main(package: Path) -> None:
    """Make a subset of each face, and copy the licence."""
    FONTS.mkdir(exist_ok=True)
    for face in FACES:
        cut(package / "files" / f"inter-latin-{face}.woff", FONTS / f"inter-{face}.ttf")
    shutil.copyfile(package / "LICENSE", FONTS / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
