"""Rate limits: budgets for people and addresses, and what enforces them."""
