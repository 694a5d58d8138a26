// Events as journeys: what moved travels from where it was to where it is.
import { drawing } from "./art";
import { prefs } from "./prefs.svelte";
import type { Event, Item, Scene } from "./types";

const DURATION = { calm: 260, brisk: 180, off: 0 };
const STAGGER = 70; // milliseconds between journeys of one kind
const ARC = 0.12; // how high a journey rises, of its length
const HOP = 0.35; // the same, from square to square
const LONGEST = 2200; // milliseconds for all that one move brought about

/** Where the sources of events were, before the page changes. */
export type Stage = Map<string, DOMRect>;

function element(id: string): HTMLElement | null {
  return id ? document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) : null;
}

export function survey(events: readonly Event[]): Stage {
  const stage: Stage = new Map();
  for (const { source } of events) {
    const found = element(source);
    if (found) stage.set(source, top(found).getBoundingClientRect());
  }
  return stage;
}

/** The piece that lies on top of a pile, or the thing itself. */
function top(found: HTMLElement): HTMLElement {
  const pieces = found.querySelectorAll<HTMLElement>(".piece");
  return pieces[pieces.length - 1] ?? found;
}

function itemOf(scene: Scene | null, id: string): Item | undefined {
  for (const zone of scene?.zones ?? []) {
    if (zone.id === id) return zone.items.at(-1);
    const item = zone.items.find((one) => one.id === id);
    if (item) return item;
  }
  return undefined;
}

/** Play the journeys of a change that the page shows already. */
export async function play(
  stage: Stage,
  events: readonly Event[],
  before: Scene | null,
  after: Scene,
): Promise<void> {
  const arrivals: Promise<unknown>[] = [];
  const gone = new Set<string>(); // things that have travelled already
  let start = 0;
  let last: { kind: string; time: number } | null = null;
  for (const event of events) {
    const journey = plan(stage, gone, event, before, after);
    if (!journey) continue;
    if (last) start += event.kind === last.kind ? STAGGER : last.time;
    start = Math.min(start, LONGEST);
    last = { kind: event.kind, time: journey.time };
    arrivals.push(...journey.go(start));
  }
  await Promise.allSettled(arrivals);
}

interface Journey {
  time: number;
  go(delay: number): Promise<unknown>[];
}

/** What is to be seen of an event, if anything. */
function plan(
  stage: Stage,
  gone: Set<string>,
  event: Event,
  before: Scene | null,
  after: Scene,
): Journey | null {
  const found = goalOf(event, after);
  if (!found) return null;
  const goal = top(found);
  const to = goal.getBoundingClientRect();
  const source = element(event.source); // a place that was not on the page before, in a deal
  const from = stage.get(event.source) ?? (source ? top(source).getBoundingClientRect() : undefined);
  const time = DURATION[prefs.speed];
  if (event.kind === "roll") return { time, go: (delay) => [tumble(goal, delay)] };
  const inside = source !== found && source?.contains(goal); // it lies there already, and is turned up
  if (!from || from.width === 0 || inside || same(from, to)) {
    return { time, go: (delay) => [turnUp(goal, delay, time)] };
  }
  const old = itemOf(before, event.source);
  const now = itemOf(after, event.target);
  const kind = old?.kind ?? now?.kind ?? "card";
  const face = event.face || old?.face || now?.face || "back";
  const cover = found.dataset.id === event.source ? undefined : itemOf(before, event.target);
  const frames = way(from, to, event.places);
  const hops = Math.max(1, (frames.length - 1) / 2);
  const whole = Math.min(time * hops ** 0.7, 3 * time);
  const heap = !before || before.zones.some((zone) => zone.id === event.source);
  const hidden = heap || gone.has(event.source);
  if (!heap) {
    stage.set(event.source, to); // should it travel on
    gone.add(event.source);
  }
  return {
    time: whole,
    go: (delay) => [
      wait(goal, to, cover, delay + whole),
      fly(picture(kind, face, from), frames, delay, whole, hidden),
    ],
  };
}

/** Where a journey ends: at the thing itself where it keeps its id, else at the target that is drawn. */
function goalOf(event: Event, after: Scene): HTMLElement | null {
  const home = after.zones.find((zone) => zone.items.some((item) => item.id === event.source));
  const moved = home?.items.find((item) => item.id === event.source);
  const square = home?.items.find((item) => item.id === event.target);
  const arrived = moved && (home?.id === event.target || (square && square.place === moved.place));
  const zone = after.zones.find((one) => one.items.some((item) => item.id === event.target));
  return (arrived && element(event.source)) || element(event.target) || element(zone?.id ?? "");
}

function same(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.left - b.left) < 2 && Math.abs(a.top - b.top) < 2;
}

/** Until the traveller arrives, its place shows what was there before. */
function wait(goal: HTMLElement, to: DOMRect, cover: Item | undefined, until: number): Promise<unknown> {
  if (cover && cover.place < 0) {
    const shown = picture(cover.kind, cover.face, to);
    return shown.animate([{ opacity: 1 }, { opacity: 1 }], until).finished.finally(() => shown.remove());
  }
  return goal.animate([{ opacity: 0 }, { opacity: 0 }], until).finished;
}

function picture(kind: string, face: string, at: DOMRect): HTMLElement {
  const box = document.createElement("div");
  box.className = `traveller ${kind}`;
  box.setAttribute("aria-hidden", "true");
  Object.assign(box.style, {
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  const id = drawing(kind, face);
  if (id) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
    box.append(svg);
  } else box.textContent = face;
  document.body.append(box);
  return box;
}

/** The points of a way: over the squares passed, or straight with a slight arc. */
function way(from: DOMRect, to: DOMRect, places: readonly number[]): Keyframe[] {
  const passed = places
    .map((place) => document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect())
    .filter((rect) => rect !== undefined);
  const stops = passed.length > 2 ? [from, ...passed.slice(1, -1), to] : [from, to];
  const frames: Keyframe[] = [];
  stops.forEach((stop, i) => {
    const [x, y] = [stop.left - from.left, stop.top - from.top];
    const scale = stop.width / from.width;
    const earlier = stops[i - 1];
    if (earlier) {
      const [ex, ey] = [earlier.left - from.left, earlier.top - from.top];
      const rise = Math.hypot(x - ex, y - ey) * (stops.length > 2 ? HOP : ARC);
      const half = (scale + earlier.width / from.width) / 2;
      frames.push({ transform: `translate(${(x + ex) / 2}px, ${(y + ey) / 2 - rise}px) scale(${half * 1.06})` });
    }
    frames.push({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
  });
  return frames;
}

/** A flight; where it starts from a heap that stays, nothing is to be seen before. */
function fly(
  box: HTMLElement,
  frames: Keyframe[],
  delay: number,
  duration: number,
  hidden: boolean,
): Promise<unknown> {
  if (hidden && delay) box.animate([{ visibility: "hidden" }, { visibility: "hidden" }], delay);
  const flight = box.animate(frames, { delay, duration, easing: "ease-out", fill: "both" });
  return flight.finished.finally(() => box.remove());
}

function turnUp(goal: HTMLElement, delay: number, duration: number): Promise<unknown> {
  const frames = [{ transform: "scaleX(0.1)" }, { transform: "scaleX(1)" }];
  return goal.animate(frames, { delay, duration, easing: "ease-out" }).finished;
}

/** A die that rolls once over the table. */
function tumble(goal: HTMLElement, delay: number): Promise<unknown> {
  const frames = [
    { opacity: 0, transform: "translate(-90px, -60px) rotate(-300deg) scale(0.7)" },
    { opacity: 1, offset: 0.1 },
    { transform: "translate(-20px, 8px) rotate(-70deg) scale(1.1)", offset: 0.65 },
    { transform: "none" },
  ];
  return goal.animate(frames, { delay, duration: 520, easing: "ease-out", fill: "backwards" }).finished;
}

/** A wrong touch: it shakes once. */
export function shake(found: Element): void {
  const steps = [0, -5, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  found.animate(steps, { duration: 280, easing: "ease-out" });
}
