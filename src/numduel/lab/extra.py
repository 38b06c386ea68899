"""What to say when the libraries of this package are not installed."""

from numduel.errors import MissingExtra


def missing_extra(missing: ModuleNotFoundError) -> Exception:
    """The sentence for a library that is not there; a fault of our own stays what it is."""
    library = (missing.name or "").partition(".")[0]
    if library in ("", "numduel"):
        return missing
    return MissingExtra(f"numduel.lab needs {library}: pip install 'numduel[lab]'")
