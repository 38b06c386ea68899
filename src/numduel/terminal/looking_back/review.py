"""Shows where a game was won and lost: move by move, as a picture, and in sentences."""

from collections.abc import Mapping, Sequence

from numduel.game import Player
from numduel.match import Match
from numduel.study import Review, ReviewedMove, review_of, title_of
from numduel.tables import cell_width
from numduel.terminal.choosing import ask_text
from numduel.terminal.screen import Screen
from numduel.words import Line, Span, count, line, turn_of

_PICTURE_WIDTH = 60
PlayerNames = Mapping[Player, str]


def offer_review(screen: Screen, match: Match) -> None:
    """Ask at a terminal, between the games of a series, whether to review the one that ended."""
    if not screen.is_terminal or not match.moves:
        return
    question = "See where this game was decided? Enter y, or just Enter to go on: "
    wanted = ask_text(screen, question, "With y you see it, with Enter the next game begins.")
    if wanted.lower() in ("y", "yes"):
        show_review(screen, match)


def show_review(screen: Screen, match: Match) -> None:
    """Print each move with who was winning, a picture of it, and a summary."""
    with screen.thinking():
        told = review_of(match)
    screen.names = names = match.names
    screen.say([line(f"{title_of(match.game)}: {count(len(told.moves), 'move')}"), line()])
    screen.say(_rows(told.moves, names))
    width = min(_PICTURE_WIDTH, max(10, screen.width - _width(names) - 2))
    screen.say([*_picture(told, names, width), *map(line, told.sentences)])
    beaten = [(move, move.refutation) for move in told.moves if move.refutation]
    if beaten:
        screen.say([line(), line("What beats each of these moves, told to whoever made it:")])
    for move, beaten_by in beaten:
        screen.say([line(f"Move {move.ply}: {beaten_by.text}")])


def _rows(moves: Sequence[ReviewedMove], names: PlayerNames) -> list[Line]:
    """A row for each move. A mistake has a question mark after it, as in chess."""
    width = max((len(move.name) for move in moves), default=0)
    return [
        line(
            f"{move.ply:4}  ",
            _who(move.player, names),
            f"  {move.name:>{width}}{'?' if move.is_mistake else ' '}  {move.text}",
        )
        for move in moves
    ]


def _picture(told: Review, names: PlayerNames, width: int) -> list[Line]:
    """Who was winning in the course of the game: a band per player, and mistakes marked below."""
    lines: list[Line] = [line()]
    winners = told.winners
    marks = " " + "".join("?" if move.is_mistake else " " for move in told.moves)
    for begin in range(0, len(winners), width):
        part = slice(begin, begin + width)
        for player in Player:
            band = "".join("━" if winner == player else "·" for winner in winners[part])
            lines.append(line(_who(player, names), f"  {band}"))
        if marks[part].strip():
            lines.append(line(f"{'mistakes':{_width(names)}}  {marks[part].rstrip()}"))
        lines.append(line())
    return lines


def _who(player: Player, names: PlayerNames) -> Span:
    """A player, padded to the width of the column of names."""
    return turn_of(player, str(player) + " " * (_width(names) - cell_width(names[player])))


def _width(names: PlayerNames) -> int:
    return max(len("mistakes"), *map(cell_width, names.values()))
