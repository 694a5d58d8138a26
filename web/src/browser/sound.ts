// Small synthesised sounds, from the first touch on; a player can turn them off.
import { prefs } from "./prefs.svelte";

// Frequency in hertz, length in seconds, and how much of it is noise.
const SOUNDS: Record<string, [number, number, number]> = {
  move: [220, 0.07, 0.7],
  draw: [320, 0.05, 0.8],
  deal: [260, 0.06, 0.8],
  capture: [440, 0.09, 0.3],
  push: [160, 0.1, 0.4],
  roll: [130, 0.18, 0.6],
  complete: [523, 0.22, 0.1],
  set: [587, 0.22, 0.1],
  end: [659, 0.4, 0],
};
let context: AudioContext | null = null;
let touched = false; // browsers refuse sound before that

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true, capture: true });

/** The sound of an event, where it has one. */
export function soundFor(kind: string): void {
  const sound = SOUNDS[kind];
  if (!prefs.sound || !touched || !sound) return;
  context ??= new AudioContext();
  const [pitch, length, noise] = sound;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const fade = (1 - i / samples.length) ** 2;
    const tone = Math.sin((2 * Math.PI * pitch * i) / context.sampleRate);
    samples[i] = 0.25 * fade * (tone * (1 - noise) + (Math.random() * 2 - 1) * noise);
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}
