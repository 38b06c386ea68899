"""Which tests concern which file: mutate.py runs these on the file's mutants."""

from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"

CONTRACT = "tests/every_game/test_every_game.py"
THEORIES = "tests/every_game/test_every_theory.py"
GOLDEN = "tests/every_game/test_golden.py"
PRESETS = "tests/every_game/test_presets.py"
FEW = "last-stone or divisor-duel"  # games that between them use everything of the contract


# Games that use the rules of another.
STAND_ON = {"number_split_duel": ["grundys_game"], "parity_duel": ["even_odd_match"]}


def _games() -> list[str]:
    return sorted(file.stem for file in (SOURCE / "numduel" / "games").glob("[a-z]*.py"))


def _game(name: str, *others: str) -> list[str]:
    """The tests that concern a game, and the games that stand on it."""
    played = " or ".join(other.replace("_", "-") for other in (name, *others))
    room = Path(__file__).parents[1] / "tests" / "games"
    files = sorted(file.name for file in room.glob(f"test_{name.split('_')[0]}_*.py"))
    own = [*(f"tests/games/{file}" for file in files), "tests/games/test_jokers.py", PRESETS]
    lists = f"tests/test_words.py -k ruling_a9 and ({played})"
    return [*own, f"{CONTRACT} -k {played}", f"{GOLDEN} -k {played}", lists]


def _theory(name: str, played: str, *more: str) -> list[str]:
    """The tests that concern a theorem, and the games it is about."""
    own = [f"tests/theory/{each}.py" for each in (name, *more)]
    return [*own, f"{THEORIES} -k {played}", f"{GOLDEN} -k {played}"]


_CERTIFICATES = [
    "tests/theory/proofs/test_bad_certificates.py",
    "tests/theory/proofs/test_certificates.py",
]
_REASONS = ["tests/tasks/test_reason_faults.py", "tests/tasks/test_reasons.py"]


def _parts(room: str, *more: str) -> list[str]:
    """The files of a room in theory/, and others."""
    files = (SOURCE / "numduel" / "theory" / room).glob("[a-z]*.py")
    return [*sorted(f"{room}/{file.stem}" for file in files), *more]


# The tests that concern a file. Compiled code is left out: what is tested of
# it is what was compiled before.
TESTS = {
    "game": [
        "tests/test_game.py",
        "tests/test_match.py",
        PRESETS,
        f"{CONTRACT} -k {FEW}",
        f"{GOLDEN} -k divisor-duel",
        "tests/test_words.py -k ruling_a2",
    ],
    "pool": [
        "tests/test_pool.py",
        "tests/every_game/test_counts.py -k a348842",
        f"{CONTRACT} -k divisor-duel",
        f"{GOLDEN} -k divisor-duel or parity-duel",
    ],
    "match": [
        "tests/test_match.py",
        "tests/test_kept_states.py",
        "tests/test_series.py",
        "tests/journal/test_journal.py",
    ],
    "journal": [
        *(
            f"tests/journal/test_{name}.py"
            for name in ("journal", "bad_records", "damaged_records")
        ),
        "tests/test_series.py",
    ],
    **{f"games/{name}": _game(name, *STAND_ON.get(name, ())) for name in _games()},
    "theory/divisor": _theory("test_divisor", "divisor-duel", "graphs/test_plan"),
    "theory/grundy": _theory("test_grundy", "grundys-game"),
    "theory/graphs/matching": _theory("graphs/test_matching", "divisor-duel", "test_divisor"),
    "theory/parity": _theory("test_parity", "parity-duel or even-odd-match", "test_foregone"),
    "theory/graphs/pairing": _theory("graphs/test_plan", "divisor-duel", "test_divisor"),
    "theory/graphs/paths": _theory("graphs/test_paths", "divisor-duel", "test_divisor"),
    "theory/search": _theory(
        "test_search", "last-stone or grundys-game", "test_verdict", "test_foregone"
    ),
    "theory/sequence": _theory("test_sequence", "sequence-builder"),
    "theory/sequence_argument": _theory("test_sequence", "sequence-builder"),
    "theory/split": _theory("test_split", "number-split-duel"),
    "theory/verdict": _theory(
        "test_verdict", "parity-duel or last-stone", "test_search", "test_parity"
    ),
    "theory/puzzles/themes": [
        "tests/theory/puzzles/test_themes.py",
        "tests/study/learning/test_difficulty.py -k what_gives or several or single",
        "tests/study/learning/test_puzzles.py",
        "tests/telling/learning/test_nudges.py",
    ],
    "theory/puzzles/regions": ["tests/telling/learning/test_nudges.py"],
    **{f"theory/{name}": _CERTIFICATES for name in _parts("proofs", "proving")},
    **{f"theory/{name}": _REASONS for name in _parts("reasons")},
}
