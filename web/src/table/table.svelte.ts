// The state of one table's page: its board, its socket, and what waits for an answer.
import { urlOf } from "../browser/address";
import { post } from "../browser/api";
import { after } from "../board/after";
import { attend } from "../browser/attention";
import type { Reason, View } from "../board/board.svelte";
import { BoardState } from "../board/board.svelte";
import { nonceOf } from "../browser/fair";
import type { ConnectionState, MessageHandler } from "../browser/connection";
import { Connection } from "../browser/connection";
import type { JournalLine } from "./journal";
import type { Answer, Pace, Refused, Request, Say, Shown } from "../types";
import type { Key } from "../words";
import { say } from "../words";

const MOST_IDS = 8; // in a question to the server
const BUBBLE_TIME = 4000; // milliseconds that a phrase is shown

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
  analysed: boolean; // whether the server works out the chances of finished games
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

export class Table extends BoardState implements MessageHandler {
  connection = $state<ConnectionState>("connecting");
  why = $state(""); // the server's goodbye
  thinking = $state(false); // whether a hint is on its way
  removed = $state(false); // whether the host took my chair back
  skipping = $state(false); // whether bots play on at once until it is my turn
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

  private latest: Shown | null = null; // received last; it may not be shown yet
  private waiting: Request | null = null; // for its answer
  private answered: ((seq: number | null) => void) | null = null; // who waits for an answer to the last command
  private readonly socket: Connection;

  constructor(
    readonly page: Page,
    seat: number | null,
    watched = true,
  ) {
    super(watched);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = scheme + "://" + location.host + urlOf(`/api/tables/${page.table}/socket`);
    this.socket = new Connection(seat === null ? address : `${address}?seat=${seat}`, this);
  }

  move(action: number, seq?: number): Promise<number | null> {
    return this.send({ type: "move", action }, seq);
  }

  protected async reason(held: readonly string[], touched: readonly string[]): Promise<Reason | null> {
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
    this.busy = true;
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
      this.notice = { text: note ? `${advice}. ${note}` : advice, rule: "", calm: true };
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
      this.busy = false;
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

  override show(shown: Shown): Promise<void> {
    this.latest = shown;
    const mine = shown.table.phase === "playing" && shown.viewer >= 0 && shown.scene?.turn === shown.viewer;
    attend(this, mine, shown.table.title);
    if (mine || shown.table.phase !== "playing") this.skipping = false;
    this.reveal(shown);
    return super.show(shown);
  }

  protected override get still(): boolean {
    return this.skipping || super.still;
  }

  /** Note whether the host took my chair back, and say who declined what I had offered. */
  protected override settling(shown: View): void {
    const seat = this.settled?.viewer ?? -1;
    if (seat >= 0 && shown.viewer < 0) this.removed = shown.events.some((event) => event.kind === "remove" && event.seat === seat);
    const still = new Set(shown.table?.offers.map((offer) => offer.what));
    const mine = this.settled?.table?.offers.find((offer) => offer.seat === shown.viewer && !still.has(offer.what));
    const answer = shown.events.find((event) => event.kind === "decline" && event.seat !== shown.viewer);
    const key = DECLINED[mine?.what ?? ""];
    if (answer && key) this.notice = { text: say(key, { name: this.name(answer.seat) }), rule: "", calm: true };
  }

  /** Reveal the nonce of this seat's commitment, once everybody sits. */
  private reveal({ seq, table, viewer }: Shown): void {
    const chair = table.chairs[viewer];
    if (table.phase !== "revealing" || !chair?.commitment || chair.nonce) return;
    const nonce = nonceOf(table.id, chair.commitment);
    if (nonce && !this.waiting) void this.send({ type: "reveal", nonce }, seq);
  }
}
