"""Which tests concern which file: mutate.py runs these on the file's mutants."""

from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"

CONTRACT, THEORIES = "tests/test_every_game.py", "tests/test_every_theory.py"
GOLDEN = "tests/test_golden.py"
FEW = "last-stone or divisor-duel"  # games that between them use everything of the contract


# Games that use the rules of another.
STAND_ON = {"number_split_duel": ["grundys_game"], "parity_duel": ["even_odd_match"]}


def _games() -> list[str]:
    return sorted(file.stem for file in (SOURCE / "numduel" / "games").glob("[a-z]*.py"))


def _game(name: str, *others: str) -> list[str]:
    """The tests that concern a game, and the games that stand on it."""
    played = " or ".join(other.replace("_", "-") for other in (name, *others))
    own = [f"tests/games/test_{name}.py", "tests/games/test_jokers.py", "tests/test_presets.py"]
    lists = f"tests/test_words.py -k ruling_a9 and ({played})"
    return [*own, f"{CONTRACT} -k {played}", f"{GOLDEN} -k {played}", lists]


def _theory(name: str, played: str, *more: str) -> list[str]:
    """The tests that concern a theorem, and the games it is about."""
    own = [f"tests/theory/test_{each}.py" for each in (name, *more)]
    return [*own, f"{THEORIES} -k {played}", f"{GOLDEN} -k {played}"]


_CERTIFICATES, _REASONS = "tests/theory/test_certificates.py", "tests/tasks/test_reasons.py"


def _parts(room: str, *more: str) -> list[str]:
    """The files of a room in theory/, and others."""
    files = (SOURCE / "numduel" / "theory" / room).glob("[a-z]*.py")
    return [*sorted(f"{room}/{file.stem}" for file in files), *more]


# The tests that concern a file, the quickest first. Compiled code is left out: what is tested of
# it is what was compiled before.
TESTS = {
    "game": [
        "tests/test_game.py",
        "tests/test_match.py",
        "tests/test_presets.py",
        f"{CONTRACT} -k {FEW}",
        f"{GOLDEN} -k divisor-duel",
        "tests/test_words.py -k ruling_a2",
    ],
    "pool": [
        "tests/test_pool.py",
        "tests/test_counts.py -k a348842",
        f"{CONTRACT} -k divisor-duel",
        f"{GOLDEN} -k divisor-duel or parity-duel",
    ],
    "match": ["tests/test_match.py", "tests/test_series.py", "tests/test_journal.py"],
    "journal": [
        f"tests/test_{name}.py" for name in ("journal", "bad_records", "series", "journal_on_disk")
    ],
    **{f"games/{name}": _game(name, *STAND_ON.get(name, ())) for name in _games()},
    "theory/divisor": _theory("divisor", "divisor-duel", "plan"),
    "theory/grundy": _theory("grundy", "grundys-game"),
    "theory/matching": _theory("matching", "divisor-duel", "divisor"),
    "theory/parity": _theory("parity", "parity-duel or even-odd-match", "foregone"),
    "theory/pairing": _theory("plan", "divisor-duel", "divisor"),
    "theory/paths": _theory("paths", "divisor-duel", "divisor"),
    "theory/search": _theory("search", "last-stone or grundys-game", "verdict"),
    "theory/sequence": _theory("sequence", "sequence-builder"),
    "theory/sequence_argument": _theory("sequence", "sequence-builder"),
    "theory/split": _theory("split", "number-split-duel"),
    "theory/verdict": _theory("verdict", "parity-duel or last-stone", "search", "parity"),
    "theory/themes": ["tests/theory/test_themes.py", "tests/study/test_puzzles.py"],
    "theory/regions": ["tests/telling/test_nudges.py"],
    **{f"theory/{name}": [_CERTIFICATES] for name in _parts("proofs", "proving")},
    **{f"theory/{name}": [_REASONS] for name in _parts("reasons")},
}
