// The state of one table's page: what is drawn, what has arrived and is told, what is held, what waits
// for an answer.
import { tick } from "svelte";
import { post } from "./api";
import { after } from "./after";
import { attend } from "./attention";
import { nonceOf } from "./fair";
import type { ConnectionState, MessageHandler } from "./connection";
import { Connection } from "./connection";
import type { JournalLine } from "./journal";
import { extended, lastMove } from "./journal";
import { play, measureSources } from "./motion";
import { motionIsOff } from "./prefs.svelte";
import { landings } from "./reach";
import { soundFor } from "./sound";
import { complete, keepHeld, nextTouches, touch } from "./touch";
import type { Answer, Event, Pace, Refused, Request, Say, Scene, Shown } from "./types";
import type { Key } from "./words";
import { say } from "./words";

const NOBODY = -1;
const MOST_QUEUED = 4; // views; with more, they are shown without animation
const MOST_IDS = 8; // in a question to the server
const BUBBLE_TIME = 4000; // milliseconds that a phrase is shown
const LONGEST_MOTION = 4000; // milliseconds; then what was shown counts as arrived

const DECLINED: Record<string, Key> = { draw: "declinedDraw", undo: "declinedUndo", rematch: "declinedRematch" };

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type CommandBody = Without<Extract<Request, { command: string }>, "seq" | "command">;

export interface Page {
  table: string;
  seats: number[]; // that this browser holds; several where people share a screen
  boards: string[]; // the games whose board to show: this one, or else its family's
  agreedDraw: boolean;
  hidden: boolean; // whether the game hides anything, so that a shared screen is covered between turns
  origin: string; // of links for others: where people reach this server
  longestName: number;
  phrases: Record<Say["phrase"], string>;
}

/** The server's answer to a request for a hint. */
interface Hint {
  seq: number;
  action: number;
  sentence: string;
  reason: string; // in a few words; empty where none is known
  chance: number | null; // to win; null where it was not known in time
  note: string; // why hints are not as good as usual, if they are not
}

export type { JournalLine };

/** A view, and when it came. */
interface Received {
  shown: Shown;
  at: number;
}

export class Table implements MessageHandler {
  connection = $state<ConnectionState>("connecting");
  why = $state(""); // the server's goodbye
  shown = $state.raw<Shown | null>(null); // what the board draws
  settled = $state.raw<Shown | null>(null); // whose motion has ended; the same as `shown` when nothing moves
  last = $state.raw<Event | null>(null); // the latest move that has arrived, for a ribbon
  touched = $state.raw<string[]>([]);
  journal = $state.raw<JournalLine[]>([]);
  notice = $state.raw<{ text: string; rule: string } | null>(null);
  bubbles = $state.raw<Record<number, string>>({});
  waiting = $state.raw<Request | null>(null);
  hinted = $state.raw<string[]>([]); // what a good bot would touch
  thinking = $state(false); // whether a hint is on its way
  removed = $state(false); // whether the host took my chair back
  skipping = $state(false); // whether bots play on at once until it is my turn
  receivedAt = 0; // when `facts` came, by this page's own clock

  /** The scene that is told: its status, seats and turn belong to what has arrived. */
  readonly told = $derived<Scene | null>(this.settled?.scene ?? this.shown?.scene ?? null);
  /** What is drawn: the things and paths of the latest view, with the words and counts that are told. */
  readonly scene = $derived.by<Scene | null>(() => {
    const [drawn, told] = [this.shown?.scene ?? null, this.told];
    if (!drawn || !told || drawn === told) return drawn;
    const { status, seats, turn, over, winners } = told;
    return { ...drawn, status, seats, turn, over, winners };
  });
  readonly moving = $derived(this.shown !== this.settled);
  readonly facts = $derived((this.settled ?? this.shown)?.table ?? null);
  readonly me = $derived(this.shown?.viewer ?? NOBODY);
  readonly myTurn = $derived(this.facts?.phase === "playing" && this.told?.turn === this.me);
  readonly undo = $derived(this.facts?.undo ?? { allowed: false, why: "" });
  readonly pace = $derived(this.facts?.pace ?? "brisk");
  readonly hosting = $derived(this.me >= 0 && this.facts?.host === this.me);
  readonly maySetPace = $derived(this.hosting && this.facts?.phase !== "over");
  /** The games that each has won in a series of rematches, in words; empty without one. */
  readonly seriesScore = $derived.by(() => {
    const score = (this.facts?.series ?? []).map((games, seat) => `${this.name(seat)} ${games}`).join(" · ");
    return score && say("series", { score });
  });
  /** Whether I play bots alone and one of them is to move. */
  readonly maySkip = $derived.by(() => {
    const people = this.facts?.chairs.filter((chair) => chair.kind !== "bot" && !chair.by_bot) ?? [];
    const alone = people.length === 1 && people[0]?.seat === this.me;
    return alone && this.facts?.phase === "playing" && this.shown?.scene?.turn !== this.me && !this.skipping;
  });
  readonly paths = $derived(this.waiting ? [] : (this.scene?.paths ?? []));
  readonly next = $derived(nextTouches(this.paths, this.touched));
  readonly firsts = $derived(nextTouches(this.paths, []));
  readonly landings = $derived(landings(this.paths, this.touched));
  /** Each seat's side where partners share one; empty where everybody plays alone. */
  readonly teams = $derived.by(() => {
    const sides = this.scene?.seats.map((seat) => seat.side) ?? [];
    return new Set(sides).size < sides.length ? sides : [];
  });

  private latest: Shown | null = null; // received last; it may not be shown yet
  private readonly queue: Received[] = [];
  private showing = false;
  private questions = 0; // asked so far
  private answered: ((seq: number | null) => void) | null = null; // who waits for an answer to the last command
  private readonly socket: Connection;

  constructor(
    readonly page: Page,
    seat: number | null,
    public watched = true, // whether the screen shows this table
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${page.table}/socket`;
    this.socket = new Connection(seat === null ? address : `${address}?seat=${seat}`, this);
  }

  /** What a player is called. */
  name(seat: number): string {
    const chair = this.facts?.chairs[seat];
    return chair?.name || say("player", { n: seat + 1 });
  }

  /** How many things lie in a zone, once what moves has arrived. */
  count(zone: string): number {
    return this.told?.zones.find((one) => one.id === zone)?.count ?? 0;
  }

  // Touching ------------------------------------------------------------------------------------
  /** Touch something by its ids; whether it did anything. */
  touch(ids: readonly string[]): boolean {
    this.notice = null;
    this.questions++;
    const result = touch(this.paths, this.touched, ids);
    this.touched = result.touched;
    if (result.action !== null) this.send({ type: "move", action: result.action });
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
    const reason = this.waiting ? null : await this.reason(held, touched);
    if (nth !== this.questions) return; // something else has been touched since
    const { text, rule } = reason ?? { text: "", rule: "" };
    const status = this.scene?.status ?? "";
    const usual = !this.paths.length ? status : held.length ? say("notThere") : `${say("notNow")} ${status}`;
    this.notice = { text: text || usual, rule };
  }

  private async reason(held: readonly string[], touched: readonly string[]): Promise<{ text: string; rule: string } | null> {
    if (this.me < 0) return null;
    try {
      const body = { seat: this.me, held, touched: touched.slice(0, MOST_IDS) };
      const { sentence, rule } = await post<{ sentence: string; rule: string }>(`/api/tables/${this.page.table}/why`, body);
      return { text: sentence, rule };
    } catch {
      return null; // no connection: a banner says so
    }
  }

  // Sending -------------------------------------------------------------------------------------
  /** Send a command; the number of its row once the server has taken it, null where it was refused. */
  send(body: CommandBody, seq = this.shown?.seq ?? 0): Promise<number | null> {
    const command = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const message = { ...body, command, seq } as Request;
    this.notice = null;
    this.waiting = message;
    this.socket.send(message);
    return new Promise((resolve) => (this.answered = resolve));
  }

  /** Take something back, or say why that cannot be done. */
  askUndo(): void {
    if (this.undo.allowed) this.send({ type: "undo" });
    else this.notice = { text: this.undo.why, rule: "" };
  }

  setPace(pace: Pace["pace"]): void {
    this.send({ type: "pace", pace });
  }

  /** Let the bots play on at once; what they do is shown without animation. */
  skipToTurn(): void {
    this.skipping = true;
    this.send({ type: "skip_to_turn" });
  }

  /** Ask what a good bot would do; highlight it, and say it and why. */
  async askForHint(): Promise<void> {
    if (this.thinking) return;
    const seat = this.me;
    this.letGo();
    this.thinking = true;
    try {
      const path = `/api/tables/${this.page.table}/hint`;
      const { seq, action, sentence, reason, note } = await post<Hint>(path, { seat });
      if (seq !== this.shown?.seq) return;
      this.letGo(); // what was picked up in the meantime would hide the marks
      this.hinted = this.scene?.paths.find((one) => one.action === action)?.touch ?? [];
      const advice = say(reason ? "hintWhy" : "hintMove", { sentence, reason });
      this.notice = { text: note ? `${advice}. ${note}` : advice, rule: "" };
    } catch (error) {
      this.notice = { text: (error as Error).message, rule: "" };
    } finally {
      this.thinking = false;
    }
  }

  sendPhrase(phrase: Say["phrase"]): void {
    this.socket.send({ type: "say", phrase });
  }

  // Receiving -----------------------------------------------------------------------------------
  onState(state: ConnectionState, why: string): void {
    const back = state === "open" && this.connection !== "open";
    this.connection = state;
    this.why = why;
    if (back && this.waiting) this.socket.send(this.waiting); // its id makes sending it twice harmless
  }

  onMessage(message: Answer): void {
    if (message.type === "shown") void this.show(message);
    else if (message.type === "changed" && this.latest) void this.show(after(this.latest, message));
    else if (message.type === "done") this.settle(message.command, message.seq);
    else if (message.type === "refused") this.refuse(message);
    else if (message.type === "said") this.bubble(message.seat, message.text);
  }

  private settle(command: string, seq: number | null): void {
    if (this.waiting && "command" in this.waiting && this.waiting.command === command) {
      this.waiting = null;
      this.answered?.(seq);
    }
  }

  private refuse(message: Refused): void {
    this.settle(message.command, null);
    this.touched = [];
    this.skipping = false;
    this.notice = { text: message.sentence, rule: message.rule };
  }

  private bubble(seat: number, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: "" };
    }, BUBBLE_TIME);
  }

  /** Show views one after another, each when the last one's animation has ended. */
  private async show(shown: Shown): Promise<void> {
    this.latest = shown;
    const mine = shown.table.phase === "playing" && shown.viewer >= 0 && shown.scene?.turn === shown.viewer;
    attend(this, mine, shown.table.title);
    if (mine || shown.table.phase !== "playing") this.skipping = false;
    this.queue.push({ shown, at: performance.now() });
    if (this.showing) return;
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const still = !this.watched || this.skipping || motionIsOff() || document.hidden || this.queue.length > MOST_QUEUED;
      await this.put(next, still);
    }
    this.showing = false;
  }

  /** Draw a view and animate it; what it says is told when its things have arrived. */
  private async put(received: Received, still: boolean): Promise<void> {
    const { shown } = received;
    const before = this.shown?.scene ?? null;
    const rects = still ? null : measureSources(shown.events);
    this.shown = shown;
    if (!before || !rects) this.settleView(received); // nothing moves over an earlier view
    this.touched = keepHeld(this.paths, this.touched);
    this.hinted = [];
    this.reveal();
    if (this.watched) for (const event of shown.events) soundFor(event.kind);
    await tick();
    if (rects && shown.scene) await inTime(play(rects, shown.events, before, shown.scene));
    if (this.settled !== shown) this.settleView(received);
  }

  /** Tell what a view says: its status and counts, and what happened. */
  private settleView({ shown, at }: Received): void {
    const past = shown.seq === this.settled?.seq ? [] : shown.past;
    this.receivedAt = at;
    this.tellDeclined(shown);
    const mine = this.settled?.viewer ?? NOBODY;
    if (mine >= 0 && shown.viewer < 0) this.removed = shown.events.some((event) => event.kind === "remove" && event.seat === mine);
    this.settled = shown;
    this.journal = extended(this.journal, past, shown.events);
    this.last = lastMove(shown.events, lastMove(past, this.last));
  }

  /** Say who declined what I had offered. */
  private tellDeclined(shown: Shown): void {
    const still = new Set(shown.table.offers.map((offer) => offer.what));
    const mine = this.settled?.table.offers.find((offer) => offer.seat === shown.viewer && !still.has(offer.what));
    const answer = shown.events.find((event) => event.kind === "decline" && event.seat !== shown.viewer);
    const key = DECLINED[mine?.what ?? ""];
    if (answer && key) this.notice = { text: say(key, { name: this.name(answer.seat) }), rule: "" };
  }

  /** Reveal the nonce of this seat's commitment, once everybody sits. */
  private reveal(): void {
    const facts = this.shown?.table;
    const chair = facts?.chairs[this.me];
    if (facts?.phase !== "revealing" || !chair?.commitment || chair.nonce) return;
    const nonce = nonceOf(facts.id);
    if (nonce && !this.waiting) this.send({ type: "reveal", nonce });
  }
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
