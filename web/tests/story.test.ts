// A replay, jumped into.
import { expect, it } from "vitest";
import { Story } from "../src/replay/story.svelte";
import { saidBy } from "../src/table/scene/bids";
import type { SeenEvent } from "../src/wire/messages";
import { unfolded } from "../src/wire/retelling";
import games from "./recorded/games.json";

interface Told {
  viewer: string[];
  steps: { event: SeenEvent; view: Record<string, unknown> }[];
}

it("tells the bids of the round wherever it is entered", () => {
  const secondBid = ({ steps }: Told) =>
    steps.findIndex(
      ({ event }, index) =>
        event.type === "bid-made" && steps[index - 1]?.event.type === "bid-made",
    );
  const told = (games as unknown as Told[][]).flat().find((each) => secondBid(each) > 0)!;
  const { steps } = told;
  const second = secondBid(told);
  const changes = steps.map(({ event, view }) => ({ events: [event], view, holdings: null }));
  const names = Array.from("ABCDEFGHIJKL");
  const replay = unfolded({ names, eyes: "public", choice: [], comments: [], steps: changes });
  const story = new Story(replay, second);
  const { board } = story.stage.view!;
  const said = saidBy(
    board,
    story.stage.log.map(({ event }) => event),
  );
  const bids = steps.slice(second - 1, second + 1).map(({ event }) => event);
  for (const event of bids)
    expect(event.type === "bid-made" && said[event.seat]?.number).toBe(
      event.type === "bid-made" && event.number,
    );
  expect(said[board.bidding!.bidder]!.stands).toBe(true);
  story.close();
});
