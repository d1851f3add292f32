"""QTI 2.1: a package of items, and a test that takes one version of each question.

Read by TAO, OpenOlat, ONYX and others that run an item's own response processing, in which the
mistakes stand. A number has to lie between two bounds, because not every player knows the
tolerance of ``equal``.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from ..._language import language
from .. import Problem
from .fields import Answer, Asked, Place, told, versions
from .plan import Paper
from .sheets import title

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_MATHS = '<math xmlns="http://www.w3.org/1998/Math/MathML"'
_ITEM = """\
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="{name}"
 title="{title}" adaptive="false" timeDependent="false" xml:lang="{lang}">
{responses}
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"
 normalMaximum="{most}"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float">
<defaultValue><value>{most}</value></defaultValue></outcomeDeclaration>
{outcomes}
<itemBody>
{body}
</itemBody>
<responseProcessing>
{rules}
</responseProcessing>
{feedback}
</assessmentItem>
"""
_TEST = """\
<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="paper" title="{title}">
<testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
{sections}
</testPart>
</assessmentTest>
"""
_SECTION = """\
<assessmentSection identifier="{name}" title="{title}" visible="true"><selection select="1"/>
{items}
</assessmentSection>"""
_MANIFEST = """\
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="package">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
<resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>
{needed}
</resource>
{items}
</resources>
</manifest>
"""


def write_qti(paper: Paper, path: Path) -> None:
    """Write a paper as a package, which platforms import as it is."""
    items: dict[str, str] = {}
    sections = []
    for number, found in enumerate(versions(paper), start=1):
        made = {f"q{number:02}-{given.seed}": (given, asked) for given, asked in found}
        items |= {name: _item(name, *of) for name, of in made.items()}
        refs = (f'<assessmentItemRef identifier="{n}" href="items/{n}.xml"/>' for n in made)
        about = escape(f"{number}. {found[0][0].title.plain()}")
        sections.append(_SECTION.format(name=f"s{number:02}", title=about, items="\n".join(refs)))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("imsmanifest.xml", _XML + _manifest([*items]))
        test = _TEST.format(title=escape(title(paper)), sections="\n".join(sections))
        package.writestr("test.xml", _XML + test)
        for name, item in items.items():
            package.writestr(f"items/{name}.xml", _XML + item)


def _manifest(names: list[str]) -> str:
    needed = "\n".join(f'<dependency identifierref="{name}"/>' for name in names)
    items = "\n".join(
        f'<resource identifier="{name}" type="imsqti_item_xmlv2p1" href="items/{name}.xml">'
        f'<file href="items/{name}.xml"/></resource>'
        for name in names
    )
    return _MANIFEST.format(needed=needed, items=items)


def _item(name: str, given: Problem, asked: list[Asked]) -> str:
    places = [place for step in asked for place in step.places]
    html = "".join(step.html() for step in told(given)) + "".join(map(_asks, asked))
    html = re.sub(r' (tabindex|lang)="[^"]*"', "", html)  # which QTI does not have
    return _ITEM.format(
        name=name,
        title=escape(f"{given.title.plain()} ({given.seed})"),
        lang=language(),
        responses="\n".join(map(_response, places)),
        most=sum(place.marks for place in places),
        outcomes="\n".join(
            f'<outcomeDeclaration identifier="{place.name}_said" cardinality="single"'
            ' baseType="identifier"/>'
            for place in places
        ),
        body=html.replace("<math", _MATHS),
        rules="\n".join(map(_rule, places)),
        feedback="\n".join(said for place in places for said in _feedback(place)),
    )


def _response(place: Place) -> str:
    kind = "identifier" if place.is_choice else "float"
    right = next(i for i, answer in enumerate(place.answers) if answer.share == 100)
    value = _option(right) if place.is_choice else place.answers[right].text
    return (
        f'<responseDeclaration identifier="{place.name}" cardinality="single" baseType="{kind}">'
        f"<correctResponse><value>{value}</value></correctResponse></responseDeclaration>"
    )


def _option(place: int) -> str:
    return f"option_{chr(ord('A') + place)}"


def _asks(step: Asked) -> str:
    return f"<p>{step.question.inline()}</p>\n" + "\n".join(map(_interaction, step.places))


def _interaction(place: Place) -> str:
    if not place.is_choice:
        return (
            f'<p><textEntryInteraction responseIdentifier="{place.name}" expectedLength="12"/></p>'
        )
    options = "".join(
        f'<simpleChoice identifier="{_option(i)}">{escape(answer.text)}</simpleChoice>'
        for i, answer in enumerate(place.answers)
    )
    return (
        f'<choiceInteraction responseIdentifier="{place.name}" shuffle="false" maxChoices="1">'
        f"{options}</choiceInteraction>"
    )


def _rule(place: Place) -> str:
    """Return the rule that looks for the first answer that fits."""
    cases = []
    for i, answer in enumerate(place.answers):
        tag = "responseElseIf" if i else "responseIf"
        cases.append(f"<{tag}>{_test(place, i)}{_outcomes(place, i, answer)}</{tag}>")
    return f"<responseCondition>{''.join(cases)}</responseCondition>"


def _test(place: Place, i: int) -> str:
    given = f'<variable identifier="{place.name}"/>'
    if place.is_choice:
        return f"<match>{given}{_value(_option(i), 'identifier')}</match>"
    value = float(place.answers[i].text)
    tolerance = place.answers[i].tolerance
    low, high = (_value(f"{end:.12g}") for end in (value - tolerance, value + tolerance))
    return f"<and><gte>{given}{low}</gte><lte>{given}{high}</lte></and>"


def _value(text: str, kind: str = "float") -> str:
    return f'<baseValue baseType="{kind}">{text}</baseValue>'


def _outcomes(place: Place, i: int, answer: Answer) -> str:
    found = ""
    if answer.share:
        marks = _value(f"{float(place.marks * answer.share / 100):g}")
        total = f'<sum><variable identifier="SCORE"/>{marks}</sum>'
        found = f'<setOutcomeValue identifier="SCORE">{total}</setOutcomeValue>'
    if answer.said:
        said = _value(f"{place.name}_{i + 1}", "identifier")
        found += f'<setOutcomeValue identifier="{place.name}_said">{said}</setOutcomeValue>'
    return found


def _feedback(place: Place) -> Iterator[str]:
    for i, answer in enumerate(place.answers):
        if answer.said:
            yield (
                f'<modalFeedback outcomeIdentifier="{place.name}_said" showHide="show"'
                f' identifier="{place.name}_{i + 1}"><p>{escape(str(answer.said))}</p>'
                "</modalFeedback>"
            )
