"""In which order the tests run, and which stay together where several processes share them out."""

from xdist.scheduler import LoadFileScheduling

# What the tests of these folders need takes longer to begin than many a file (a browser, a cluster
# of PostgreSQL, the libraries of learners), or is remembered (puzzles, compiled graphs). So one
# process runs all of them.
TOGETHER = (
    ("tests/web/browser/match/",),
    ("tests/web/store/", "tests/web/several/", "tests/web/serving/"),
    ("tests/lab/",),
    ("tests/web/browser/pages/",),
    ("tests/study/", "tests/tasks/", "tests/terminal/learning/"),
    ("tests/theory/",),
)
# What takes longest comes first, so that no process is left with it at the end.
LONGEST = (
    "tests/project/test_fresh_clone",
    "tests/adapters/",
    "tests/web/test_hostile",
    *(folder for folders in TOGETHER for folder in folders),
    "tests/project/",
    "tests/terminal/app/",
    "tests/arena/",
    "tests/every_game/",
    "tests/web/http/test_description",
)


def place_in_order(item):
    names = enumerate(LONGEST)
    return next((place for place, name in names if item.nodeid.startswith(name)), len(LONGEST))


class WholeFolders(LoadFileScheduling):
    """Tests of one file stay together, and those of folders that need the same."""

    def _split_scope(self, nodeid):
        shared = (folders[0] for folders in TOGETHER if nodeid.startswith(folders))
        return next(shared, super()._split_scope(nodeid))
