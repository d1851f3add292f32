"""The six questions: from the keyboard, kept in the address, and without JavaScript."""

import pytest

TWO_MODELS = (
    "?origin=independent&predicted=labels&costs=equal&data=test&models=two&claim=equivalent"
)


@pytest.mark.parametrize("edition", ["en", "zh"])
def test_the_keyboard_answers_and_the_address_keeps(reader, edition):
    tab = reader.open(f"book/{edition}/decisions.html")
    tab.locator("[name=origin][value=independent]").focus()
    for question in ("origin", "predicted", "costs", "data", "models", "claim"):
        tab.keyboard.press("Space")
        tab.wait_for_function("name => location.search.includes(name)", arg=f"{question}=")
        tab.keyboard.press("Tab")
    code = tab.locator(".mk-chooser code").last.inner_text()
    assert "mk.root_mean_squared_error(y_true, y_pred)" in code
    assert "root_mean_squared_error" in tab.locator(".mk-chooser [role=status]").inner_text()
    assert tab.locator("tr.mk-chosen").count() == 1
    tab.reload()
    assert tab.locator(".mk-chooser code").last.inner_text() == code
    assert tab.locator("#switch").get_attribute("href").endswith(tab.evaluate("location.search"))


def test_an_address_leads_to_the_readers_own_code(reader):
    tab = reader.open(f"book/en/decisions.html{TWO_MODELS}&truth=diagnosis&positive=ill")
    code = tab.locator("[data-part=code] code")
    assert 'y_true = (table["diagnosis"] == "ill").astype(int)' in code.inner_text()
    assert "mk.equivalence_test(test, margin=0.02)" in code.inner_text()
    tab.locator("[data-part=code] [name=pred_b]").fill('net "2"')
    assert r"""table["net \"2\""]""" in code.inner_text()
    assert "pred_b=net" in tab.evaluate("location.search")
    tab.locator(".mk-chooser [type=reset]").click()
    tab.wait_for_function("!location.search.includes('predicted')")
    assert not tab.locator("[data-part=code]").is_visible()
