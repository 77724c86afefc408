"""Several servers on one store: bus, presence, leases and catch-up."""
