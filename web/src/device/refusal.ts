// Why a command or a call was refused, as a message.
import { toasts } from "../ui/toasts.svelte";
import { device } from "../wire/device/device.svelte";
import type { Reason } from "../wire/messages";
import { refusalWords } from "../words/words";

/** That this device has no room left is told by `Notes.svelte`, in place of its refusal. */
export function tellRefusal(reason: Reason | "offline", code: string): void {
  if (reason === "busy" && device.unstored > 0) return;
  toasts.say(refusalWords(reason, code));
}
