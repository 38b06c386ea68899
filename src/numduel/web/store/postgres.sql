CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    created DOUBLE PRECISION NOT NULL,
    header TEXT NOT NULL,
    checksum TEXT NOT NULL
);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    entry TEXT NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (match, number)  -- the compare-and-set of a move
);
-- One row, overwritten by each health check.
CREATE TABLE health (id INTEGER PRIMARY KEY, at DOUBLE PRECISION NOT NULL);
CREATE TABLE numduel (version INTEGER NOT NULL);
INSERT INTO numduel VALUES (1);
