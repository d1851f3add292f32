"""Makes an assignment in one language: the notebook for students, and what grades it."""

import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat

KIT = Path(__file__).parent
HEADING = re.compile(r"(#+ (?:\d+\. )?)(.*) · (.*)")
# What otter writes in English into the notebook for students.
CHINESE = {"_Type your answer here, replacing this text._": "_在这里作答，替换这一行。_",
           "_Points:_": "_分值：_"}  # fmt: skip


def in_language(text: str, language: str) -> str:
    """Keep what is in a language: whole paragraphs, and one half of a heading."""
    kept = []
    for part in re.split(r"\n\s*\n", text):
        if heading := HEADING.fullmatch(part):
            kept.append(heading[1] + heading[2 if language == "zh" else 3])
        elif bool(re.search("[一-鿿]", part)) == (language == "zh"):
            kept.append(part)
    return "\n\n".join(kept)


def translated(name: str, language: str) -> nbformat.NotebookNode:
    """Return the source of an assignment in one language, in which its checks answer too."""
    notebook = nbformat.read(KIT / f"{name}.ipynb", as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = in_language(cell.source, language)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    first.source = first.source.replace(
        "import mlevalkit as mk\n", f'import mlevalkit as mk\n\nmk.set_language("{language}")\n'
    )
    return notebook


def main(asked: Namespace) -> None:
    """Write the notebook in one language and let otter make the assignment of it."""
    print("otter runs the solutions and tests them: about half a minute", flush=True)
    with TemporaryDirectory() as folder:
        source = Path(folder) / f"{asked.name}.ipynb"
        nbformat.write(translated(asked.name, asked.language), source)
        command = [sys.executable, "-m", "otter", "assign", "--verbose", "--no-pdfs"]
        command += [str(source), asked.folder]
        if code := subprocess.run(command, check=False).returncode:
            sys.exit(code)
    student = Path(asked.folder, "student", f"{asked.name}.ipynb")
    if asked.language == "zh":
        text = student.read_text("utf-8")
        for english, chinese in CHINESE.items():
            text = text.replace(english, chinese)
        student.write_text(text, "utf-8")
    print(f"to hand out: {student}; to keep: {student.parents[1] / 'autograder'}")
