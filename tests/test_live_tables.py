"""Tables typed or pasted under an explorer: the same rule for names as for a DataFrame."""

import numpy as np
import pytest

from mlevalkit_book.live.tables import read_table

TABLE = "data,SVM,tree\niris,0.9,0.8\nwine,0.9,0.7\n"


@pytest.mark.parametrize("between", [",", "\t", ";", "，", "  "])
def test_signs_between_cells(between):
    table = read_table(TABLE.replace(",", between))
    assert (table.columns, table.rows) == (("SVM", "tree"), ("iris", "wine"))
    assert table.values.tolist() == [[0.9, 0.8], [0.9, 0.7]]


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("A,B\n1,2\n3,4", ("A", "B"), ("D1", "D2")),  # no column is lost
        ("id,A,B\n7,1,2\n8,3,4", ("id", "A", "B"), ("D1", "D2")),
        (",A,B\n7,1,2\n8,3,4", ("A", "B"), ("7", "8")),
        ("A B\n7 1 2\n8 3 4", ("A", "B"), ("7", "8")),  # the corner was left empty
        ("1 2\n3 4", ("A", "B"), ("D1", "D2")),
    ],
)
def test_which_cells_are_names(text, columns, rows):
    table = read_table(text)
    assert (table.columns, table.rows) == (columns, rows)
    assert np.isfinite(table.values).all()


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "table: expected a table with commas or tabs, .* got 0 rows"),
        ("data,A,B", "got 1 row$"),
        ("data,A,B\niris,1,2\nwine,1", "expected 3 cells in every row, got 2 in row 'wine'"),
        ("1,2\n3", "expected 2 cells in every row, got 1 in row '3'"),
        ("data,A,B\niris,1,2\nwine,1,", "finite numbers, got '' for 'B' on 'wine'"),
        ("data,A,B\niris,1,2\nwine,inf,1", "finite numbers, got 'inf' for 'A' on 'wine'"),
        ("0.9,0.8\nx,0.8", "names in the first row, got only numbers: 0.9, 0.8"),
    ],
)
def test_text_that_is_no_table(text, match):
    with pytest.raises(ValueError, match=match):
        read_table(text)
