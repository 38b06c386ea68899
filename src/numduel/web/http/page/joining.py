"""The modules of the page as one script: a browser asks for one file instead of fifty.

Each module becomes a function that is called once, after those it imports from, and returns what
the module exports. So names stay apart, and everything runs in the same order as before.
"""

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"(?:^|(?<=;))export\s*\{([^}]*)\};?\s*\Z", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(modules: Mapping[str, str], first: str) -> str:
    """The module `first` and all that it needs as one script. `modules` has their texts by path."""
    numbers: dict[str, int] = {}
    joined: list[str] = []

    def add(path: str, importers: tuple[str, ...]) -> int:
        if path in importers:
            raise ValueError(f"{path} imports itself, by way of {' and '.join(importers)}.")
        if path not in numbers:
            folder = posixpath.dirname(path)
            text = _IMPORT.sub(
                lambda found: _take(
                    found[1],
                    add(posixpath.normpath(posixpath.join(folder, found[2])), (*importers, path)),
                ),
                modules[path],
            )
            numbers[path] = len(numbers)
            joined.append(f"// {path}\n{_wrap(path, text, numbers[path])}")
        return numbers[path]

    add(first, ())
    return "\n".join(joined)


def _take(names: str, module: int) -> str:
    """The statement that replaces an import."""
    return f"const {{ {', '.join(': '.join(pair) for pair in _pairs(names))} }} = $module{module};"


def _wrap(path: str, text: str, number: int) -> str:
    given = [(name, name) for _, name in _EXPORT.findall(text)]
    if found := _EXPORTS.search(text):
        given += _pairs(found[1])
        text = text[: found.start()]
    text = _EXPORT.sub(r"\1", text)
    if left := _LEFT.search(text):
        raise ValueError(f"{path} has a line that cannot be joined: {left[0]}")
    listed = ", ".join(f"{outside}: {inside}" for inside, outside in given)
    return f"const $module{number} = (() => {{\n{text}\nreturn {{ {listed} }};\n}})();"


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names in braces, each as it is called at its origin and at its destination."""
    listed = [name.split() for name in names.split(",") if name.strip()]
    return [(words[0], words[-1]) for words in listed]
