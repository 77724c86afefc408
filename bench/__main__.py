"""`make bench`: prints each figure as it is there."""

from bench.core import figures


def main() -> None:
    """Measure and print."""
    print(f"{'one core, CPU time':32}{'a second':>12}{'each':>12}{'in shuffles':>13}")
    for name, figure in figures():
        each = f"{figure.seconds * 1e6:,.1f} µs"
        print(f"{name:32}{figure.per_second:12,.0f}{each:>12}{figure.ratio:13.2f}", flush=True)
    print("\nThe best of 15 rounds; the ratio is their median.", end=" ")
    print("One shuffle is random.shuffle of 52 cards, measured in turns with each figure.")


if __name__ == "__main__":
    main()
