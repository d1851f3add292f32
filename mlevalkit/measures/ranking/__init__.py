"""How well do the scores rank? P-R curve, ROC curve, AUC: sections 2.3.2-2.3.3, (2.18)-(2.22)."""
