"""An explorer with the book's own controls, as HTML: for the built book and for its live pages.

`pack.py` ships this file with the Python of the live pages.
"""

import json
from html import escape

from mlevalkit.explorers.engine import numbers_html
from mlevalkit.explorers.words import html, language, width


def slider(parameter):
    """Return a slider over the values of a parameter, at its default; the largest is right."""
    shown = [str(parameter.show(v)) for v in parameter.values]
    at, last = parameter.index(parameter.default), len(shown) - 1
    falls = parameter.values[0] > parameter.values[min(1, last)]  # the last may be a word
    place = last - at if falls else at
    left, right = (shown[-1], shown[0]) if falls else (shown[0], shown[-1])
    return (
        f'<label class="mk-control" data-values="{escape(json.dumps(shown))}"'
        f"{' data-falls' if falls else ''}>"
        f'<span class="mk-label">{html(parameter.label)}</span>'
        f'<span class="mk-end" aria-hidden="true">{escape(left)}</span>'
        f'<input type="range" min="0" max="{last}" value="{place}" autocomplete="off"'
        f' aria-valuetext="{escape(shown[at])}" style="--at: {100 * place / max(last, 1):.1f}%">'
        f'<span class="mk-end" aria-hidden="true">{escape(right)}</span>'
        f'<output aria-live="off">{escape(shown[at])}</output></label>'
    )


def choice(parameter, group):
    """Return a button for each value of a parameter; ``group`` is theirs alone on the page."""
    options = "".join(
        f'<label><input type="radio" name="{group}-{parameter.name}" value="{i}" autocomplete="off"'
        f"{' checked' if v == parameter.default else ''}>"
        f"<span>{html(parameter.show(v))}</span></label>"
        for i, v in enumerate(parameter.values)
    )
    return (
        f'<fieldset class="mk-control mk-choice"><legend class="mk-label">'
        f'{html(parameter.label)}</legend><span class="mk-options">{options}</span></fieldset>'
    )


def controls(parameters, group):
    """Return the controls of parameters, at their defaults; ``group`` is theirs alone."""
    return "".join(choice(p, group) if p.choice else slider(p) for p in parameters)


def are_wide(view, texts):
    """Tell whether the numbers are too wide for a narrow column beside the picture."""
    labels = [str(v.label) for v in view.numbers]
    return max(map(width, labels)) > 10 or max(map(width, texts)) > 9


def panel_html(explorer, *, group, attributes, picture, alt, wide, below=""):
    """Return an explorer with its controls, its picture, its numbers, and both in words."""
    return (
        f'<div class="mk mk-explorer" {attributes} lang="{language()}">'
        f'<p class="mk-explorer-title">{html(explorer.title)}</p>'
        f'<div class="mk-controls">{controls(explorer.parameters, group)}</div>'
        f'<div class="mk-stage{" mk-wide" if wide else ""}">'
        '<div class="mk-canvas">'
        f'<div class="mk-picture" aria-hidden="true">{picture}</div></div>'
        f"<div>{numbers_html(explorer.first)}</div></div>"
        f'<p class="mk-verdict" role="status">{html(alt)}</p>{below}</div>'
    )


def shares(handle, parameters):
    """Return a handle as the scripts read it: lengths are shares of the picture, from its top left.

    A value without a place in the picture has None there.
    """
    (number,) = (i for i, p in enumerate(parameters) if p.name == handle.parameter)
    ax = handle.ax
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    x0, y0, x1, y1 = handle.within or (x0, y0, x1, y1)
    ax.apply_aspect()
    _, _, width, height = ax.figure.bbox.bounds

    def share(x, y):
        if x != x or y != y:  # NaN
            return None, None
        across, up = ax.transData.transform((x, y))
        return round(float(across / width), 4), round(float(1 - up / height), 4)

    def point(value):
        place = handle.place(value)
        return {"x": (place, y0), "y": (x0, place), "xy": place}[handle.along]

    (left, right), (top, bottom) = map(sorted, zip(share(x0, y0), share(x1, y1), strict=True))
    places = zip(*(share(*point(v)) for v in parameters[number].values), strict=True)
    along = {axis: list(at) for axis, at in zip("xy", places, strict=True) if axis in handle.along}
    return {"n": number, "box": [left, top, right, bottom], **along}
