// The state of one board: what is drawn, what has arrived and is told, what is held. Views are shown one after
// another; a whole move goes to whoever owns the board: a table's socket, a lesson, a review.
import { tick } from "svelte";
import type { JournalLine } from "../table/journal";
import { extended, lastMove } from "../table/journal";
import { play, measureSources } from "./motion";
import { motionIsOff } from "../browser/prefs.svelte";
import { landings } from "./reach";
import { soundFor } from "../browser/sound";
import { complete, keepHeld, nextTouches, touch } from "./touch";
import type { Event, Scene, Shown, Zone } from "../types";
import { say } from "../words";

const NOBODY = -1;
const MOST_QUEUED = 4; // views; with more, they are shown without animation
const LONGEST_MOTION = 4000; // milliseconds; then what was shown counts as arrived

/** What a board shows: a message of a table, or less where there is no table. */
export type View = Pick<Shown, "seq" | "viewer" | "scene" | "events" | "past"> & { table: Shown["table"] | null };

/** Why something cannot be done, and its rule. */
export interface Reason {
  text: string;
  rule: string;
  calm?: boolean; // news or advice, which is no refusal
}

/** A view, and when it came. */
interface Received {
  shown: View;
  at: number;
}

export abstract class BoardState {
  shown = $state.raw<View | null>(null); // what the board draws
  settled = $state.raw<View | null>(null); // whose motion has ended; the same as `shown` when nothing moves
  last = $state.raw<Event | null>(null); // the latest move that has arrived, for a ribbon
  touched = $state.raw<string[]>([]);
  journal = $state.raw<JournalLine[]>([]);
  notice = $state.raw<Reason | null>(null);
  bubbles = $state.raw<Record<number, string>>({});
  hinted = $state.raw<string[]>([]); // what to touch, marked one after another
  busy = $state(false); // whether a move waits for its answer, and nothing can be touched
  receivedAt = 0; // when `facts` came, by this page's own clock
  root: ParentNode | null = null; // where the board is drawn; the whole page until it is

  /** The scene that is told: its status, seats and turn belong to what has arrived. */
  readonly told = $derived<Scene | null>(this.settled?.scene ?? this.shown?.scene ?? null);
  /** What is drawn: the things and paths of the latest view, with the words and counts that are told. */
  readonly scene = $derived.by<Scene | null>(() => {
    const [drawn, told] = [this.shown?.scene ?? null, this.told];
    if (!drawn || !told || drawn === told) return drawn;
    const { status, seats, turn, over, winners } = told;
    const zones = drawn.zones.map((zone) => countedAs(zone, told.zones.find((one) => one.id === zone.id)));
    return { ...drawn, zones, status, seats, turn, over, winners };
  });
  readonly moving = $derived(this.shown !== this.settled);
  readonly facts = $derived((this.settled ?? this.shown)?.table ?? null);
  readonly me = $derived(this.shown?.viewer ?? NOBODY);
  readonly paths = $derived(this.busy ? [] : (this.scene?.paths ?? []));
  readonly next = $derived(nextTouches(this.paths, this.touched));
  readonly firsts = $derived(nextTouches(this.paths, []));
  readonly landings = $derived(landings(this.paths, this.touched));
  /** Each seat's side where partners share one; empty where everybody plays alone. */
  readonly teams = $derived.by(() => {
    const sides = this.scene?.seats.map((seat) => seat.side) ?? [];
    return new Set(sides).size < sides.length ? sides : [];
  });

  private readonly queue: Received[] = [];
  private showing = false;
  private questions = 0; // asked so far

  constructor(public watched = true) {} // whether the screen shows this board

  // What an owner does ----------------------------------------------------------------------------
  /** A whole move was touched; the number of its row once it was taken, null where it was refused. */
  abstract move(action: number, seq?: number): Promise<number | null>;

  /** Why something cannot be touched; null where nobody knows. */
  protected abstract reason(held: readonly string[], touched: readonly string[]): Promise<Reason | null>;

  /** A view is about to be told. */
  protected settling(_: View): void {}

  /** Whether views are shown without animation. */
  protected get still(): boolean {
    return !this.watched || motionIsOff() || document.hidden || this.queue.length > MOST_QUEUED;
  }

  /** What a player is called. */
  name(seat: number): string {
    const label = this.facts ? "" : this.scene?.seats[seat]?.label;
    return this.facts?.chairs[seat]?.name || label || say("player", { n: seat + 1 });
  }

  // Touching ------------------------------------------------------------------------------------
  /** Touch something by its ids; whether it did anything. */
  touch(ids: readonly string[]): boolean {
    this.notice = null;
    this.questions++;
    const result = touch(this.paths, this.touched, ids);
    this.touched = result.touched;
    if (result.action !== null) void this.move(result.action);
    else if (result.wrong) void this.explain(this.touched, ids);
    return !result.wrong;
  }

  /** Drop what is dragged; where that is illegal, say why. */
  drop(ids: readonly string[]): boolean {
    if (ids.some((id) => this.next.has(id))) return this.touch(ids);
    const held = this.touched;
    this.letGo();
    if (!ids.length || ids.some((id) => held.includes(id))) return true; // put back, or nowhere
    void this.explain(held, ids);
    return false;
  }

  /** Pick something up to drag it; whether it can be. */
  pick(ids: readonly string[]): boolean {
    const id = ids.find((one) => this.next.has(one) || this.firsts.has(one));
    if (id === undefined) return false;
    const kept = this.next.has(id) ? [...this.touched, id] : [id];
    if (complete(this.paths, kept) !== null) return false; // it would be a whole move: that takes a tap
    this.touched = kept;
    return true;
  }

  letGo(): void {
    this.touched = [];
    this.notice = null;
  }

  /** Say why something cannot be done: the server's reason, or else what is asked for. */
  private async explain(held: readonly string[], touched: readonly string[]): Promise<void> {
    const nth = ++this.questions;
    const reason = this.busy ? null : await this.reason(held, touched);
    if (nth !== this.questions) return; // something else has been touched since
    const { text, rule } = reason ?? { text: "", rule: "" };
    const status = this.scene?.status ?? "";
    const usual = !this.paths.length ? status : held.length ? say("notThere") : `${say("notNow")} ${status}`;
    this.notice = { text: text || usual, rule };
  }

  /** Show views one after another, each when the last one's animation has ended. */
  async show(shown: View): Promise<void> {
    this.queue.push({ shown, at: performance.now() });
    if (this.showing) return;
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      await this.put(next, this.still);
    }
    this.showing = false;
  }

  /** Draw a view and animate it; what it says is told when its things have arrived. */
  private async put(received: Received, still: boolean): Promise<void> {
    const { shown } = received;
    const before = this.shown?.scene ?? null;
    const rects = still ? null : measureSources(shown.events, this.root ?? document);
    this.shown = shown;
    if (!before || !rects) this.settleView(received); // nothing moves over an earlier view
    this.touched = keepHeld(this.paths, this.touched);
    this.hinted = [];
    if (this.watched) for (const event of shown.events) soundFor(event.kind);
    await tick();
    if (rects && shown.scene) await inTime(play(rects, shown.events, before, shown.scene, this.root ?? document));
    if (this.settled !== shown) this.settleView(received);
  }

  /** Tell what a view says: its status and counts, and what happened. */
  private settleView({ shown, at }: Received): void {
    const past = shown.seq === this.settled?.seq ? [] : shown.past;
    this.receivedAt = at;
    this.settling(shown);
    this.settled = shown;
    this.journal = extended(this.journal, past, shown.events);
    this.last = lastMove(shown.events, lastMove(past, this.last));
  }
}

/** A pile with its latest things, but with the number, name and need that are told. */
function countedAs(drawn: Zone, told: Zone | undefined): Zone {
  if (drawn.kind !== "pile" || !told) return drawn;
  return { ...drawn, count: told.count, label: told.label, needs: told.needs };
}

/** Wait for a motion, but not for one that stands still because the page was hidden. */
async function inTime(motion: Promise<void>): Promise<void> {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MOTION);
    const hidden = (): void => resolve();
    document.addEventListener("visibilitychange", hidden, { once: true });
    stop = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hidden);
    };
  });
  await Promise.race([motion, stopped]);
  stop();
}
