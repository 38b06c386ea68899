"""Somebody before the site: what they see, and how they choose and move."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

# Seconds to wait for the page: enough on a busy machine, and a wrong expectation is soon told.
PATIENCE = 120
FOLLOW = """path => {
    if (!document.querySelector("header.site")) return false;
    const link = document.createElement("a");
    link.href = path;
    document.body.append(link);
    link.click();
    link.remove();
    return true;
}"""


class Visitor:
    """Somebody with a browser. What goes wrong in the page is noted in `faults`."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.faults: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("request", lambda request: self._check_host(request.url, address))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} {message.location['url']}")

    def _check_host(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            self.faults.append(f"asked elsewhere: {url}")

    def leave(self) -> None:
        """Go without a trace: the next to use this page is somebody else."""
        context = self.page.context
        for page in context.pages:
            if page != self.page:
                page.close()
        self.page.goto("/robots.txt")  # of this site, whose process and files stay
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        context.clear_cookies()

    @property
    def board(self) -> Locator:
        return self.page.locator(".stage .board")

    @property
    def headline(self) -> Locator:
        return self.page.locator(".headline")

    @property
    def below(self) -> Locator:
        return self.page.locator(".last-move")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def go_home(self) -> None:
        self.page.goto("/")
        self.page.locator(".card").first.wait_for()

    def go_on_to(self, path: str) -> None:
        """Follow a link of the site, if a page of it is open: that loads nothing again."""
        if not self.page.evaluate(FOLLOW, path):
            self.page.goto(path)

    def begin(self, slug: str, mode: str, **choices: Any) -> None:
        """Begin a duel at one's own device, without a detour over the home page."""
        wanted = {"game": slug, "mode": mode}
        wanted |= {name: choices.pop(name) for name in ("level", "first") if name in choices}
        answer = self.page.request.post("/api/matches", data=wanted | {"options": choices}).json()
        self.go_on_to(f"/m/{answer['match']['id']}")
        self.board.wait_for()

    def begin_at_home(self, slug: str, mode: str, **choices: Any) -> None:
        """Choose options in the sheet of a duel on the home page, then start."""
        sheet = self.open_sheet(slug)
        sheet.locator(f"input[name=mode][value={mode}]").check()
        for name in ("level", "first"):
            if name in choices:
                sheet.locator(f"input[name={name}][value={choices.pop(name)}]").check()
        if choices:
            sheet.locator("summary").click()
        for name, value in choices.items():
            field = sheet.locator(f"[id='{slug}-{name}']")
            if field.evaluate("field => field.localName") == "select":
                field.select_option(str(value))
            else:
                field.fill(str(value))
                field.blur()
        sheet.locator(".start-button").click()
        self.board.wait_for()

    def open_sheet(self, slug: str) -> Locator:
        """Open the sheet of a duel, in the words of this rule book if several have its rules."""
        self.go_on_to("/")
        self.page.locator(f".card:has([href='/games/{slug}']) > .button").click()
        sheet = self.page.locator("#setup")
        words = sheet.locator(f"input[name=words][value={slug}]")
        if words.count():
            words.check()
        return sheet

    def place_of(self, number: int) -> tuple[float, float]:
        """Return where a finger aims for a tile."""
        box = self.tile(number).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tile(self, number: int | str) -> Locator:
        return self.page.locator(f".tile[data-move='{number}']")

    def is_over(self) -> bool:
        return self.page.locator("#rematch").count() > 0

    def count_moves(self) -> int:
        return self.page.locator(".moves li").count()

    def expect_moves(self, count: int) -> None:
        expect(self.page.locator(".moves li")).to_have_count(count)

    def move(self) -> None:
        """Make some allowed move, the way this board is made for."""
        if self.page.locator(".board.bar-board").count():
            self.page.locator(".bar").click(position={"x": 90, "y": 20})
            # The larger part keeps the game going for a few moves.
            self.page.locator(".part").last.click()
        elif self.page.locator(".board.heaps").count():
            self.page.locator(".bar.live").first.click(position={"x": 8, "y": 20})
            self.page.locator(".confirm").click()
        elif self.page.locator(".board.plain").count():
            self.page.locator(".choice[aria-disabled='false']").first.click()
        else:
            allowed = self.page.locator(".tile.allowed[aria-disabled='false']")
            free = allowed.and_(self.page.locator(":not(.costly)"))
            if free.count():
                free.first.click()
            else:  # it is asked for
                allowed.first.click()
                self.page.locator("#yes").click()

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; False if the duel is over."""
        alive = "[aria-disabled='false']"
        ready = f".tile.allowed{alive}, .choice{alive}, .bar.live, .part, #rematch"
        self.page.locator(ready).first.wait_for()
        return not self.is_over()

    def play_on(self) -> None:
        """Play to the end."""
        for _ in range(60):
            if not self.wait_for_turn():
                return
            count = self.count_moves()
            self.move()
            expect(self.page.locator(".moves li").nth(count)).to_be_attached()
        raise AssertionError("the duel does not end")
