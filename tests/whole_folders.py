"""Which tests stay together when several processes share them out."""

from xdist.scheduler import LoadFileScheduling


class WholeFolders(LoadFileScheduling):
    """Those of a file, and those of a folder of tests with a browser."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        return file.rpartition("/")[0] if "/browser/" in file else file
