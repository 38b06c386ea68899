"""The file of a backup: what is in it comes out of it, and what is wrong with it is told."""

import gzip
import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel.web.backup.backup_file import (
    Amount,
    BackupHead,
    BackupReader,
    BackupWriter,
    BadBackup,
    KeptEntry,
    KeptMatch,
)
from numduel.web.matches.seals import first_seal, next_seal
from numduel.web.settings import Settings

times = st.floats(0, 1e12) | st.integers(0, 2**40)
texts = st.text(max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(texts, values, max_size=4)


@st.composite
def kept_matches(draw):
    match_id = draw(texts)
    header = draw(objects) | {"id": match_id}
    seal = first = first_seal(header)
    entries = []
    for entry in draw(st.lists(objects, max_size=4)):
        seal = next_seal(seal, entry)
        entries.append(KeptEntry(draw(times), entry, seal))
    return KeptMatch(match_id, draw(times), draw(st.booleans()), header, first, entries)


def write(head, matches):
    file = BytesIO()
    writer = BackupWriter(file, head)
    for match in matches:
        writer.add(match)
    amount = writer.finish()
    return file.getvalue(), amount


def read(data):
    reader = BackupReader(BytesIO(data))
    return reader.head, list(reader.matches())


@given(st.lists(kept_matches(), max_size=4), st.none() | times)
def test_what_was_written_is_read(matches, clock):
    head = BackupHead("0004", clock, len(matches))
    data, amount = write(head, matches)
    assert amount == Amount(len(matches), sum(len(match.entries) for match in matches))
    assert read(data) == (head, matches)


@given(st.lists(kept_matches(), min_size=1, max_size=3), st.data())
def test_a_file_that_was_cut_or_changed_is_never_read_as_another(matches, draw):
    head = BackupHead("0004", 1.5, len(matches))
    data, _ = write(head, matches)
    place = draw.draw(st.integers(0, len(data) - 1))
    with pytest.raises(BadBackup):
        read(data[:place])
    changed = bytearray(data)
    changed[place] ^= 1 << draw.draw(st.integers(0, 7))
    try:
        found = read(bytes(changed))
    except BadBackup:
        return
    assert found == (head, matches)  # a bit that means nothing, such as gzip's time


@given(st.lists(kept_matches(), min_size=1, max_size=3), st.data())
def test_lines_that_were_changed_and_packed_again_are_never_read_as_another(matches, draw):
    data, _ = write(BackupHead("0004", None, len(matches)), matches)
    lines = bytearray(gzip.decompress(data))
    lines[draw.draw(st.integers(0, len(lines) - 1))] ^= 1 << draw.draw(st.integers(0, 6))
    with pytest.raises(BadBackup):
        read(gzip.compress(bytes(lines)))


def one_match():
    header = {"id": "A" * 16}
    first = first_seal(header)
    entry = {"move": "6"}
    kept = [KeptEntry(2.0, entry, next_seal(first, entry))]
    return KeptMatch("A" * 16, 1.0, False, header, first, kept)


def packed(*lines):
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


HEAD = {"numduel backup": 1, "revision": "0004", "clock": None, "matches": 1}
WHOLE = write(BackupHead("0004", None, 1), [one_match()])[0]
MATCH = one_match()._asdict()
BAD = {
    "empty": (b"", "This is not a backup that numduel has made."),
    "a letter": (b"Dear Ann, " * 100, "This is not a backup that numduel has made."),
    "another gzip": (gzip.compress(b"Dear Ann, " * 100), "This is not a backup that numduel"),
    "another JSON": (packed([1, 2]), "This is not a backup that numduel has made."),
    "no end of brackets": (gzip.compress(b"[" * 10**6), "This is not a backup that numduel"),
    "newer": (packed(HEAD | {"numduel backup": 2}), "A newer numduel has made this backup"),
    "newer tables": (
        packed(HEAD | {"revision": "9999"}, {"end": None}),
        "A newer numduel has made this backup: update numduel to restore it.",
    ),
    "a strange head": (packed(HEAD | {"matches": "many"}), "line 1 is not as it was written."),
    "half a head": (packed({"numduel backup": 1}), "line 1 is not as it was written."),
    "cut": (WHOLE[:-20], "The backup is not whole: it was cut short."),
    "no end": (packed(HEAD, MATCH), "The backup is not whole: it was cut short."),
    "something after the end": (WHOLE + gzip.compress(b"{}\n"), "something follows its end."),
    "no gzip after the end": (WHOLE + b"more", "The backup cannot be read: it is not as it was"),
    "a match that is none": (packed(HEAD, {"id": 1}), "line 2 is not as it was written."),
    "another seal": (packed(HEAD, MATCH | {"seal": "x"}), "line 2 is not as it was written."),
    "no time": (packed(HEAD, MATCH | {"created": None}), "line 2 is not as it was written."),
    "another id": (packed(HEAD, MATCH | {"id": "B"}), "line 2 is not as it was written."),
    "entries of a strange form": (
        packed(HEAD, MATCH | {"entries": [[1.0, {}]]}),
        "line 2 is not as it was written.",
    ),
    "another check value": (
        packed(HEAD, MATCH, {"end": {"matches": 1, "entries": 1, "sha256": "0"}}),
        "its check value is wrong.",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_file_that_is_no_whole_backup_is_one_sentence_and_changes_nothing(
    run, run_site, tmp_path, fault
):
    data, sentence = BAD[fault]
    file, folder = tmp_path / "file", tmp_path / "data"
    file.write_bytes(data)
    folder.mkdir()
    new = f"sqlite:///{folder / 'new.sqlite'}"
    code, said = run("restore", file, "--database", new)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("Error: ")
    assert sentence in said
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("fault", ["cut", "another check value", "a letter"])
def test_a_bad_file_does_not_replace_the_matches_that_are_there(
    run, run_site, database, tmp_path, fault
):
    file = tmp_path / "file"
    file.write_bytes(BAD[fault][0])
    with run_site(Settings(database)) as site:
        match_id = site.visitor().create(mode="screen")["match"]["id"]
    code, said = run("restore", file, "--database", database, "--replace-all-matches")
    assert (code, BAD[fault][1] in said) == (1, True)
    with run_site(Settings(database)) as site:
        assert site.visitor().see(match_id)["ply"] == 0


def test_a_file_that_becomes_endless_when_it_is_unpacked_is_given_up(monkeypatch):
    # The limit is smaller here: the whole of 64 MB would take the test a while.
    monkeypatch.setattr("numduel.web.backup.backup_file._LONGEST_LINE", 1 << 16)
    bomb = packed(HEAD) + gzip.compress(b" " * (1 << 20))
    with pytest.raises(BadBackup, match="was damaged: line 2 is not"):
        read(bomb)
