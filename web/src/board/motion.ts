// Animates events: pieces move from where they were to where they are now.
import { drawing } from "../pieces/art";
import { prefs } from "../browser/prefs.svelte";
import type { Event, Item, Scene } from "../types";

const DURATION = { calm: 260, brisk: 180, off: 0 };
const STAGGER = 70; // milliseconds between animations of one kind
const ARC = 0.12; // height of a straight flight, as a share of its length
const HOP = 0.35; // the same, from square to square
const LONGEST = 2200; // milliseconds for all events of one move

/** Where the sources of events are before the page changes. */
export type SourceRects = Map<string, DOMRect>;

function element(id: string, root: ParentNode): HTMLElement | null {
  return id ? root.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) : null;
}

export function measureSources(events: readonly Event[], root: ParentNode): SourceRects {
  const rects: SourceRects = new Map();
  for (const { source } of events) {
    const thing = element(source, root);
    if (thing) rects.set(source, top(thing).getBoundingClientRect());
  }
  return rects;
}

/** The piece that lies on top of a pile, or the thing itself. */
function top(thing: HTMLElement): HTMLElement {
  const pieces = thing.querySelectorAll<HTMLElement>(".piece");
  return pieces[pieces.length - 1] ?? thing;
}

function itemOf(scene: Scene | null, id: string): Item | undefined {
  for (const zone of scene?.zones ?? []) {
    if (zone.id === id) return zone.items.at(-1);
    const item = zone.items.find((one) => one.id === id);
    if (item) return item;
  }
  return undefined;
}

/** Animate the events of a change; the page already shows it. */
export async function play(
  rects: SourceRects,
  events: readonly Event[],
  before: Scene | null,
  after: Scene,
  root: ParentNode, // the board, or the page
): Promise<void> {
  const arrivals: Promise<unknown>[] = [];
  const gone = new Set<string>(); // things that have moved already
  let start = 0;
  let last: { kind: string; time: number } | null = null;
  for (const event of events) {
    const motion = plan(rects, gone, event, before, after, root);
    if (!motion) continue;
    if (last) start += event.kind === last.kind ? STAGGER : last.time;
    start = Math.min(start, LONGEST);
    last = { kind: event.kind, time: motion.time };
    arrivals.push(...motion.start(start));
  }
  await Promise.allSettled(arrivals);
}

interface Motion {
  time: number;
  start(delay: number): Promise<unknown>[];
}

/** The motion for an event, if it has one. */
function plan(
  rects: SourceRects,
  gone: Set<string>,
  event: Event,
  before: Scene | null,
  after: Scene,
  root: ParentNode,
): Motion | null {
  const target = goalOf(event, after, root);
  if (!target && event.kind === "complete") return sweep(event, before, root);
  if (!target) return null;
  const goal = top(target);
  const to = goal.getBoundingClientRect();
  const source = element(event.source, root); // in a deal it was not on the page before
  const from = rects.get(event.source) ?? (source ? top(source).getBoundingClientRect() : undefined);
  const time = DURATION[prefs.speed];
  if (event.kind === "roll") return { time, start: (delay) => [tumble(goal, delay)] };
  const shown = itemOf(before, event.source);
  if (from && shown && event.source === event.target && event.face !== shown.face && drawing(shown.kind, event.face)) {
    if (!same(from, to)) gone.add(event.source); // it leaves only when it has been turned over
    return { time: 3 * time, start: (delay) => turnOver(shown, event.face, from, same(from, to) ? goal : null, delay, time) };
  }
  const inside = source !== target && source?.contains(goal); // it is there already, and is turned up
  if (!from || from.width === 0 || inside || same(from, to)) {
    return { time, start: (delay) => [turnUp(goal, delay, time)] };
  }
  const old = itemOf(before, event.source);
  const now = itemOf(after, event.target);
  const kind = old?.kind ?? now?.kind ?? "card";
  const face = event.face || old?.face || now?.face || "back";
  const cover = target.dataset.id === event.source ? undefined : itemOf(before, event.target);
  const frames = way(from, to, event.places, root);
  const hops = Math.max(1, (frames.length - 1) / 2);
  const whole = Math.min(time * hops ** 0.7, 3 * time);
  const heap = !before || before.zones.some((zone) => zone.id === event.source);
  const hidden = heap || gone.has(event.source);
  if (!heap) {
    rects.set(event.source, to); // where it starts if it moves again
    gone.add(event.source);
  }
  return {
    time: whole,
    start: (delay) => [
      wait(goal, to, cover, delay + whole),
      fly(picture(kind, face, from, kind === "token" ? source : null), frames, delay, whole, hidden, event.kind === "back"),
    ],
  };
}

/** Where a motion ends: at the thing itself where it keeps its id, else at the target that is drawn. */
function goalOf(event: Event, after: Scene, root: ParentNode): HTMLElement | null {
  const home = after.zones.find((zone) => zone.items.some((item) => item.id === event.source));
  const moved = home?.items.find((item) => item.id === event.source);
  const square = home?.items.find((item) => item.id === event.target);
  const arrived = moved && (home?.id === event.target || (square && square.place === moved.place));
  const zone = after.zones.find((one) => one.items.some((item) => item.id === event.target));
  return (arrived && element(event.source, root)) || element(event.target, root) || element(zone?.id ?? "", root);
}

function same(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.left - b.left) < 2 && Math.abs(a.top - b.top) < 2;
}

/** Until the piece arrives, its place shows what was there before. */
function wait(goal: HTMLElement, to: DOMRect, cover: Item | undefined, until: number): Promise<unknown> {
  if (cover && cover.place < 0) {
    const shown = picture(cover.kind, cover.face, to);
    return shown.animate([{ opacity: 1 }, { opacity: 1 }], until).finished.finally(() => shown.remove());
  }
  return goal.animate([{ opacity: 0 }, { opacity: 0 }], until).finished;
}

/** What travels: a copy of a figure that the board draws itself, else the thing's drawing. */
function picture(kind: string, face: string, at: DOMRect, figure: HTMLElement | null = null): HTMLElement {
  const box = document.createElement("div");
  box.className = `traveller ${kind}`;
  box.setAttribute("aria-hidden", "true");
  Object.assign(box.style, {
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  const own = figure?.querySelector(".figure");
  const id = drawing(kind, face);
  if (own) box.append(own.cloneNode(true));
  else if (id) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
    box.append(svg);
  } else box.textContent = face;
  document.body.append(box);
  return box;
}

/** The keyframes of a flight: over the squares passed, or straight with a slight arc. */
function way(from: DOMRect, to: DOMRect, places: readonly number[], root: ParentNode): Keyframe[] {
  const passed = places
    .map((place) => root.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect())
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

/** A flight; one that starts from a pile stays hidden until then. */
function fly(
  box: HTMLElement,
  frames: Keyframe[],
  delay: number,
  duration: number,
  hidden: boolean,
  tumbles = false, // a figure that was tripped
): Promise<unknown> {
  if (tumbles) {
    const turns = [{ transform: "none" }, { transform: "rotate(-540deg) scale(0.9)", offset: 0.8 }, { transform: "rotate(-720deg)" }];
    box.firstElementChild?.animate(turns, { delay, duration, easing: "ease-in-out" });
  }
  if (hidden && delay) box.animate([{ visibility: "hidden" }, { visibility: "hidden" }], delay);
  const flight = box.animate(frames, { delay, duration, easing: "ease-out", fill: "both" });
  return flight.finished.finally(() => box.remove());
}

/** A finished series, for which no place is drawn, sweeps off the cloth. */
function sweep(event: Event, before: Scene | null, root: ParentNode): Motion | null {
  const pile = element(event.source, root);
  const item = itemOf(before, event.source);
  if (!pile || !item) return null;
  const at = pile.getBoundingClientRect();
  const time = 2 * DURATION[prefs.speed];
  const away = Math.min(at.width * 3, innerWidth - at.left);
  const card = (nth: number, delay: number): Promise<unknown> => {
    const box = picture(item.kind, item.face, at);
    if (delay) box.animate([{ visibility: "hidden" }, { visibility: "hidden" }], delay);
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: `translate(${away * 0.5}px, ${-at.height * 0.22}px) rotate(${8 + 4 * nth}deg)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${away}px, ${-at.height * 0.5}px) rotate(${20 + 6 * nth}deg)`, opacity: 0 },
    ];
    const flight = box.animate(frames, { delay, duration: time, easing: "ease-in", fill: "both" });
    return flight.finished.finally(() => box.remove());
  };
  return { time, start: (delay) => [0, 1, 2].map((nth) => card(nth, delay + nth * STAGGER)) };
}

function turnUp(goal: HTMLElement, delay: number, duration: number): Promise<unknown> {
  const frames = [{ transform: "scaleX(0.1)" }, { transform: "scaleX(1)" }];
  return goal.animate(frames, { delay, duration, easing: "ease-out" }).finished;
}

/** A thing that turns over in depth, shows its underside, and turns back; `goal` is hidden meanwhile. */
function turnOver(shown: Item, under: string, at: DOMRect, goal: HTMLElement | null, delay: number, time: number): Promise<unknown>[] {
  const [top, bottom] = [picture(shown.kind, shown.face, at), picture(shown.kind, under, at)];
  const turn = (degrees: number, offset?: number): Keyframe => ({ transform: `perspective(400px) rotateY(${degrees}deg)`, offset });
  const timing = { delay, duration: 3 * time, fill: "both" as const, easing: "linear" };
  top.style.transformOrigin = bottom.style.transformOrigin = "center";
  const motions = [
    top.animate([turn(0, 0), turn(90, 0.15), turn(90, 1)], timing),
    bottom.animate([turn(-90, 0), turn(-90, 0.15), turn(0, 0.3), turn(0, 0.85), turn(90, 1)], timing),
  ];
  if (goal) motions.push(goal.animate([{ opacity: 0 }, { opacity: 0 }], delay + 3 * time));
  return motions.map((motion, nth) => motion.finished.finally(() => [top, bottom][nth]?.remove()));
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

/** Shake something that was touched in vain. */
export function shake(thing: Element): void {
  const steps = [0, -5, 5, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  thing.animate(steps, { duration: 280, easing: "ease-out" });
}
