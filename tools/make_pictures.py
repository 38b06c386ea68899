"""Makes the link preview of each duel, and the icons.

A duel's picture has its title, its summary and its board after a few moves, as the page draws it,
and is saved beside its rule book. Duels without one share the picture of the site.
"""

import struct
import tempfile
from base64 import b64encode
from html import escape
from pathlib import Path

from playwright.sync_api import FloatRect, Page, sync_playwright
from screenshots import CHROMIUM, start_server

HOUSE = Path(__file__).parents[1] / "src/numduel"
STATIC, GAMES = HOUSE / "web/static", HOUSE / "games"
WIDTH, HEIGHT = 1200, 630
ICONS = (180, 192, 512)
FACE = STATIC / "vendor/bricolage-grotesque/bricolage-grotesque.woff2"
NAME = '<span style="color:#2563eb">num</span><span style="color:#c2410c">duel</span>'
CARD = """<style>@font-face {{ font-family: Face; src: url(data:font/woff2;base64,{face}) }}</style>
<body style="margin:0;width:1200px;height:630px;box-sizing:border-box;padding:64px;
 display:grid;grid-template-columns:{columns};gap:56px;align-items:center;background:#faf9f6;
 color:#18181b;font:30px/1.4 system-ui,sans-serif">
<div><div style="font:700 36px Face">{name}</div>
<h1 style="font:700 72px/1.1 Face;margin:24px 0">{title}</h1>
<p style="margin:0">{summary}</p>
</div>{board}</body>"""


def draw_board(page: Page, slug: str, moves: list[str]) -> str:
    """Return a duel's board after these moves, as an image."""
    page.goto(f"/p/{slug}/{','.join(moves)}" if moves else f"/p/{slug}")
    page.locator(".stage .board").wait_for()
    page.get_by_role("switch", name="Best moves").click()
    page.wait_for_timeout(300)
    box = page.locator(".stage .board").bounding_box()
    assert box is not None
    clip = FloatRect(  # room for the rings
        x=box["x"] - 10, y=box["y"] - 10, width=box["width"] + 20, height=box["height"] + 20
    )
    board = b64encode(page.screenshot(clip=clip)).decode()
    style = "width:100%;max-height:500px;object-fit:contain"
    return f'<img style="{style}" src="data:image/png;base64,{board}">'


def draw_card(page: Page, path: Path, title: str, summary: str, board: str) -> None:
    """Return a picture in the size that messengers and networks want."""
    columns = "9fr 10fr" if board else "1fr"
    words = {"name": NAME, "title": escape(title), "summary": escape(summary)}
    face = b64encode(FACE.read_bytes()).decode()
    page.set_content(CARD.format(columns=columns, board=board, face=face, **words))
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(200)
    page.screenshot(path=path)
    print(path, path.stat().st_size)


def draw_icon(page: Page, size: int) -> bytes:
    drawing = b64encode((STATIC / "icon.svg").read_bytes()).decode()
    image = f'<img width={size} height={size} src="data:image/svg+xml;base64,{drawing}">'
    page.set_content(f'<body style="margin:0">{image}</body>')
    page.wait_for_timeout(100)
    clip = {"x": 0, "y": 0, "width": size, "height": size}
    return page.screenshot(clip=clip, omit_background=True)  # type: ignore[arg-type]


def main() -> None:
    site, icons = STATIC / "pictures" / "numduel.png", STATIC / "icons"
    site.parent.mkdir(exist_ok=True)
    icons.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server, address = start_server(data)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            size = {"width": WIDTH, "height": HEIGHT}
            page = browser.new_page(base_url=address, viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
            boards = browser.new_page(
                base_url=address,
                viewport={"width": 640, "height": 900},
                device_scale_factor=2,
                color_scheme="light",
                reduced_motion="reduce",
            )
            about = "Small number duels, and the exact truth about them."
            draw_card(page, site, about, "Play at once. Ask who wins, and why.", "")
            for game in page.request.get("/api/games").json():
                moves = [position["last"] for position in game["sample"] if position["last"]]
                board = draw_board(boards, game["slug"], moves[: min(4, len(moves) // 2)])
                path = GAMES / f"{game['slug'].replace('-', '_')}.png"
                draw_card(page, path, game["title"], game["summary"], board)
            for edge in ICONS:
                (icons / f"icon-{edge}.png").write_bytes(draw_icon(page, edge))
            small = draw_icon(page, 32)
            head = struct.pack("<3H4B2H2I", 0, 1, 1, 32, 32, 0, 0, 1, 32, len(small), 22)
            (icons / "favicon.ico").write_bytes(head + small)
        finally:
            browser.close()
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
