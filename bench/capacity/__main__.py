"""`python -m bench.capacity`: what the figures of docs/capacity.md are made of."""

import argparse
import asyncio
import signal
import tempfile
from pathlib import Path

from bench.capacity.costs import measure_costs
from bench.capacity.notify import measure_notify
from bench.capacity.simulated import print_simulated


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("--seconds", type=int, default=5, help="for each row of NOTIFY")
    parser.add_argument("what", choices=["costs", "notify", "simulated"])
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is ended too
    if asked.what == "simulated":
        print_simulated()
        return
    with tempfile.TemporaryDirectory(prefix="numduel-capacity-") as folder:
        if asked.what == "costs":
            asyncio.run(measure_costs(Path(folder)))
        else:
            asyncio.run(measure_notify(Path(folder), asked.seconds))


if __name__ == "__main__":
    main()
