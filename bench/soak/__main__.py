"""`python -m bench.soak`: exit code 1 if a limit is missed."""

import argparse
import asyncio
import signal

import uvloop

from bench.soak.attacks import ATTACKS
from bench.soak.hostile import withstand
from bench.soak.rounds import SHORT, Size, soak


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description="Load a server with matches, moves and listeners."
    )
    parser.add_argument("--short", action="store_true", help="a few seconds, for the tests")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--processes",
        type=int,
        help="so many, on PostgreSQL behind a proxy: see rounds.py",
    )
    parser.add_argument("--seed", type=int, default=1, help="for the order of faults")
    parser.add_argument("--hostile", action="store_true", help="under attack: see hostile.py")
    parser.add_argument("--behind-proxy", action="store_true", help="with --hostile: by haproxy")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # run the finally blocks
    if asked.hostile:
        how = (3, 3, 900) if asked.short else (min(asked.seconds, 10), 30, 900)
        is_good = asyncio.run(withstand(ATTACKS, asked.behind_proxy, *how))
    else:
        size = SHORT if asked.short else Size(seconds=asked.seconds)
        # Clients and servers share the machine: uvloop keeps the clients cheap.
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            is_good = runner.run(soak(asked.processes, size, asked.seed))
    if not is_good:
        raise SystemExit("A limit was missed.")


if __name__ == "__main__":
    main()
