"""Operating a server: metrics, logs, garbage collection."""
