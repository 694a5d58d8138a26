// A game that is looked back at: its views after every row, as a table's socket would have sent them, and where
// one stands in it.
import { after } from "../board/after";
import { get } from "../browser/api";
import type { View } from "../board/board.svelte";
import { SceneBoard } from "../board/sceneboard";
import type { Changed, Clock, Event, Shown } from "../types";

const CHUNK = 40; // rows that are fetched at once
const MOST_PAST = 60; // events that are told again after a jump
const RETRY_AFTER = 1200; // milliseconds
const NO_CLOCK: Clock = { kind: "none", left: [], running: -1, at: 0 };

/** The server's answer: for each viewer the view after a row, and the messages of the rows that follow. */
interface Answer {
  seq: number;
  shown: Shown[];
  then: (Shown | Changed)[][];
}

/** The views of some rows; by viewer, then by row from `start`. */
interface Chunk {
  start: number;
  views: Shown[][];
}

/** Views one after another: a change is applied to the view before it, and each is told what came before. */
export function viewsOf(first: Shown, then: readonly (Shown | Changed)[]): Shown[] {
  const views = [first];
  let past: Event[] = first.past;
  let latest = first;
  for (const message of then) {
    latest = message.type === "changed" ? after(latest, message) : message;
    views.push({ ...latest, past });
    past = [...past, ...latest.events].slice(-MOST_PAST);
  }
  return views;
}

export class Replay {
  at = $state(-1); // the row that is asked for
  shown = $state(-1); // the row that the boards show
  boards = $state.raw<SceneBoard[]>([]); // one for each viewer; new ones after a jump
  private readonly chunks = new Map<number, Promise<Chunk>>();
  private raw: Shown[] = []; // what the boards show, as it came

  constructor(
    private readonly table: string,
    private readonly side: string, // the seat, or those, that the game is seen from
    readonly last: number,
  ) {}

  /** Whether everything has arrived that moves on the boards. */
  readonly moving = $derived(this.at !== this.shown || this.boards.some((board) => board.moving));

  /** Show a row: the next one with its motion, any other at once. */
  async go(wanted: number): Promise<void> {
    const seq = Math.min(Math.max(wanted, 0), this.last);
    this.at = seq;
    try {
      const views = await this.views(seq);
      if (seq !== this.at || seq === this.shown) return; // another one was chosen since
      this.show(seq, views);
      if (seq < this.last) void this.views(seq + 1).catch(() => undefined);
    } catch {
      setTimeout(() => seq === this.at && void this.go(seq), RETRY_AFTER);
    }
  }

  /** What a move would touch on a board, from the position that it shows. */
  touchesOf(seat: number, action: number): string[] {
    const scene = this.raw.find((view) => view.viewer === seat)?.scene;
    return scene?.paths.find((path) => path.action === action)?.touch ?? [];
  }

  private show(seq: number, views: Shown[]): void {
    const next = seq === this.shown + 1 && this.boards.length > 0;
    if (!next) this.boards = views.map(() => new SceneBoard());
    this.boards.forEach((board, nth) => void board.show(untouchable(views[nth]!, next)));
    this.raw = views;
    this.shown = seq;
  }

  private async views(seq: number): Promise<Shown[]> {
    const { start, views } = await this.chunk(Math.floor(seq / CHUNK));
    return views.map((all) => all[seq - start]!);
  }

  /** Some rows; they begin one earlier, so that the first can be shown with its events. */
  private chunk(nth: number): Promise<Chunk> {
    const known = this.chunks.get(nth);
    if (known) return known;
    const start = Math.max(nth * CHUNK - 1, 0);
    const end = Math.min((nth + 1) * CHUNK - 1, this.last);
    const asked = get<Answer>(`/api/tables/${this.table}/at/${start}?to=${end}&as=${this.side}`).then(
      ({ shown, then }) => ({ start, views: shown.map((first, viewer) => viewsOf(first, then[viewer] ?? [])) }),
    );
    this.chunks.set(nth, asked);
    asked.catch(() => this.chunks.delete(nth));
    return asked;
  }
}

/** A view to look at only: nothing can be touched, and no clock runs. */
function untouchable(view: Shown, next: boolean): View {
  const scene = view.scene && { ...view.scene, paths: [], chains: [] };
  const [events, past] = next ? [view.events, []] : [[], [...view.past, ...view.events]];
  return { ...view, scene, events, past, table: { ...view.table, clock: NO_CLOCK } };
}
