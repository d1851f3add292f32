"""``python -m mlevalkit_book COMMAND``: what authors, teachers and releases run."""

import argparse
import sys
from importlib import import_module

COMMANDS = {  # name: module, what it does
    "check": ("author.check", "say what of the style of the pages could be better"),
    "pages": ("author.pages", "bring edited pages into the form that the repository stores"),
    "papers": ("print.papers", "make the pictures of examination papers that the book shows"),
    "pdf": ("print.pdf", "print the built book"),
}


def main() -> int | None:
    listed = "\n".join(f"  {name:<8} {does}" for name, (_, does) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="python -m mlevalkit_book",
        description="Makes the book, its pages and PDFs.",
        epilog=f"commands (each knows --help):\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    name = parser.parse_args(sys.argv[1:2]).command
    sys.argv = [f"{parser.prog} {name}", *sys.argv[2:]]
    return import_module(f"mlevalkit_book.{COMMANDS[name][0]}").main()


if __name__ == "__main__":
    sys.exit(main())
