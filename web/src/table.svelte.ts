// The state of one table's page: what was shown last, what is held, what waits for an answer.
import { tick } from "svelte";
import { post } from "./api";
import { after } from "./after";
import { nonceOf } from "./fair";
import type { ConnectionState, MessageHandler } from "./connection";
import { Connection } from "./connection";
import { play, measureSources } from "./motion";
import { motionIsOff } from "./prefs.svelte";
import { landings } from "./reach";
import { soundFor } from "./sound";
import { complete, keepHeld, nextTouches, touch } from "./touch";
import type { Answer, Event, Refused, Request, Say, Shown } from "./types";
import { say } from "./words";

const NOBODY = -1;
const MOST_QUEUED = 4; // views; with more, they are shown without animation
const JOURNAL_LENGTH = 200; // sentences
const MOST_IDS = 8; // in a question to the server
const BUBBLE_TIME = 4000; // milliseconds that a phrase is shown

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type CommandBody = Without<Extract<Request, { command: string }>, "seq" | "command">;

export interface Page {
  table: string;
  seats: number[]; // that this browser holds; several where people share a screen
  boards: string[]; // the games whose board to show: this one, or else its family's
  agreedDraw: boolean;
  agreed: string[]; // one line for each option that differs from the default
  phrases: Record<Say["phrase"], string>;
}

/** The server's answer to a request for a hint. */
interface Hint {
  seq: number;
  action: number;
  sentence: string;
  bot: string; // that gives the advice
  chance: number | null; // to win; null where it was not known in time
  note: string; // why it is another bot than usual, if it is
}

/** A line of the journal. */
export interface JournalLine {
  nth: number;
  who: string;
  text: string;
}

export class Table implements MessageHandler {
  connection = $state<ConnectionState>("connecting");
  why = $state(""); // the server's goodbye
  shown = $state.raw<Shown | null>(null);
  touched = $state.raw<string[]>([]);
  journal = $state.raw<JournalLine[]>([]);
  notice = $state.raw<{ text: string; rule: string } | null>(null);
  bubbles = $state.raw<Record<number, string>>({});
  waiting = $state.raw<Request | null>(null);
  hinted = $state.raw<string[]>([]); // what a good bot would touch
  last = $state.raw<Event | null>(null); // what a player did last
  receivedAt = 0; // by this page's own clock

  readonly scene = $derived(this.shown?.scene ?? null);
  readonly facts = $derived(this.shown?.table ?? null);
  readonly me = $derived(this.shown?.viewer ?? NOBODY);
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
  private readonly queue: Shown[] = [];
  private showing = false;
  private sentences = 0; // in the journal so far
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
    return chair?.name || say(chair?.kind === "bot" ? "botName" : "player", { n: seat + 1 });
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

  /** Ask what a good bot would do; highlight it, and say it. */
  async askForHint(): Promise<void> {
    const seat = this.me;
    try {
      const path = `/api/tables/${this.page.table}/hint`;
      const { seq, action, sentence, bot, chance, note } = await post<Hint>(path, { seat });
      if (seq !== this.shown?.seq) return;
      this.hinted = this.paths.find((one) => one.action === action)?.touch ?? [];
      const percent = chance === null ? "" : String(Math.round(100 * chance));
      const advice = say(percent ? "hintedChance" : "hinted", { bot, sentence, percent });
      this.notice = { text: note ? `${advice}. ${note}` : advice, rule: "" };
    } catch (error) {
      this.notice = { text: (error as Error).message, rule: "" };
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
    this.queue.push(shown);
    if (this.showing) return;
    this.showing = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const still = !this.watched || motionIsOff() || document.hidden || this.queue.length > MOST_QUEUED;
      await this.put(next, still);
    }
    this.showing = false;
  }

  private async put(shown: Shown, still: boolean): Promise<void> {
    const before = this.shown?.scene ?? null;
    const rects = still ? null : measureSources(shown.events);
    this.receivedAt = performance.now();
    this.shown = shown;
    this.touched = keepHeld(this.paths, this.touched);
    this.hinted = [];
    this.journal = [...this.journal, ...this.journalLines(shown)].slice(-JOURNAL_LENGTH);
    this.last = shown.events.findLast((event) => event.kind === "move" && event.label) ?? this.last;
    this.reveal();
    if (this.watched) for (const event of shown.events) soundFor(event.kind);
    await tick();
    if (rects && shown.scene) await play(rects, shown.events, before, shown.scene);
  }

  /** Events as lines of the journal; a move has the name of its player. */
  private journalLines(shown: Shown): JournalLine[] {
    const lines: JournalLine[] = [];
    for (const { kind, label, seat } of shown.events) {
      const who = kind === "move" && seat >= 0 ? this.name(seat) : "";
      if (label) lines.push({ nth: this.sentences++, who, text: label });
    }
    return lines;
  }

  /** Reveal the nonce of this seat's commitment, once everybody sits. */
  private reveal(): void {
    const chair = this.facts?.chairs[this.me];
    if (this.facts?.phase !== "revealing" || !chair?.commitment || chair.nonce) return;
    const nonce = nonceOf(this.facts.id);
    if (nonce && !this.waiting) this.send({ type: "reveal", nonce });
  }
}
