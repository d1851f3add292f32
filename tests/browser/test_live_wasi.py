"""The WASI host by itself: files in memory, clocks, chance, as a program asks for them."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "book" / "live" / "runtime"
SOURCES = [RUNTIME / name for name in ("files.js", "wasi.js", "wasi_calls.js")]
SOURCES.append(Path(__file__).with_name("wasi_host.js"))
# Error numbers of WASI, and ways to open.
BADF, EXIST, INVAL, ISDIR, NOENT, NOTDIR, NOTEMPTY, NOTSUP, SPIPE = 8, 20, 28, 31, 44, 54, 55, 58, 70
CREATE, EXCLUSIVE, TRUNCATE, APPEND = 1, 4, 8, 1


@pytest.fixture(scope="module")
def tab(chromium):
    context = chromium.new_context(offline=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def guest(tab):
    """Return what runs JavaScript with a new program `g` and returns the value of the last line."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)

    def run(script):
        *before, last = script.strip().splitlines()
        body = "\n".join([source, "const g = new Guest();", *before, f"return {last.strip()}"])
        return tab.evaluate(f"async () => {{ {body} }}")

    return run


def test_a_file_is_written_and_read_back(guest):
    assert guest("""
        const fd = g.open("a.txt", 1)
        g.write(fd, "naïve")
        [g.seek(fd, 0), g.read(fd), g.read(fd), g.seek(fd, -1, 2), g.read(fd)]
    """) == [0, "naïve", "", 5, "e"]


def test_seeking_past_the_end_leaves_zeros(guest):
    assert guest("""
        const fd = g.open("a.txt", 1)
        g.seek(fd, 3)
        g.write(fd, "x")
        [g.seek(fd, 0), [...g.read(fd)].map((c) => c.charCodeAt(0)), g.seek(fd, -9)]
    """) == [0, [0, 0, 0, 120], -INVAL]


def test_appending_writes_at_the_end(guest):
    assert guest(f"""
        g.write(g.open("a", {CREATE}), "one ")
        const fd = g.open("a", 0, {APPEND})
        g.write(fd, "two")
        [g.seek(fd, 0), g.read(fd)]
    """) == [0, "one two"]


def test_reading_and_writing_at_a_place_do_not_move(guest):
    assert guest("""
        const fd = g.open("a", 1)
        g.write(fd, "abcdef")
        g.calls.fd_pwrite(fd, ...g.vector(...g.say("XY")), 2n, 64)
        g.calls.fd_pread(fd, ...g.vector(4096, 3), 1n, 64)
        [g.text(4096, 3), g.calls.fd_tell(fd, 64), g.long(64), g.seek(fd, 0), g.read(fd)]
    """) == ["bXY", 0, 6, 0, "abXYef"]


def test_a_loaded_file_is_copied_when_it_is_written_to(guest):
    assert guest("""
        const loaded = new TextEncoder().encode("loaded")
        g.root.put("a", new File(loaded, true))
        const fd = g.open("a")
        g.write(fd, "L")
        [g.seek(fd, 0), g.read(fd), new TextDecoder().decode(loaded)]
    """) == [0, "Loaded", "loaded"]


def test_a_cut_file_that_grows_again_has_zeros(guest):
    assert guest("""
        const fd = g.open("a", 1)
        g.write(fd, "secret")
        g.calls.fd_filestat_set_size(fd, 2n)
        g.calls.fd_filestat_set_size(fd, 4n)
        [g.seek(fd, 0), g.read(fd)]
    """) == [0, "se\0\0"]


@pytest.mark.parametrize(
    ("path", "how", "error"),
    [
        ("missing", 0, NOENT),
        ("missing/file", CREATE, NOENT),
        ("there", CREATE | EXCLUSIVE, EXIST),
        ("there/below", CREATE, NOTDIR),
        ("there", 2, NOTDIR),
        ("folder", TRUNCATE, ISDIR),
    ],
)
def test_opening_fails_as_a_file_system_fails(guest, path, how, error):
    assert guest(f"""
        g.open("there", {CREATE})
        g.at("path_create_directory", "folder")
        g.open("{path}", {how})
    """) == -error


def test_folders_are_made_listed_and_removed(guest):
    assert guest("""
        g.at("path_create_directory", "d")
        g.open("d/b", 1)
        g.open("d/../d/./a", 1)
        const fd = g.open("d")
        const first = [g.names(fd), g.names(fd, 30), g.at("path_create_directory", "d")]
        const full = g.at("path_remove_directory", "d")
        g.at("path_unlink_file", "d/a")
        g.at("path_unlink_file", "d/b")
        [...first, full, g.at("path_remove_directory", "d"), g.open("d")]
    """) == [["b", "a"], ["b", "a"], EXIST, NOTEMPTY, 0, -NOENT]


def test_long_lists_come_in_pieces(guest):
    names = guest("""
        for (let i = 0; i < 500; i++) g.open(`file-${i}`, 1)
        g.names(3, 200)
    """)
    assert names == [f"file-{i}" for i in range(500)]


def test_renaming_replaces_files_and_keeps_folders(guest):
    assert guest("""
        const rename = (from, to) => g.calls.path_rename(3, ...g.say(from), 3, ...g.say(to, 2048))
        g.write(g.open("a", 1), "from a")
        g.open("b", 1)
        g.at("path_create_directory", "d")
        g.open("d/x", 1)
        const answers = [rename("a", "b"), rename("b", "d"), rename("d", "b"), rename("d", "d/in"), rename("no", "z")]
        [answers, g.read(g.open("b")), rename("b", "d/b"), g.names(g.open("d"))]
    """) == [[0, ISDIR, NOTDIR, INVAL, NOENT], "from a", 0, ["x", "b"]]


def test_an_open_file_survives_its_removal(guest):
    assert guest("""
        const fd = g.open("a", 1)
        g.write(fd, "still")
        g.at("path_unlink_file", "a")
        [g.seek(fd, 0), g.read(fd), g.open("a"), g.calls.fd_close(fd), g.calls.fd_close(fd)]
    """) == [0, "still", -NOENT, 0, BADF]


def test_stat_tells_kind_and_size(guest):
    assert guest("""
        g.write(g.open("a", 1), "12345")
        g.at("path_create_directory", "d")
        const stat = (path) => [g.calls.path_filestat_get(3, 0, ...g.say(path), 256), g.bytes(272, 1)[0], g.long(288)]
        [stat("a"), stat("d"), stat("x")[0], Math.abs(g.long(296) / 1e6 - Date.now()) < 60000]
    """) == [[0, 4, 5], [0, 3, 0], NOENT, True]


def test_a_folder_reports_the_right_to_write(guest):
    # Without it the C library's access(W_OK) fails, and matplotlib has no place for its cache.
    assert guest("""
        g.calls.fd_fdstat_get(3, 256)
        [g.bytes(256, 1)[0], g.long(264) > 0, g.long(272) > 0, g.calls.fd_fdstat_get(77, 256)]
    """) == [3, True, True, BADF]


def test_the_root_is_given_under_its_name(guest):
    assert guest("""
        const length = [g.calls.fd_prestat_get(3, 256), g.number(260)]
        g.calls.fd_prestat_dir_name(3, 512, 1)
        [...length, g.text(512, 1), g.calls.fd_prestat_get(4, 256)]
    """) == [0, 1, "/", BADF]


def test_arguments_and_environment(guest):
    assert guest("""
        g.calls.args_sizes_get(256, 260)
        const sizes = [g.number(256), g.number(260)]
        g.calls.args_get(512, 600)
        g.calls.environ_get(700, 800)
        [sizes, g.text(g.number(512), 10), g.text(g.number(700), 11)]
    """) == [[2, 10], "python\0-x\0", "HOME=/home\0"]


def test_what_is_written_to_a_device_arrives_there(guest):
    assert guest("""
        const heard = []
        const h = new Guest({ 1: (bytes) => heard.push(new TextDecoder().decode(bytes)) })
        const sent = [h.write(1, "hello"), h.seek(1, 0), h.calls.fd_close(1), h.write(1, " again")]
        [sent, heard, h.write(9, "nowhere"), h.read(0)]
    """) == [[5, -SPIPE, 0, 6], ["hello", " again"], -BADF, -SPIPE]


def test_clocks_run_and_sleep_waits(guest):
    first, second, slept, error, events = guest("""
        const time = (clock) => (g.calls.clock_time_get(clock, 0n, 256), g.long(256) / 1e6)
        const monotonic = time(1)
        g.bytes(1024, 48).fill(0)
        g.view().setUint32(1024 + 16, 1, true)
        g.view().setBigUint64(1024 + 24, 30_000_000n, true)
        const error = g.calls.poll_oneoff(1024, 2048, 1, 64)
        [time(0) - Date.now(), monotonic >= 0, time(1) - monotonic, error, g.number(64)]
    """)
    assert abs(first) < 2000
    assert second
    assert 30 <= slept < 2000
    assert (error, events) == (0, 1)


def test_chance_fills_more_than_the_browser_gives_at_once(guest):
    assert guest("""
        g.calls.random_get(0, 200000)
        new Set(g.bytes(199900, 100)).size > 20
    """)


def test_a_program_can_end(guest):
    assert guest("""
        let code = null
        try { g.calls.proc_exit(3) } catch (error) { code = error instanceof Exit && error.code }
        code
    """) == 3


@pytest.mark.parametrize("call", ["sock_accept", "sock_recv", "sock_send", "path_link", "path_symlink"])
def test_what_no_cell_needs_is_not_supported(guest, call):
    assert guest(f"g.calls.{call}(3, 0, 0, 0, 0, 0, 0)") == NOTSUP
