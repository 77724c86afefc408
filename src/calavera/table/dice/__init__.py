"""Verifiable dice: draws, their tags in a record, and their verification."""
