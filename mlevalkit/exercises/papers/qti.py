"""QTI 2.1: a package of items, and a test that takes one version of each question.

Read by TAO, OpenOlat, ONYX and others that run an item's own response processing, in which the
tolerances and the mistakes stand.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

from ..._language import language
from .. import Problem
from .fields import Asked, Place, told, versions
from .plan import Paper
from .sheets import title

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_MATHS = "http://www.w3.org/1998/Math/MathML"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_XML = "{http://www.w3.org/XML/1998/namespace}"


def write_qti(paper: Paper, path: Path) -> None:
    """Write a paper as a package, which platforms import as it is."""
    files = {}
    sections = []
    for number, found in enumerate(versions(paper), start=1):
        names = []
        for given, asked in found:
            names.append(f"q{number:02}-{given.seed}")
            files[f"items/{names[-1]}.xml"] = _item(names[-1], given, asked)
        sections.append((f"s{number:02}", f"{number}. {found[0][0].title.plain()}", names))
    files = {"test.xml": _test(paper, sections), **files}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("imsmanifest.xml", _written(_manifest(list(files)), _PACKAGE))
        for name, root in files.items():
            package.writestr(name, _written(root, QTI))


def _written(root: ET.Element, namespace: str) -> bytes:
    ET.register_namespace("", namespace)
    ET.register_namespace("m", _MATHS)
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    made = ET.SubElement(parent, f"{{{QTI}}}{tag}", attributes)
    made.text = text
    return made


def _html(parent: ET.Element, html: str) -> None:
    """Add HTML, as far as QTI has it."""
    html = re.sub(r' (tabindex|lang)="[^"]*"', "", html).replace("<math", f'<math xmlns="{_MATHS}"')
    parent.extend(ET.fromstring(f'<div xmlns="{QTI}">{html}</div>'))


# -- an item ----------------------------------------------------------------------------------


def _item(name: str, given: Problem, asked: list[Asked]) -> ET.Element:
    item = ET.Element(
        f"{{{QTI}}}assessmentItem",
        {
            "identifier": name,
            "title": f"{given.title.plain()} ({given.seed})",
            "adaptive": "false",
            "timeDependent": "false",
            f"{_XML}lang": language(),
        },
    )
    places = [place for step in asked for place in step.places]
    for place in places:
        _declare(item, place)
    most = sum(place.marks for place in places)
    _outcome(item, "SCORE", "float", "0", normalMaximum=str(most))
    _outcome(item, "MAXSCORE", "float", str(most))
    _add(
        item,
        "outcomeDeclaration",
        identifier="FEEDBACK",
        cardinality="multiple",
        baseType="identifier",
    )
    _body(_add(item, "itemBody"), given, asked)
    processing = _add(item, "responseProcessing")
    for place in places:
        _process(processing, place)
    for place in places:
        for i, answer in enumerate(place.answers):
            if answer.said:
                said = _add(
                    item,
                    "modalFeedback",
                    outcomeIdentifier="FEEDBACK",
                    identifier=_feedback(place, i),
                    showHide="show",
                )
                _add(said, "p", str(answer.said))
    return item


def _outcome(item: ET.Element, name: str, kind: str, value: str, **more: str) -> None:
    made = _add(
        item, "outcomeDeclaration", identifier=name, cardinality="single", baseType=kind, **more
    )
    _add(_add(made, "defaultValue"), "value", value)


def _declare(item: ET.Element, place: Place) -> None:
    made = _add(
        item,
        "responseDeclaration",
        identifier=place.name,
        cardinality="single",
        baseType="identifier" if place.is_choice else "float",
    )
    right = next(i for i, answer in enumerate(place.answers) if answer.share == 100)
    value = _option(right) if place.is_choice else place.answers[right].text
    _add(_add(made, "correctResponse"), "value", value)


def _option(place: int) -> str:
    return f"option_{chr(ord('A') + place)}"


def _feedback(place: Place, answer: int) -> str:
    return f"{place.name}_said_{answer + 1}"


def _body(body: ET.Element, given: Problem, asked: list[Asked]) -> None:
    _html(body, "".join(step.html() for step in told(given)))
    for step in asked:
        _html(body, f"<p>{step.question.inline()}</p>")
        for place in step.places:
            if place.is_choice:
                choice = _add(
                    body,
                    "choiceInteraction",
                    responseIdentifier=place.name,
                    shuffle="false",
                    maxChoices="1",
                )
                for i, answer in enumerate(place.answers):
                    _add(choice, "simpleChoice", answer.text, identifier=_option(i))
            else:
                line = _add(body, "p")
                _add(
                    line, "textEntryInteraction", responseIdentifier=place.name, expectedLength="12"
                )


def _process(processing: ET.Element, place: Place) -> None:
    """Add the rule that looks for the first answer that fits."""
    rule = _add(processing, "responseCondition")
    for i, answer in enumerate(place.answers):
        case = _add(rule, "responseElseIf" if i else "responseIf")
        if place.is_choice:
            test = _add(case, "match")
            value = ("identifier", _option(i))
        else:
            test = _add(
                case,
                "equal",
                toleranceMode="absolute",
                tolerance=f"{answer.tolerance:.6g} {answer.tolerance:.6g}",
            )
            value = ("float", answer.text)
        _add(test, "variable", identifier=place.name)
        _add(test, "baseValue", value[1], baseType=value[0])
        _outcomes(case, place, i)


def _outcomes(case: ET.Element, place: Place, i: int) -> None:
    answer = place.answers[i]
    if answer.share:
        total = _add(_add(case, "setOutcomeValue", identifier="SCORE"), "sum")
        _add(total, "variable", identifier="SCORE")
        _add(total, "baseValue", f"{float(place.marks * answer.share / 100):g}", baseType="float")
    if answer.said:
        told = _add(_add(case, "setOutcomeValue", identifier="FEEDBACK"), "multiple")
        _add(told, "variable", identifier="FEEDBACK")
        _add(told, "baseValue", _feedback(place, i), baseType="identifier")


# -- the test and the package -----------------------------------------------------------------


def _test(paper: Paper, sections: list[tuple[str, str, list[str]]]) -> ET.Element:
    test = ET.Element(f"{{{QTI}}}assessmentTest", {"identifier": "paper", "title": title(paper)})
    part = _add(
        test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual"
    )
    for identifier, about, names in sections:
        section = _add(
            part, "assessmentSection", identifier=identifier, title=about, visible="true"
        )
        _add(section, "selection", select="1")
        for name in names:
            _add(section, "assessmentItemRef", identifier=name, href=f"items/{name}.xml")
    return test


def _manifest(files: list[str]) -> ET.Element:
    root = ET.Element(f"{{{_PACKAGE}}}manifest", identifier="package")
    about = ET.SubElement(root, f"{{{_PACKAGE}}}metadata")
    ET.SubElement(about, f"{{{_PACKAGE}}}schema").text = "QTIv2.1 Package"
    ET.SubElement(about, f"{{{_PACKAGE}}}schemaversion").text = "1.0.0"
    ET.SubElement(root, f"{{{_PACKAGE}}}organizations")
    resources = ET.SubElement(root, f"{{{_PACKAGE}}}resources")
    for name in files:
        kind = "test" if name == "test.xml" else "item"
        resource = ET.SubElement(
            resources,
            f"{{{_PACKAGE}}}resource",
            {"identifier": Path(name).stem, "type": f"imsqti_{kind}_xmlv2p1", "href": name},
        )
        ET.SubElement(resource, f"{{{_PACKAGE}}}file", href=name)
        if kind == "test":
            for item in files[1:]:
                ET.SubElement(resource, f"{{{_PACKAGE}}}dependency", identifierref=Path(item).stem)
    return root
