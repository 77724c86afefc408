// What the table looks like after one event, until the server's next whole view replaces it.
// It moves pieces as the event says and judges nothing.
import type { Bidding, Board, Mat, OwnSeat, Seat, SeenEvent, View } from "../wire/messages";

function change(view: View, seat: Seat, how: (mat: Mat) => Partial<Mat>): View {
  const mats = view.board.mats.map((mat) => (mat.seat === seat ? { ...mat, ...how(mat) } : mat));
  return onBoard(view, { mats });
}

function onBoard(view: View, what: Partial<Board>): View {
  return { ...view, board: { ...view.board, ...what } };
}

function changeOwn(view: View, seat: Seat, how: (own: OwnSeat) => Partial<OwnSeat>): View {
  const own = view.own.map((each) => (each.seat === seat ? { ...each, ...how(each) } : each));
  return { ...view, own };
}

/** Whoever bids or passes has spoken. */
function spokenBy(bidding: Bidding | null, seat: Seat): Seat[] {
  return [...(bidding?.spoke ?? []), seat];
}

export function shownAfter(view: View, event: SeenEvent): View {
  const { attempt, bidding, total } = view.board;
  switch (event.type) {
    case "disc-placed":
    case "placement-unseen": {
      const after = change(onBoard(view, { total: total + 1 }), event.seat, (mat) => ({
        height: mat.height + 1,
        hand: mat.hand - 1,
        face_down: mat.face_down + 1,
      }));
      if (event.type === "placement-unseen") return after;
      return changeOwn(after, event.seat, ({ hand, stack }) => ({
        hand: hand.filter((_, index) => index !== hand.indexOf(event.disc)),
        stack: [...stack, event.disc],
      }));
    }
    case "bid-made":
      return onBoard(view, {
        bidding: {
          number: event.number,
          bidder: event.seat,
          spoke: spokenBy(bidding, event.seat),
        },
      });
    case "seat-passed":
      return change(
        onBoard(view, {
          bidding: bidding && { ...bidding, spoke: spokenBy(bidding, event.seat) },
        }),
        event.seat,
        () => ({ passed: true }),
      );
    case "attempt-began":
      return onBoard(view, {
        attempt: { challenger: event.challenger, flips: 0, skull: null },
      });
    case "disc-flipped":
      return change(
        onBoard(view, { attempt: attempt && { ...attempt, flips: attempt.flips + 1 } }),
        event.mat,
        (mat) => ({
          flipped: mat.flipped + 1,
          face_down: mat.face_down - 1,
          faces: [...mat.faces, event.disc],
        }),
      );
    case "attempt-succeeded":
      return change(view, event.challenger, (mat) => ({ wins: mat.wins + 1, flower_side: true }));
    case "attempt-failed":
      return onBoard(view, { attempt: attempt && { ...attempt, skull: event.skull } });
    case "discs-shown":
      return change(view, event.seat, (mat) => ({
        face_down: 0,
        faces: [...mat.faces, ...event.discs],
      }));
    case "disc-lost":
    case "loss-unseen": {
      const after = change(view, event.seat, (mat) => ({ discs: mat.discs - 1 }));
      if (event.type === "loss-unseen") return after;
      return changeOwn(after, event.seat, ({ lost }) => ({ lost: [...lost, event.disc] }));
    }
    case "seat-out":
      return change(view, event.seat, () => ({ out: true }));
    case "game-ended":
      return onBoard(view, { outcome: event.outcome });
    case "round-began":
    case "first-named":
    case "shuffle-unseen":
      return view;
  }
}
