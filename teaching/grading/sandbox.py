"""Where a submission runs: alone with a copy of itself, and ended with all that it has started."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

import mlevalkit

from .process import MEMORY, started_by

# What a submission sees of the environment: enough to start Python, nothing of the teacher's.
PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PATHEXT",
             "SYSTEMDRIVE", "SYSTEMROOT", "TZ", "WINDIR")  # fmt: skip
# What it sees of the system: the parts of these folders that programs consist of.
ROOTS = ("/", "/usr", "/usr/local", sys.base_prefix, sys.prefix)
PARTS = ("bin", "lib", "lib32", "lib64", "libexec", "share", "pyvenv.cfg")
SYSTEM = ("/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/nix/store",
          "/gnu/store")  # fmt: skip
PACKAGES = [Path(p) for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
KIT = Path(__file__).resolve().parent
LIBRARY = Path(mlevalkit.__file__).resolve().parent
MARK = "MLEVALKIT_SUBMISSION"
NOBODY = "65534"
USERS = itertools.count(2_000_000_000)  # of nobody: each submission of root's runs as another
NAMESPACES = ("ipc", "pid", "net", "uts", "cgroup-try")
PROCESSES = 256
DISK = 2**28  # bytes that a submission may write
LIMITS = f"AS={MEMORY} FSIZE={DISK} CORE=0"


class Nothing:
    """No sandbox: a guard against accidents, which code that means harm gets round."""

    said = (
        "No sandbox: what is handed in runs with your rights, and can read and change your files "
        f"and fill the disk (one file to {DISK // 2**20} MB). See --sandbox."
    )

    def __init__(self, closed: list[Path]) -> None:
        self.closed = closed

    def command(self, folder: Path) -> list[str]:
        """Return what starts `inside.py` in a folder."""
        return [*self.python(folder), *map(str, self.closed)]

    def python(self, folder: Path) -> list[str]:
        """Return the same without what is around it."""
        return [sys.executable, str(folder / "inside.py"), str(folder / "work")]

    def options(self, folder: Path, threads: int) -> dict[str, Any]:
        """Return the environment of a submission, whose home is its own folder."""
        kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        home = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")
        own = dict.fromkeys(home, str(folder / "work")) | {MARK: str(folder), "MPLBACKEND": "agg"}
        own |= {"OMP_NUM_THREADS": str(threads), "PYTHONDONTWRITEBYTECODE": "1", "USER": "student"}
        own |= {"PIP_NO_INDEX": "1"}  # `!pip install` waits for no network, and installs nothing
        return {
            "env": kept | own | {"MLEVALKIT_LIMITS": self.limits()},
            "cwd": str(folder / "work"),
        }

    def limits(self) -> str:
        """Return the limits that `inside.py` sets for itself."""
        return LIMITS

    def interrupt(self, folder: Path, pid: int) -> None:
        """Tell a submission that its time is over."""
        for process in started_by(pid) if hasattr(signal, "SIGALRM") else ():
            with suppress(psutil.Error):
                if process.name() != "bwrap":
                    process.send_signal(signal.SIGALRM)

    def end(self, folder: Path, pid: int) -> None:
        """End a submission and what bears its mark in the environment, wherever it went."""
        for process in [*started_by(pid), *psutil.process_iter()]:
            with suppress(psutil.Error, OSError):
                if process.pid == pid or process.environ().get(MARK) == str(folder):
                    process.kill()


class Bubblewrap(Nothing):
    """Namespaces of Linux: no network, no process and no file but Python and its own folder."""

    said = "Sandbox: bubblewrap."

    def __init__(self, closed: list[Path], *, as_root: bool) -> None:
        super().__init__(closed)
        self.as_root = as_root
        usage = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, check=False)
        self.sized = ("--size", str(DISK)) if "--size" in usage.stdout + usage.stderr else ()

    def command(self, folder: Path) -> list[str]:
        return self.around(folder, self.python(folder))

    def around(self, folder: Path, command: list[str]) -> list[str]:
        """Return a command with the sandbox around it; nothing can be written but its `work`."""
        work = str(folder / "work")
        covered = dict.fromkeys(hidden(self.seen(), self.closed))
        return [
            *("bwrap", *self.user(), "--die-with-parent", "--new-session"),
            *(word for space in NAMESPACES for word in (f"--unshare-{space}",)),
            *("--proc", "/proc", "--dev", "/dev"),
            *(word for above in _above([*self.seen(), folder]) for word in ("--dir", above)),
            *(word for path in self.seen() for word in _shown(path)),
            *(word for path in covered for word in _covered(path)),
            *("--ro-bind", str(folder), str(folder)),
            *("--perms", "1777", *self.sized, "--tmpfs", "/dev/shm"),
            *("--perms", "0777", *self.sized, "--tmpfs", work),
            # also /proc: root could write what it has of the system, without capabilities too
            *(word for place in ("/proc", "/dev", "/") for word in ("--remount-ro", place)),
            *(self.become(folder) if self.as_root else ("--chdir", work)),
            *command,
        ]

    def user(self) -> list[str]:
        """Return the words that take its rights away; root keeps some until it is another user."""
        kept = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP") if self.as_root else ()
        nobody = () if self.as_root else ("--unshare-user", "--uid", NOBODY, "--gid", NOBODY)
        return [
            *nobody,
            "--cap-drop",
            "ALL",
            *(word for cap in kept for word in ("--cap-add", cap)),
        ]

    def become(self, folder: Path) -> list[str]:
        """Return the words that start a command as the user who owns a folder, without rights."""
        user = str(folder.stat().st_uid)
        none = ("--clear-groups", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all")
        return ["setpriv", "--reuid", user, "--regid", user, *none]

    def seen(self) -> list[Path]:
        """Return what a submission sees besides its own folder."""
        parts = [Path(root, part) for root in ROOTS for part in PARTS]
        return list(dict.fromkeys([*parts, *map(Path, SYSTEM), *PACKAGES, LIBRARY]))

    def options(self, folder: Path, threads: int) -> dict[str, Any]:
        found = super().options(folder, threads)
        if self.as_root:
            user = next(USERS)
            for path in (folder, *folder.iterdir()):
                os.chown(path, user, user)
        return found

    def limits(self) -> str:
        return f"{LIMITS} NPROC={PROCESSES}"

    def problem(self) -> str:
        """Return why it does not work here, if it does not."""
        with TemporaryDirectory(prefix="hw-") as made:
            folder = Path(made).resolve()
            (folder / "work").mkdir()
            options = self.options(folder, 1)
            writes = f"import mlevalkit; open({str(folder / 'work' / 'x')!r}, 'w')"
            command = [sys.executable, "-c", writes]
            done = subprocess.run(
                self.around(folder, command), capture_output=True, check=False, **options
            )
        said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return f"bubblewrap does not work here: {said}" if done.returncode else ""


def _above(paths: list[Path]) -> list[str]:
    """Return the folders above these; bubblewrap would make them for root alone."""
    found = {str(above) for path in paths if path.exists() for above in path.parents}
    return sorted(found - {"/"})


def _shown(path: Path) -> Iterator[str]:
    """Yield the words that show a path; a link stays one, so that nothing is seen twice."""
    if path.is_symlink():
        yield from ("--symlink", os.readlink(path), str(path))
    else:
        yield from ("--ro-bind-try", str(path), str(path))


def _covered(path: Path) -> Iterator[str]:
    """Yield the words that hide a path."""
    if path.is_dir():
        yield from ("--tmpfs", str(path), "--remount-ro", str(path))
    else:
        yield from ("--ro-bind", os.devnull, str(path))


def hidden(seen: list[Path], closed: list[Path]) -> Iterator[Path]:
    """Yield what is to be covered: of each closed path all around it that Python does not need."""
    paths = map(Path, sysconfig.get_paths().values())
    needed = [p.resolve() for p in (Path(sys.executable), LIBRARY, *PACKAGES, *paths)]
    for path in closed:
        for part in seen:
            if part.is_symlink() or not path.is_relative_to(part.resolve()):
                continue
            below = path.relative_to(part.resolve()).parts
            around = [part.joinpath(*below[:n]) for n in range(1, len(below) + 1)]
            free = [p for p in around if not any(n.is_relative_to(p) for n in needed)]
            if not free:
                raise SystemExit(f"{path}: lies where the Python of the submissions is; move it")
            yield from (p for p in free[:1] if p.exists())


class Container(Nothing):
    """A container of docker or podman, whose image has Python with mlevalkit and IPython."""

    def __init__(self, program: str, image: str) -> None:
        super().__init__([])
        self.program = program
        self.image = image
        self.said = f"Sandbox: {program}, {image}."

    def command(self, folder: Path) -> list[str]:
        return [
            *(self.program, "run", "--rm", "--interactive", "--network", "none"),
            *("--name", folder.name, "--volume", f"{folder}:{folder}"),
            *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
            *("--pids-limit", str(PROCESSES), "--memory", str(MEMORY)),
            *(self.image, "python", str(folder / "inside.py"), str(folder / "work")),
        ]

    def interrupt(self, folder: Path, pid: int) -> None:
        self._run("kill", "--signal", "ALRM", folder.name)

    def end(self, folder: Path, pid: int) -> None:
        self._run("rm", "-f", folder.name)
        super().end(folder, pid)

    def _run(self, *words: str) -> None:
        subprocess.run([self.program, *words], capture_output=True, check=False)


def chosen(name: str, closed: list[Path]) -> Nothing:
    """Return the sandbox of this name; SystemExit if there is none such here."""
    program, _, image = name.partition(":")
    if program in ("docker", "podman"):
        if not image or not shutil.which(program):
            raise SystemExit(f"--sandbox {name}: expected {program}:IMAGE, and {program} installed")
        return Container(program, image)
    if name not in ("auto", "none", "bwrap"):
        raise SystemExit(
            f"--sandbox {name}: expected auto, none, bwrap, docker:IMAGE, podman:IMAGE"
        )
    problem = "bubblewrap is not installed"
    if name != "none" and shutil.which("bwrap"):
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        for as_root in (True, False) if is_root else (False,):
            found = Bubblewrap(closed, as_root=as_root)
            if not (problem := found.problem()):
                return found
    if name == "bwrap":
        raise SystemExit(f"--sandbox bwrap: {problem}")
    if name == "auto":
        print(problem)
    return Nothing(closed)
