"""A visitor of a site, who asks its API."""

import httpx

from ..conftest import PATIENCE


class Visitor(httpx.Client):
    """Somebody at a browser: keeps cookies, knows the shapes of the API."""

    def __init__(self, address, **more):
        # There is no HTTPS here: without `verify` no certificates are read for every visitor.
        super().__init__(base_url=address, timeout=PATIENCE, verify=False, **more)

    def create(self, game="divisor-duel", mode="link", **more):
        response = self.post("/api/matches", json={"game": game, "mode": mode, **more})
        assert response.status_code == 201, response.text
        return response.json()

    def move(self, match_id, ply, move):
        return self.post(f"/api/matches/{match_id}/moves", json={"ply": ply, "move": move})

    def act(self, match_id, what, **body):
        return self.post(f"/api/matches/{match_id}/{what}", json=body)

    def join(self, seat_link, **more):
        _, _, match_id, _, token = seat_link.split("/")
        return self.act(match_id, "join", token=token, **more)

    def see(self, match_id):
        response = self.get(f"/api/matches/{match_id}")
        assert response.status_code == 200, response.text
        return response.json()
