"""`make bench`: prints each figure as soon as it is measured."""

from bench import bots, core, environments, live, simulator, soak, start
from bench.reference import Figure


def main() -> None:
    """Measure and print."""
    print(f"{'one core, CPU time':38}{'a second':>12}{'each':>12}{'in shuffles':>13}")
    measured: dict[str, Figure] = {}
    for figures in (
        core.figures(),
        bots.figures(),
        simulator.figures(),
        environments.figures(),
    ):
        for name, figure in figures:
            measured[name] = figure
            each = f"{figure.seconds * 1e6:,.1f} µs"
            print(f"{name:38}{figure.per_second:12,.0f}{each:>12}{figure.ratio:13.3f}", flush=True)
    print("\nThe best of 15 rounds; the ratio is their median.", end=" ")
    print("One shuffle is random.shuffle of 52 cards, measured in turns with each figure.")
    slowest = 1000 * bots.slowest_move()
    print(f"The champion's slowest move at {bots.SEATS} seats took {slowest:.2f} ms.")
    environments.tell(measured)
    live.tell(100, 5, 10.0, 5, peer=True)
    print(f"A server shows its first page {start.first_page():.2f} s after its start.", flush=True)
    print_simulator_figures(measured)
    print("A short soak; make soak is the long one.", flush=True)
    soak.run(tables=1000, minutes=1, think=2.0)


def print_simulator_figures(measured: dict[str, Figure]) -> None:
    """Print the simulator's speedup, the gain of a second core, and the time to compile."""
    for players in simulator.SIZES:
        slow = measured[f"random game, {players} players"]
        fast = measured[f"simulated game, {players} players"]
        gain = fast.per_second / slow.per_second
        print(f"Simulated games of {players} are {gain:,.0f} times as fast as those of the rules.")
    print(f"Two cores play {simulator.two_cores():.2f} times the games of one.", flush=True)
    cold, warm = simulator.first_calls()
    print(f"The first call compiles, {cold:.1f} s; in a later process it loads, {warm:.2f} s.")


if __name__ == "__main__":
    main()
