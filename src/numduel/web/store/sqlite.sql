-- user_version is 1.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    header TEXT NOT NULL,
    checksum TEXT NOT NULL
);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    entry TEXT NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (match, number)  -- the compare-and-set of a move
) WITHOUT ROWID;
-- One row, overwritten by each health check.
CREATE TABLE health (id INTEGER PRIMARY KEY, at REAL NOT NULL);
