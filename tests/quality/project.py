"""The project's files, for the tests of its quality."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PURE = ("adjudicator", "competition", "games", "intimate", "learning", "opponent")
PACKAGES = (
    *PURE,
    "clocks",
    "intimate_client",
    "intimate_env",
    "intimate_league",
    "intimate_mcp",
    "models",
    "services",
    "web",
)
BUILT = {"__pycache__", "build", "dist", "instance", "node_modules", "test-results"}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this environment in the project's folder."""
    program = Path(sys.executable).with_name(command[0])
    return subprocess.run(
        [program, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )


def assert_silent(*command: str) -> None:
    """Run a command; fail with its output if it finds anything."""
    done = run(*command)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


def files(place: str = ".", pattern: str = "*") -> list[Path]:
    """List the files of a folder that people wrote, with those of its subfolders."""
    return sorted(path for path in walk(ROOT / place) if path.match(pattern))


def walk(folder: Path) -> Iterator[Path]:
    """Yield files, but skip installed and built ones."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.is_dir() and path.name not in BUILT and not path.name.startswith("."):
            yield from walk(path)
        elif path.is_file() and path.name != ".git":  # a file in a worktree
            yield path


def name(path: Path) -> str:
    """Return a file's path from the project's folder."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """Parse a Python file."""
    return ast.parse(path.read_text("utf-8"), name(path))


def imported(node: ast.AST) -> list[str]:
    """List the top packages that a statement imports; relative imports are the package's own."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module.partition(".")[0]]
    return []


def imports(place: str) -> Iterator[tuple[str, str]]:
    """List (file, package) for every import, anywhere in a file."""
    for path in files(place, "*.py"):
        for node in ast.walk(tree(path)):
            yield from ((f"{name(path)}:{getattr(node, 'lineno', 0)}", top) for top in imported(node))
