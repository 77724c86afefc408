"""HTTP: the API and its description, probes, and the pages."""
