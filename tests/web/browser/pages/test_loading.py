"""How pages load: files are kept, a second visit asks for none of them."""

from playwright.sync_api import expect


def test_a_second_visit_asks_for_no_file_again(invite):
    visitor = invite(own_page=True)
    asked = []
    visitor.page.on("response", lambda answer: asked.append(answer))
    visitor.go_home()
    files = {answer.url.split("/")[-1] for answer in asked if "/static/" in answer.url}
    assert files >= {"theme.js", "script.js", "styles.css"}
    asked.clear()
    visitor.page.goto("/games/divisor-duel")
    visitor.page.locator(".stage .board").wait_for()
    transferred = visitor.page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name, transferSize }) =>"
        " name.includes('/static/') && transferSize > 0).map(({ name }) => name)"
    )
    assert transferred == []


def test_the_address_of_a_position_is_its_id(visitor):
    visitor.page.goto("/p/divisor-duel/numbers=30/6,3")
    expect(visitor.headline).to_contain_text("Player 1")
    visitor.tile(9).click()
    visitor.expect_moves(3)
    visitor.page.wait_for_url("**/p/divisor-duel/numbers=30/6,3,9")
    visitor.page.reload()
    visitor.expect_moves(3)
    expect(visitor.page.locator(".tile")).to_have_count(30)


def test_404_page_leads_home(visitor):
    visitor.page.goto("/nowhere")
    expect(visitor.page.get_by_role("heading")).to_have_text("There is nothing at this address.")
    visitor.page.get_by_role("link", name="To the duels").click()
    visitor.page.locator(".card").first.wait_for()
    visitor.faults.clear()  # the browser notes a 404
