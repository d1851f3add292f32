"""How far off are predicted numbers? (2.2), (2.3), and RMSE, MAE, R2 beside them."""
