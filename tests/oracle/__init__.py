"""An oracle of the rules for the tests; it shares no code with the engine."""
