"""How results are shown: workings, the equation table, the contract of results, languages."""
