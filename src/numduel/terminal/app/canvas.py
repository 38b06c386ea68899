"""Drawing on a grid of terminal cells, and the colours of the app."""

from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.theme import Theme


class Palette(NamedTuple):
    """The colours of a theme. The players' colours are those of the page and the plots."""

    paper: str
    ink: str
    soft: str  # text that matters less
    raised: str  # a tile that may be chosen, and its number
    on_raised: str
    flat: str  # a tile that may not
    on_flat: str
    players: tuple[str, str]
    faded: tuple[str, str]  # the players' colours on what they took
    on_player: str
    pairs: tuple[str, ...]
    on_pair: str


DARK = Palette(
    paper="#14171f",
    ink="#f2f0ea",
    soft="#9aa3b5",
    raised="#e9e6de",
    on_raised="#14171f",
    flat="#262b38",
    on_flat="#98a1b3",
    players=("#60a5fa", "#fb923c"),
    faded=("#5583bd", "#b9743d"),
    on_player="#0b0d12",
    pairs=("#2dd4bf", "#c084fc", "#facc15", "#f472b6", "#4ade80", "#22d3ee", "#f87171", "#a3e635"),
    on_pair="#0b0d12",
)
LIGHT = Palette(
    paper="#faf9f6",
    ink="#14171f",
    soft="#5b6474",
    raised="#2b3242",
    on_raised="#ffffff",
    flat="#e7e4dc",
    on_flat="#5f6878",
    players=("#2563eb", "#c2410c"),
    faded=("#5b7fc9", "#b9683f"),
    on_player="#ffffff",
    pairs=("#0d9488", "#7e22ce", "#a16207", "#be185d", "#15803d", "#0e7490", "#b91c1c", "#4d7c0f"),
    on_pair="#ffffff",
)


def theme_of(palette: Palette, name: str) -> Theme:
    """Return a palette as a theme of Textual."""
    return Theme(
        name=name,
        primary=palette.players[0],
        secondary=palette.players[1],
        accent=palette.players[0],
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.paper,
        panel=palette.flat,
        dark=palette is DARK,
        variables={
            "soft": palette.soft,
            "player-one": palette.players[0],
            "player-two": palette.players[1],
            "flat": palette.flat,
            "raised": palette.raised,
            "on-raised": palette.on_raised,
            "footer-background": palette.flat,
            "footer-foreground": palette.ink,
            "footer-key-foreground": palette.players[0],
            "footer-description-foreground": palette.ink,
            "footer-item-background": palette.flat,
            "block-cursor-background": palette.raised,
            "block-cursor-foreground": palette.on_raised,
            "block-cursor-text-style": "none",
            "block-cursor-blurred-background": palette.flat,
            "block-cursor-blurred-foreground": palette.ink,
            "border": palette.soft,
            "border-blurred": palette.flat,
        },
    )


class Canvas:
    """A grid of characters, each with a style."""

    def __init__(self, width: int, height: int, base: Style) -> None:
        self.width, self.height = width, height
        self.rows = [[(" ", base)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write a text; what lies outside the grid is cut off."""
        for sign in text if 0 <= y < self.height else "":
            wide = 1 if sign.isascii() else cell_len(sign)
            if 0 <= x <= self.width - wide:
                self.rows[y][x] = (sign, style)
                if wide == 2:
                    self.rows[y][x + 1] = ("", style)
            x += wide

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Fill a rectangle with a background."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def box(self, x: int, y: int, width: int, height: int, style: Style, heavy: bool) -> None:
        """Draw an outline."""
        corners, across, down = ("┏┓┗┛", "━", "┃") if heavy else ("╭╮╰╯", "─", "│")
        bars = across * (width - 2)
        self.put(x, y, f"{corners[0]}{bars}{corners[1]}", style)
        self.put(x, y + height - 1, f"{corners[2]}{bars}{corners[3]}", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, down, style)
            self.put(x + width - 1, row, down, style)

    def strip(self, y: int) -> Strip:
        """Return a row as a strip of Textual."""
        segments: list[Segment] = []
        text, before = "", None
        for sign, style in self.rows[y]:
            if style is not before and text:
                segments.append(Segment(text, before))
                text = ""
            text, before = text + sign, style
        return Strip([*segments, Segment(text, before)], self.width)
