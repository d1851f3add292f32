"""The steps of a build stand in their order, and the next Sphinx builds the same book."""

import runpy

import pytest
import yaml

from mlevalkit_book.paths import ROOT
from mlevalkit_book.sphinx import STEPS


def test_the_steps_of_an_event_stand_in_the_order_in_which_they_run() -> None:
    events = list(dict.fromkeys(event for event, _, _ in STEPS))
    wanted = sorted(STEPS, key=lambda step: (events.index(step[0]), step[1]))
    assert list(STEPS) == wanted


def test_both_builds_have_the_same_settings() -> None:
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    own = runpy.run_path(str(ROOT / "conf.py"))
    for key, value in config["sphinx"]["config"].items():
        assert own[key] == (
            [v for v in value if v != "jupyter_book"] if key == "extensions" else value
        )
    assert own["html_title"] == config["title"]


def test_jupyter_book_makes_the_same_settings_of_its_keys() -> None:
    get_final_config = pytest.importorskip("jupyter_book.config").get_final_config
    made, _ = get_final_config(
        user_yaml=ROOT / "_config.yml", sourcedir=ROOT, cli_config={"latex_individualpages": False}
    )
    own = runpy.run_path(str(ROOT / "conf.py"))
    keys = [key for key in made if key in own and key not in ("extensions", "exclude_patterns")]
    assert len(keys) > 20
    assert {key: own[key] for key in keys} == {key: made[key] for key in keys}
