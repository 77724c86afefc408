// Members without a chair who are connected.
import type { Room } from "../wire/messages";

export function watchersOf({ members }: Room, here: readonly number[]): string[] {
  return members
    .filter(({ member, place, removed }) => place === null && !removed && here.includes(member))
    .map(({ name }) => name);
}
