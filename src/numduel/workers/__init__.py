"""Work that is spread over the processes of this machine, or over the machines of a Dask cluster.

Only functions whose results depend on nothing but their arguments are spread, and whoever asked
puts the results in order. So the results are the same wherever they were computed.
"""

from numduel.workers.opening import open_workers
from numduel.workers.ordered import in_bundles, in_order
from numduel.workers.workers import HERE, Workers

__all__ = ["HERE", "Workers", "in_bundles", "in_order", "open_workers"]
