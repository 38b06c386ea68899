"""A server that does everything right, for histories that must pass the checker."""

KINDS = ["move"] * 6 + ["get", "get", "ask", "agree", "decline", "resign", "late"]
SEATS = {"a": 1, "b": 2}
BEGINNING = {"version": 0, "moves": [], "takeback": None, "joined": [1], "resigned": None}


class RightServer:
    """A match, its two players and their streams, in which things happen in any order: requests
    are decided after a while or never, and answers are lost."""

    def __init__(self, random, lost):
        """`lost` is the part of the answers that do not come."""
        self.random = random
        self.lost = lost
        self.history = []
        self.entries = []
        self.shown = [BEGINNING]
        self.streamed = dict.fromkeys(SEATS, 0)
        self.under_way = {}  # by client: the operation, and its result once it is decided
        self.astray = []  # nobody waits for these any more, and they may still happen
        self.retries = {}
        self.places = {}  # by operation: how many entries there were when it was decided
        self.operations = 0

    @property
    def now(self):
        return self.shown[-1]

    def tell(self, kind, **fields):
        self.history.append({"type": kind, **fields})

    def put(self, entry, **change):
        self.entries.append(entry)
        self.shown.append({**self.now, "version": len(self.entries), **change})

    def ask(self, client):
        """A client asks for something, or again for what it was not told the result of."""
        do = self.random.choice(KINDS)
        again = self.retries.pop(client, None)
        self.operations += 1
        asked = {"op": self.operations, "client": client, "match": "M", "player": SEATS[client]}
        if again and self.random.random() < 0.5:
            asked = {**again, "op": self.operations}
        elif client == "b" and 2 not in self.now["joined"]:
            asked |= {"do": "join"}
        elif do in ("move", "late"):
            ply = max(0, len(self.now["moves"]) - (do == "late"))
            move = str(self.random.randrange(9))
            asked |= {"do": "move", "ply": ply, "move": move, "key": f"k{self.operations}"}
        else:
            asked |= {"do": do}
        self.tell("invoke", **asked)
        self.under_way[client] = asked, None

    def decide(self, asked):
        """What the server makes of a request: whether it is acknowledged."""
        do, player, moves = asked["do"], asked["player"], self.now["moves"]
        takeback = self.now["takeback"]
        if do == "get":
            return "ok"
        if do == "join":
            if 2 not in self.now["joined"]:
                self.put({"join": {"player": 2, "token": "t"}}, joined=[1, 2])
            return "ok"
        if do == "move" and any(entry.get("key") == asked["key"] for entry in self.entries):
            return "ok"
        if do == "move" and moves[asked["ply"] :][:1] == [asked["move"]]:
            return "ok" if player == 1 + asked["ply"] % 2 else "refused"
        if self.now["resigned"]:
            return "refused"
        if do == "move":
            if asked["ply"] != len(moves) or player != 1 + len(moves) % 2:
                return "refused"
            entry = {"move": asked["move"], "key": asked["key"]}
            self.put(entry, moves=[*moves, asked["move"]], takeback=None)
        elif do == "resign":
            self.put({"end": {"winner": 3 - player}}, resigned=3 - player, takeback=None)
        elif do == "ask":
            if not moves or takeback == 3 - player:
                return "refused"
            if takeback is None:
                self.put({"takeback": player}, takeback=player)
        elif takeback is None or (do == "agree" and takeback == player):
            return "refused"
        elif do == "agree":
            self.put({"undo": 1}, moves=moves[:-1], takeback=None)
        else:
            self.put({"takeback": None}, takeback=None)
        return "ok"

    def step(self):
        client = self.random.choice(list(SEATS))
        if self.random.random() < 0.3:
            return self.deliver(client)
        if self.astray and self.random.random() < 0.3:
            self.decide(self.astray.pop())
            return None
        if client not in self.under_way:
            return self.ask(client)
        return self.go_on(client)

    def go_on(self, client):
        """What a client asked for is decided, or answered, or the answer is lost."""
        asked, result = self.under_way[client]
        if self.random.random() < self.lost:
            self.tell("unknown", op=asked["op"], seen=None)
            del self.under_way[client]
            self.retries[client] = asked
            if result is None and asked["do"] != "get":
                self.astray.append(asked)
        elif result is None:
            self.places[asked["op"]] = len(self.entries)
            self.under_way[client] = asked, self.decide(asked)
        else:
            token = {"token": "t"} if asked["do"] == "join" and result == "ok" else {}
            self.tell(result, op=asked["op"], seen=self.now, **token)
            del self.under_way[client]

    def deliver(self, client):
        """A stream tells of a newer version, not necessarily of every one."""
        if self.streamed[client] < len(self.entries):
            self.streamed[client] = self.random.randint(
                self.streamed[client] + 1, len(self.entries)
            )
            seen = self.shown[self.streamed[client]]
            self.tell("seen", client=client, match="M", seen=seen)

    def finish(self):
        while self.under_way and not self.lost:
            self.go_on(next(iter(self.under_way)))
        for client in SEATS:
            while self.streamed[client] < len(self.entries):
                self.deliver(client)
            if self.entries:
                self.tell("end", client=client, match="M")
        return self
