"""Where a submission runs: alone with a copy of itself, and ended with all that it has started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import psutil

import mlevalkit

# What a submission sees of the environment: enough to start Python, nothing of the teacher's.
PASSED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "PATH", "PATHEXT",
             "SYSTEMDRIVE", "SYSTEMROOT", "TZ", "WINDIR")  # fmt: skip
SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt", "/etc/alternatives", "/etc/fonts",
          "/etc/ld.so.cache", "/etc/localtime", "/nix/store", "/gnu/store")  # fmt: skip
MARK = "MLEVALKIT_SUBMISSION"
LIBRARY = Path(mlevalkit.__file__).parent


class Nothing:
    """No sandbox: a guard against accidents, which code that means harm gets round."""

    said = (
        "No sandbox: what is handed in runs with your rights, and can read and change your files. "
        "See --sandbox."
    )

    def __init__(self, closed: Iterable[Path]) -> None:
        self.closed = [str(path) for path in closed]

    def command(self, folder: Path) -> list[str]:
        """Return what starts `inside.py` in a folder."""
        return [sys.executable, str(folder / "inside.py"), str(folder / "work"), *self.closed]

    def end(self, folder: Path) -> None:
        """End what bears the mark of this submission in its environment, wherever it went."""
        for process in psutil.process_iter():
            try:
                if process.environ().get(MARK) == str(folder):
                    process.kill()
            except (psutil.Error, OSError):
                continue


class Bubblewrap(Nothing):
    """Namespaces of Linux: no network, no process and no file but Python and its own folder."""

    said = "Sandbox: bubblewrap."

    def command(self, folder: Path) -> list[str]:
        seen = dict.fromkeys([*SYSTEM, sys.base_prefix, sys.prefix, str(LIBRARY)])
        hidden = [path for path in self.closed if any(Path(path).is_relative_to(p) for p in seen)]
        return [
            *("bwrap", "--unshare-all", "--die-with-parent", "--new-session"),
            *("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
            *(word for path in seen for word in ("--ro-bind-try", path, path)),
            *(word for path in hidden for word in ("--tmpfs", path)),
            *("--bind", str(folder), str(folder)),
            *(sys.executable, str(folder / "inside.py"), str(folder / "work")),
        ]

    @staticmethod
    def works() -> bool:
        """Return whether it is installed and allowed here."""
        if not shutil.which("bwrap"):
            return False
        trial = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", sys.executable, "-c", ""]
        return subprocess.run(trial, capture_output=True, check=False).returncode == 0


class Container(Nothing):
    """A container of docker or podman, whose image has Python with mlevalkit and IPython."""

    def __init__(self, program: str, image: str) -> None:
        super().__init__(())
        self.program, self.image = program, image
        self.said = f"Sandbox: {program}, {image}."

    def command(self, folder: Path) -> list[str]:
        return [
            *(self.program, "run", "--rm", "--interactive", "--network", "none"),
            *("--name", folder.name, "--volume", f"{folder}:{folder}"),
            *(self.image, "python", str(folder / "inside.py"), str(folder / "work")),
        ]

    def end(self, folder: Path) -> None:
        subprocess.run([self.program, "rm", "-f", folder.name], capture_output=True, check=False)


def chosen(name: str, closed: Iterable[Path]) -> Nothing:
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
    works = name != "none" and Bubblewrap.works()
    if name == "bwrap" and not works:
        raise SystemExit("--sandbox bwrap: bubblewrap is not installed, or not allowed here")
    return Bubblewrap(closed) if works else Nothing(closed)


def environment(folder: Path, threads: int) -> dict[str, str]:
    """Return the environment of a submission, whose home is its own folder."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    home = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")
    own = dict.fromkeys(home, str(folder / "work")) | {MARK: str(folder), "MPLBACKEND": "agg"}
    return kept | own | {"OMP_NUM_THREADS": str(threads), "PYTHONDONTWRITEBYTECODE": "1"}
