"""Papers in a player of QTI: every answer it may get, for every kind of problem.

It runs where both are there: ``pip install citolab-qti-convert`` (QTI 2.1 to 3) and, in the folder
that QTI_PLAYER names, ``npm install @citolab/qti-components``.
"""

import os
import zipfile
from pathlib import Path

import pytest
from live_page import served

from mlevalkit.display.language import speaking
from mlevalkit.exercises import kinds
from teaching.papers import fields, plan
from teaching.papers.qti import write_qti

PLAYER = Path(os.environ.get("QTI_PLAYER", "."), "node_modules/@citolab/qti-components/cdn")
PLAY = """async ([xml, cases]) => {
  await customElements.whenDefined("item-container");
  const holder = document.createElement("item-container");
  document.body.replaceChildren(holder);
  await holder.updateComplete;
  holder.itemXML = xml;
  let item = null;
  while (!item) {
    await new Promise((done) => setTimeout(done, 10));
    item = holder.shadowRoot.querySelector("qti-assessment-item");
  }
  await new Promise((done) => setTimeout(done, 60));
  return cases.map((answers) => {
    for (const [name, value] of Object.entries(answers)) item.updateResponseVariable(name, value);
    item.processResponse();
    const said = Object.keys(answers).map((name) => item.getOutcome(`${name}_said`)?.value);
    return [Number(item.getOutcome("SCORE").value), said.filter(Boolean)];
  });
}"""


def cases(places):
    """Yield answers to all places with the marks and the feedback that they should get."""
    right = {p.name: given(p, [a.share for a in p.answers].index(100)) for p in places}
    total = sum(place.marks for place in places)
    for place in places:
        others = total - place.marks
        for i, answer in enumerate(place.answers):
            said = [f"{place.name}_{i + 1}"] if answer.said else []
            marks = others + place.marks * answer.share / 100
            yield right | {place.name: given(place, i)}, float(marks), said
        if not place.is_choice:
            yield right | {place.name: "-987654"}, float(others), []


def given(place, i):
    """Return an answer as it is given: of a number, one near the end of what is allowed."""
    if place.is_choice:
        return f"option_{chr(ord('A') + i)}"
    answer, first = place.answers[i], place.answers[0]
    inside = first.tolerance if i and answer.text == first.text else 0  # where the first fits
    return f"{float(answer.text) + (inside + answer.tolerance) / 2:.12g}"


@pytest.mark.slow
@pytest.mark.skipif(not PLAYER.is_dir(), reason="needs a player of QTI: see above")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_player_of_qti_gives_the_marks_and_names_the_mistakes(language, chromium, tmp_path):
    convert = pytest.importorskip("qti_convert")
    with speaking(language):
        paper = plan.paper(list(kinds()), plan.letters(1), seed=2, language=language, total=1000)
        write_qti(paper, tmp_path / "qti.zip")
        questions = [asked for [(_, asked)] in fields.versions(paper)]
    with zipfile.ZipFile(tmp_path / "qti.zip") as package:
        names = [name for name in package.namelist() if name.startswith("items/")]
        items = [convert.upgrade_qti2_to_qti3(package.read(name)) for name in names]
    with served(PLAYER) as address:
        tab = chromium.new_page()
        tab.goto(f"{address}/")
        tab.add_script_tag(url=f"{address}/index.global.js")
        for item, asked in zip(items, questions, strict=True):
            tried = list(cases([place for step in asked for place in step.places]))
            got = tab.evaluate(PLAY, [item, [answers for answers, *_ in tried]])
            for (answers, marks, said), (score, heard) in zip(tried, got, strict=True):
                assert (score, heard) == (pytest.approx(marks, abs=0.01), said), answers
        tab.close()
