"""JSON for every value: encoding, decoding and schema from one description."""
