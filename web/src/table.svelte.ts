// One table as this page knows it: what was shown last, what is held, what waits for an answer.
import { tick } from "svelte";
import { post } from "./api";
import { after } from "./after";
import { nonceOf } from "./fair";
import type { Ear, LineState } from "./line";
import { Line } from "./line";
import { play, survey } from "./motion";
import { motionIsOff } from "./prefs.svelte";
import { soundFor } from "./sound";
import { complete, keepHeld, nextTouches, touch } from "./touch";
import type { Answer, Refused, Request, Say, Shown } from "./types";
import { say } from "./words";

const NOBODY = -1;
const BEHIND = 4; // views that wait: then they are shown without journeys
const JOURNAL = 200; // sentences kept
const MOST_IDS = 8; // that a question names
const BUBBLE = 4000; // milliseconds that a phrase hangs in the air

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Wish = Without<Extract<Request, { command: string }>, "seq" | "command">;

export interface Page {
  table: string;
  seats: number[]; // that this browser holds: several where people share a screen
  boards: string[]; // the games whose board to show: this one, or else its family's
  agreedDraw: boolean;
  agreed: string[]; // what is not as usual, a line each
  phrases: Record<Say["phrase"], string>;
}

/** A line of the journal. */
interface Hint {
  seq: number;
  action: number;
  sentence: string;
  bot: string; // whose advice it is
  chance: number | null; // to win; null where it was not known soon enough
}

export interface Told {
  nth: number;
  who: string;
  text: string;
}

export class Table implements Ear {
  line = $state<LineState>("connecting");
  why = $state(""); // the server's farewell
  shown = $state.raw<Shown | null>(null);
  touched = $state.raw<string[]>([]);
  journal = $state.raw<Told[]>([]);
  notice = $state.raw<{ text: string; rule: string } | null>(null);
  bubbles = $state.raw<Record<number, string>>({});
  waiting = $state.raw<Request | null>(null);
  hinted = $state.raw<string[]>([]); // what a good bot would touch
  receivedAt = 0; // by this page's own clock

  readonly scene = $derived(this.shown?.scene ?? null);
  readonly facts = $derived(this.shown?.table ?? null);
  readonly me = $derived(this.shown?.viewer ?? NOBODY);
  readonly paths = $derived(this.waiting ? [] : (this.scene?.paths ?? []));
  readonly next = $derived(nextTouches(this.paths, this.touched));
  readonly firsts = $derived(nextTouches(this.paths, []));
  /** Each seat's side where partners share one; empty where everybody plays alone. */
  readonly teams = $derived.by(() => {
    const sides = this.scene?.seats.map((seat) => seat.side) ?? [];
    return new Set(sides).size < sides.length ? sides : [];
  });

  private latest: Shown | null = null; // received, if not shown yet
  private readonly queue: Shown[] = [];
  private showing = false;
  private sentences = 0; // told so far
  private questions = 0; // asked so far
  private readonly wire: Line;

  constructor(
    readonly page: Page,
    seat: number | null,
    public watched = true, // whether this is what the screen shows
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${page.table}/socket`;
    this.wire = new Line(seat === null ? address : `${address}?seat=${seat}`, this);
  }

  /** What a player is called. */
  name(seat: number): string {
    const chair = this.facts?.chairs[seat];
    return chair?.name || say(chair?.kind === "bot" ? "botName" : "player", { n: seat + 1 });
  }

  // Touching ------------------------------------------------------------------------------------
  /** Touch what goes by these ids; whether something could be done with it. */
  touch(ids: readonly string[]): boolean {
    this.notice = null;
    this.questions++;
    const found = touch(this.paths, this.touched, ids);
    this.touched = found.touched;
    if (found.action !== null) this.wish({ type: "move", action: found.action });
    else if (found.wrong) void this.explain(this.touched, ids);
    return !found.wrong;
  }

  /** Drop what is dragged; where it may not go there, say why. */
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
    if (complete(this.paths, kept) !== null) return false; // a tap does it, a drag would surprise
    this.touched = kept;
    return true;
  }

  letGo(): void {
    this.touched = [];
    this.notice = null;
  }

  /** Say why something cannot be done: the server knows the rule; where it names none, what is asked. */
  private async explain(held: readonly string[], touched: readonly string[]): Promise<void> {
    const nth = ++this.questions;
    const told = this.waiting ? null : await this.reason(held, touched);
    if (nth !== this.questions) return; // something else has been touched since
    const { text, rule } = told ?? { text: "", rule: "" };
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
      return null; // the line is down, and a banner says so
    }
  }

  // Sending -------------------------------------------------------------------------------------
  wish(wish: Wish): void {
    const command = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const message = { ...wish, command, seq: this.shown?.seq ?? 0 } as Request;
    this.notice = null;
    this.waiting = message;
    this.wire.send(message);
  }

  /** Ask what a good bot would do; it is lit, and said. */
  async ask(): Promise<void> {
    const seat = this.me;
    try {
      const path = `/api/tables/${this.page.table}/hint`;
      const { seq, action, sentence, bot, chance } = await post<Hint>(path, { seat });
      if (seq !== this.shown?.seq) return;
      this.hinted = this.paths.find((one) => one.action === action)?.touch ?? [];
      const percent = chance === null ? "" : String(Math.round(100 * chance));
      this.notice = { text: say(percent ? "hintedChance" : "hinted", { bot, sentence, percent }), rule: "" };
    } catch (error) {
      this.notice = { text: (error as Error).message, rule: "" };
    }
  }

  speak(phrase: Say["phrase"]): void {
    this.wire.send({ type: "say", phrase });
  }

  // Hearing -------------------------------------------------------------------------------------
  changed(state: LineState, why: string): void {
    const back = state === "open" && this.line !== "open";
    this.line = state;
    this.why = why;
    if (back && this.waiting) this.wire.send(this.waiting); // its id makes a second time harmless
  }

  hear(message: Answer): void {
    if (message.type === "shown") void this.show(message);
    else if (message.type === "changed" && this.latest) void this.show(after(this.latest, message));
    else if (message.type === "done") this.settle(message.command);
    else if (message.type === "refused") this.refuse(message);
    else if (message.type === "said") this.bubble(message.seat, message.text);
  }

  private settle(command: string): void {
    if (this.waiting && "command" in this.waiting && this.waiting.command === command) {
      this.waiting = null;
    }
  }

  private refuse(message: Refused): void {
    this.settle(message.command);
    this.touched = [];
    this.notice = { text: message.sentence, rule: message.rule };
  }

  private bubble(seat: number, text: string): void {
    this.bubbles = { ...this.bubbles, [seat]: text };
    setTimeout(() => {
      if (this.bubbles[seat] === text) this.bubbles = { ...this.bubbles, [seat]: "" };
    }, BUBBLE);
  }

  /** Views are shown one after another, each when the journeys of the last have arrived. */
  private async show(shown: Shown): Promise<void> {
    this.latest = shown;
    this.queue.push(shown);
    if (this.showing) return;
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const still = !this.watched || motionIsOff() || document.hidden || this.queue.length > BEHIND;
      await this.put(next, still);
    }
    this.showing = false;
  }

  private async put(shown: Shown, still: boolean): Promise<void> {
    const before = this.shown?.scene ?? null;
    const stage = still ? null : survey(shown.events);
    this.receivedAt = performance.now();
    this.shown = shown;
    this.touched = keepHeld(this.paths, this.touched);
    this.hinted = [];
    this.journal = [...this.journal, ...this.told(shown)].slice(-JOURNAL);
    this.reveal();
    if (this.watched) for (const event of shown.events) soundFor(event.kind);
    await tick();
    if (stage && shown.scene) await play(stage, shown.events, before, shown.scene);
  }

  /** Events as lines of the journal; a move is told with the name of whoever made it. */
  private told(shown: Shown): Told[] {
    const lines: Told[] = [];
    for (const { kind, label, seat } of shown.events) {
      const who = kind === "move" && seat >= 0 ? this.name(seat) : "";
      if (label) lines.push({ nth: this.sentences++, who, text: label });
    }
    return lines;
  }

  /** The nonce behind this seat's promise, once everybody sits. */
  private reveal(): void {
    const chair = this.facts?.chairs[this.me];
    if (this.facts?.phase !== "revealing" || !chair?.commitment || chair.nonce) return;
    const nonce = nonceOf(this.facts.id);
    if (nonce && !this.waiting) this.wish({ type: "reveal", nonce });
  }
}
