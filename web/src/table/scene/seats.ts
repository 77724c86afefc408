// What the table shows of each seat, derived from the view and the moment that is being shown.
import { preferences } from "../../ui/preferences.svelte";
import type { Board, Game, Mat, Room, Seat, SeenEvent, View } from "../../wire/messages";
import { castOf } from "../../words/cast";
import { m, words } from "../../words/words";
import type { Moment } from "../stage.svelte";
import { saidBy, type Said } from "./bids";

export interface Badge {
  word: string;
  /** What a tap explains; null for a word that says it all. */
  meaning: string | null;
}

export interface SeatInfo {
  mat: Mat;
  name: string;
  tribe: string;
  isYou: boolean;
  isTurn: boolean;
  /** Stays bright while the room is dark: a disc of it hangs in the air, or its skull was found. */
  isLit: boolean;
  /** It has passed, and the others still bid. */
  isDim: boolean;
  /** What it said last in this bidding. */
  said: Said | null;
  isAway: boolean;
  hasWon: boolean;
  /** A disc is being taken from it. */
  isLosing: boolean;
  /** Its success, or its game, is being cheered. */
  isCheered: boolean;
  isShuffling: boolean;
  /** The table's words that apply to it, such as "first". */
  badges: Badge[];
  /** When its time runs out, by the server's clock. */
  until: number | null;
  bubble: string;
}

export interface Surroundings {
  moment: Moment | null;
  turns: Game["turns"];
  /** The last words at each place. */
  bubbles: Record<number, string>;
  /** The members that are connected; everybody where it is not known. */
  here: readonly number[] | null;
  /** When this screen came to the table, by the server's clock. */
  came: number;
  /** What happened, as far as it was shown; the bids of this round are in it. */
  events?: readonly SeenEvent[];
}

export function seatsOf(view: View, room: Room, around: Surroundings): SeatInfo[] {
  const { board } = view;
  const { moment, turns, bubbles, here, came, events = [] } = around;
  const said = saidBy(board, events);
  const event = moment?.event;
  const cast = castOf(room, view);
  return board.mats.map((mat) => {
    const { seat } = mat;
    const place = room.places[mat.owner];
    const member = place?.member ?? null;
    const until = turns.find((turn) => turn.seat === seat)?.until ?? null;
    return {
      mat,
      name: cast.label(seat),
      tribe: cast.tribe(seat),
      isYou: cast.isYou(seat),
      isTurn: moment === null && board.turn.includes(seat),
      isLit:
        (event?.type === "disc-flipped" && event.mat === seat) ||
        (event?.type === "attempt-failed" && board.attempt?.skull === seat),
      isDim: mat.passed && board.attempt === null,
      said: said[seat] ?? null,
      isAway: !!place?.stand_in || (member !== null && here !== null && !here.includes(member)),
      hasWon: board.outcome?.seat === seat,
      isLosing:
        (event?.type === "disc-lost" || event?.type === "loss-unseen") && event.seat === seat,
      isCheered:
        board.outcome?.seat === seat ||
        (event?.type === "attempt-succeeded" && !!moment?.shown && event.challenger === seat),
      isShuffling: event?.type === "shuffle-unseen" && event.challenger === seat,
      badges: badgesOf(board, seat),
      // A clock that ran out before we came is not shown: the table waits, nobody knows how long.
      until: until !== null && until > came ? until : null,
      bubble: bubbles[mat.owner] ?? "",
    };
  });
}

function badgesOf(board: Board, seat: Seat): Badge[] {
  const begins = board.first === seat && board.phase === "place";
  return [
    ...(begins ? [{ word: m.word_first(), meaning: null }] : []),
    ...(preferences.slang ? slangOf(board, seat) : []),
  ];
}

/** The rulebook's nicknames, for players who asked for them. */
function slangOf(board: Board, seat: Seat): Badge[] {
  return [
    board.under_the_gun === seat &&
      board.bidding &&
      !board.attempt && { word: m.word_under_the_gun(), meaning: m.mean_under_the_gun() },
    board.the_cop === seat && { word: m.word_the_cop(), meaning: m.mean_the_cop() },
    board.stoned.includes(seat) && {
      word: m.word_stoned(words()),
      meaning: m.mean_stoned(words()),
    },
  ].filter((badge) => !!badge);
}

/** A seat as a screen reader says it. */
export function seatWords(seat: SeatInfo): string {
  const { mat, name, said, isYou, isTurn, hasWon, badges } = seat;
  return [
    m.seat_words({ name, height: mat.height, hand: mat.hand }),
    mat.out && m.word_out(),
    hasWon && (isYou ? m.end_you_won() : m.end_won({ name })),
    !hasWon && mat.wins > 0 && m.seat_success({ count: mat.wins }),
    said?.number != null && m.seat_bid({ number: said.number, order: said.order }),
    mat.passed && m.word_passed(),
    ...badges.map(({ word }) => word),
    isTurn && (isYou ? m.your_turn() : m.turn_of({ name })),
  ]
    .filter((each) => each !== false)
    .map((each) => (/[.!…]$/.test(each) ? each : `${each}.`))
    .join(" ");
}

/** The light of the room: hushed while a disc is in the air, cold for a skull, warm for a success. */
export function lightOf(moment: Moment | null): "hushed" | "cold" | "warm" | null {
  if (moment?.event.type === "attempt-failed") return "cold";
  if (moment?.event.type === "disc-flipped" && (!moment.shown || moment.turning)) return "hushed";
  if (moment?.event.type === "disc-flipped") return moment.event.disc === "S" ? "cold" : null;
  const isCheer = moment?.event.type === "attempt-succeeded" || moment?.event.type === "game-ended";
  return isCheer && moment.shown ? "warm" : null;
}
