"""A player for numduel's arena: leaves the opponent as few numbers as possible in Divisor Duel, and
plays any legal move in other games.

    numduel arena --players "program:python3 narrow.py",random --out runs/narrow
"""

import json
import random
import sys


def choose(legal: list[str], state: dict[str, object]) -> str:
    remaining = state.get("remaining")
    if not isinstance(remaining, list):
        return chance.choice(legal)

    def replies(move: str) -> int:
        taken = int(move)
        left = [number for number in remaining if number != taken]
        return sum(number % taken == 0 or taken % number == 0 for number in left)

    fewest = min(map(replies, legal))
    return chance.choice([move for move in legal if replies(move) == fewest])


chance = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        chance.seed(message["seed"])
        game = message["game"]
    elif message["type"] == "move":
        state = message["state"] if game == "divisor-duel" else {}
        move = choose(message["legal"], state)
        answer = {"question": message["question"], "move": move}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    elif message["type"] == "end":
        break
