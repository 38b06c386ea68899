"""The error for when the libraries that this package needs are not installed."""

from numduel import errors


def missing_library(missing: ModuleNotFoundError) -> Exception:
    """The error to raise where a library is missing."""
    return errors.missing_extra(missing, "numduel.lab", "lab")
