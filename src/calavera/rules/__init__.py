"""What Skull is: frozen values and pure functions. No clock, no dice, no input or output.

    state = new_game(set_up(3))
    while not state.board.outcome:
        outcomes = chance_outcomes(state)        # somebody else draws
        seat = to_act(state.board)[0]
        for event in decide(state, seat, legal_actions(state, seat)[0]):
            state = evolve(state, event)

`redact` and `view` say what a viewer may know of an event and of a state.
"""
