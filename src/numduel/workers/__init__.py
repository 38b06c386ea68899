"""Work that is spread over the processes of this machine, or over the machines of a Dask cluster.

Whatever is spread is a function of its arguments alone, and its results are put into order by who
asked for them. So they are the same wherever they were worked out.
"""

from numduel.workers.opening import open_workers
from numduel.workers.ordered import in_bundles, in_order
from numduel.workers.workers import HERE, Workers

__all__ = ["HERE", "Workers", "in_bundles", "in_order", "open_workers"]
