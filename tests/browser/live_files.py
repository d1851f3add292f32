"""What programs do with files; the Python of the computer and that of the page print the same."""

import errno
import os
import stat
import tempfile
import time


def told(call, *arguments):
    """Print what a call on paths returns, or the name of its error."""
    paths = [path for path in arguments if isinstance(path, str)]
    try:
        print(call.__name__, *paths, call(*arguments))
    except OSError as error:
        print(call.__name__, *paths, errno.errorcode[error.errno])


def read(path):
    with open(path, "rb") as file:
        return file.read()


start = os.getcwd()
os.chdir(tempfile.mkdtemp(dir=start))

with open("a", "w+b") as file:
    file.write("naïve".encode())
    print(file.seek(0), file.read(), file.read(), file.seek(-1, 2), file.read())
    print(file.truncate(2), file.truncate(4), file.seek(0), file.read())  # filled with zeros
    print(file.seek(7), file.write(b"x"), file.seek(0), file.read())
    told(file.seek, -9)
with open("a", "ab") as file:
    file.write(b"end")
place = os.open("a", os.O_RDWR)
print(os.pwrite(place, b"XY", 2), os.pread(place, 3, 1), os.lseek(place, 0, 1), os.read(place, 99))
os.unlink("a")  # what is open survives
print(os.lseek(place, 0, 0), os.read(place, 99), os.path.exists("a"), os.close(place))
told(os.close, place)
told(os.read, 77, 1)

open("file", "w").close()
os.mkdir("folder")
create = os.O_CREAT | os.O_WRONLY
told(os.open, "missing", os.O_RDONLY)
told(os.open, "missing/file", create)
told(os.open, "file", create | os.O_EXCL)
told(os.open, "file/below", create)
told(os.open, "file", os.O_RDONLY | os.O_DIRECTORY)
told(os.open, "folder", os.O_WRONLY | os.O_TRUNC)

for i in range(500):  # a long list of names comes in pieces
    open(f"folder/../folder/./{i}", "w").close()
print(sorted(map(int, os.listdir("folder"))) == list(range(500)))
told(os.mkdir, "folder")
told(os.rmdir, "folder")
told(os.rmdir, "file")
told(os.unlink, "nothing")

with open("other", "w") as file:
    file.write("from the other")
for pair in [("other", "file"), ("file", "folder"), ("folder", "file"), ("no", "z"),
             ("folder", "folder/in"), ("file", "folder/in")]:  # fmt: skip
    told(os.rename, *pair)
print(read("folder/in"), os.listdir(), os.access("folder", os.W_OK))
found = [os.stat(path) for path in ("folder/in", "folder")]
print(found[0].st_size, [stat.S_ISDIR(f.st_mode) for f in found])
print(abs(found[0].st_mtime - time.time()) < 60)

with open(os.devnull, "w") as nowhere:
    nowhere.write("x" * 1_000_000)
print(os.path.getsize(os.devnull), read(os.devnull))

print(len(set(os.urandom(200_000)[-1000:])) > 200)  # more than a browser gives at once
os.chdir(start)
