// The sounds of the table, made from nothing: wood, ceramic, breath.
import { preferences } from "../ui/preferences.svelte";
import type { SeenEvent } from "../wire/messages";

let context: AudioContext | null = null;

/** A browser lets a page sound only after a touch. */
function ready(): AudioContext | null {
  if (!preferences.sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

export function wakeSound(): void {
  if (preferences.sound) ready();
}

interface Tone {
  frequency: number;
  /** Where the pitch goes by the end. */
  to?: number;
  length: number;
  loudness: number;
  shape?: OscillatorType;
  after?: number;
}

function tone({ frequency, to, length, loudness, shape = "sine", after = 0 }: Tone): void {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(frequency, start);
  if (to) oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.05);
}

function breath(length: number, loudness: number, pitch: number, after = 0): void {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + after;
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.2;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(start);
}

const knock = (pitch: number, loudness: number, after = 0) => {
  tone({ frequency: pitch, to: pitch * 0.5, length: 0.09, loudness, shape: "triangle", after });
  breath(0.05, loudness * 0.7, pitch * 6, after);
};

const bell = (frequency: number, loudness: number, after = 0) => {
  tone({ frequency, length: 0.9, loudness, after });
  tone({ frequency: frequency * 2.76, length: 0.4, loudness: loudness * 0.3, after });
};

/** What an event sounds like once it can be seen. */
export function sound(event: SeenEvent): void {
  switch (event.type) {
    case "disc-placed":
    case "placement-unseen":
      // When the disc has come down.
      knock(150, 0.22, 0.28);
      return knock(430, 0.05, 0.3);
    case "bid-made":
      knock(330, 0.2);
      return knock(330, 0.16, 0.11);
    case "seat-passed":
      return breath(0.22, 0.12, 900);
    case "disc-flipped":
      // It turns, shows itself, and is heard to come down a moment later.
      breath(0.16, 0.06, 1900);
      if (event.disc === "F") {
        bell(660, 0.09, 0.2);
        bell(990, 0.04, 0.28);
        return knock(240, 0.13, 0.95);
      }
      tone({ frequency: 74, to: 38, length: 1.5, loudness: 0.42, after: 0.2 });
      tone({ frequency: 77, to: 36, length: 1.5, loudness: 0.3, shape: "triangle", after: 0.2 });
      breath(0.6, 0.2, 280, 0.2);
      return knock(120, 0.24, 0.95);
    case "attempt-succeeded":
      [523, 659, 784].forEach((pitch, index) => bell(pitch, 0.09, index * 0.12));
      return;
    case "shuffle-unseen":
      [0, 0.1, 0.21, 0.3].forEach((after) => knock(230 + after * 200, 0.1, after));
      return;
    case "disc-lost":
    case "loss-unseen":
      return tone({ frequency: 180, to: 70, length: 0.5, loudness: 0.2, shape: "triangle" });
    case "game-ended":
      [392, 523, 659, 784, 1046].forEach((pitch, index) => bell(pitch, 0.09, index * 0.14));
  }
}

export function soundOfTurn(): void {
  bell(880, 0.05);
  bell(1175, 0.04, 0.09);
}

/** The lift of a disc, for the breath before it turns. */
export function soundOfLift(): void {
  breath(0.18, 0.05, 1400);
}

export function vibrate(pattern: number | number[]): void {
  // A page that nobody has tapped yet may not: a second tab, or one that was reloaded.
  const isTapped = navigator.userActivation?.hasBeenActive ?? true;
  if (preferences.vibration && isTapped && "vibrate" in navigator) navigator.vibrate(pattern);
}
