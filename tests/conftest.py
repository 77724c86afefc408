"""Configuration of all tests."""

import signal

# `nohup make test` ignores SIGINT, and so would every command that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
