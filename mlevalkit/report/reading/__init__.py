"""Reading tables of predictions: text to cells, cells to columns with roles, and to arrays."""
