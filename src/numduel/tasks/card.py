"""The card of a set of puzzles: what is in it, as a page that Hugging Face's hub reads."""

from collections import Counter
from collections.abc import Sequence

from numduel.catalogue import find_game
from numduel.rulebook import rule_book
from numduel.study import Puzzle
from numduel.words import count


def card(puzzles: Sequence[Puzzle], file: str = "puzzles.jsonl") -> str:
    """A card in Markdown for a file of puzzles, with the header that the hub wants."""
    games = list(dict.fromkeys(puzzle.game for puzzle in puzzles))
    rows = [
        f"| {find_game(game).title} | {_settings(puzzles, game)} |"
        f" {_levels([puzzle for puzzle in puzzles if puzzle.game == game])} |"
        for game in games
    ]
    chance = sum(puzzle.chance for puzzle in puzzles) / len(puzzles) if puzzles else 0.0
    return "\n".join(
        [
            "---",
            "pretty_name: numduel puzzles",
            "language: [en]",
            "task_categories: [question-answering]",
            "tags: [games, reasoning, exact]",
            f"configs: [{{config_name: default, data_files: {file}}}]",
            "---",
            "",
            "# numduel puzzles",
            "",
            f"{count(len(puzzles), 'position')} of small number duels in which a given number of"
            " moves win and the others lose. The duels are solved, so the answers are exact. A"
            f" guess among the legal moves is right in {chance:.1%}.",
            "",
            "| game | settings | puzzles |",
            "|---|---|---|",
            *rows,
            "",
            "`prompt` is the whole question, `answers` are the moves that win, `refutations` say"
            " what beats the others, and `rating` is how difficult it is, from 0 to 100.",
            *(
                f"\n## {find_game(game).title}\n\n{rule_book(find_game(game)).rules}"
                for game in games
            ),
            "",
        ]
    )


def _settings(puzzles: Sequence[Puzzle], game: str) -> str:
    """The options with which a game was played."""
    played = {tuple(puzzle.options.items()) for puzzle in puzzles if puzzle.game == game}
    told = sorted(", ".join(f"{name} {value}" for name, value in options) for options in played)
    return "; ".join(told)


def _levels(puzzles: Sequence[Puzzle]) -> str:
    many = Counter(puzzle.difficulty for puzzle in puzzles)
    return ", ".join(f"{number} {level}" for level, number in many.items())
