// The calls of the explorer; its screen alone needs them.
import { call } from "../wire/http";
import type { EndingMap, EndingRound } from "../wire/messages";

/** A round of the solved game of two: `33-00?first=0.5&moves=a1`. */
export const ending = (question: string) => call<EndingRound>("GET", `/api/endings/${question}`);
export const endingMap = (position: string) =>
  call<EndingMap>("GET", `/api/endings/${position}/map`);
