"""Performance measures (section 2.3): regression, classification, ranking, cost."""
