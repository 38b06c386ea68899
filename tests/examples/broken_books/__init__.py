"""Rule books that break the contract, each in one way; most are Last Stone with one fault."""

from .introduction import *  # noqa: F403
from .moves import *  # noqa: F403
from .shown import *  # noqa: F403
from .states import *  # noqa: F403
