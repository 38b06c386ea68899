"""Every position of a game, by playing on from the start."""


def reachable(game, *, merged=True):
    """One state of every canonical key in reach of the start or, unless `merged`, every state."""
    name_of = game.canonical if merged else lambda state: state
    states = [game.start()]
    seen = {name_of(states[0])}
    for state in states:  # which grow as we go
        for move in game.legal_moves(state):
            after = game.after(state, move)
            name = name_of(after)
            if name not in seen:
                seen.add(name)
                states.append(after)
    return states
