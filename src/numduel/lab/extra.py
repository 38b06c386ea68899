"""What to say when the libraries of this package are not installed."""

from numduel.errors import MissingExtra


def missing_extra(missing: ModuleNotFoundError) -> Exception:
    """The error that names a library which is not installed. If a module of our own is missing,
    that error is returned as it is."""
    library = (missing.name or "").partition(".")[0]
    if library in ("", "numduel"):
        return missing
    return MissingExtra(f"numduel.lab needs {library}: pip install 'numduel[lab]'")
