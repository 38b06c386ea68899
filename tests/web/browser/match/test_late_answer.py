"""An answer that arrives after what happened since takes nothing back."""

from .test_playing import join


def test_late_response_to_move_is_tolerated(invite):
    host, guest = invite(own_page=True), invite()
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    held = []
    host.page.route("**/moves", lambda route: held.append((route, route.fetch())))
    host.tile(6).click()
    guest.tile(18).click()
    host.expect_moves(2)
    [(route, answer)] = held
    route.fulfill(response=answer)
    host.page.unroute_all()
    host.tile(9).click()
    guest.tile(3).click()
    host.expect_moves(4)
