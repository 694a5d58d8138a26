// A board without a table, for lessons, examples, puzzles and reviews: it shows scenes with motion, and a whole
// move goes to a function instead of a socket.
import type { Reason, View } from "./board.svelte";
import { BoardState } from "./board.svelte";
import type { Scene } from "../types";

/** Who gets what is touched; a board without `move` can be looked at only. */
export interface Owner {
  move?(action: number, touched: readonly string[]): Promise<void>;
  reason?(held: readonly string[], touched: readonly string[]): Promise<Reason | null>;
}

export class SceneBoard extends BoardState {
  constructor(private readonly owner: Owner = {}) {
    super();
  }

  /** Show a scene; with events they are animated, from the scene that was shown before. */
  showScene(scene: Scene, more: Partial<Pick<View, "events" | "past">> = {}): Promise<void> {
    const seq = (this.shown?.seq ?? 0) + 1;
    return this.show({ seq, viewer: scene.me, table: null, scene, events: [], past: [], ...more });
  }

  async move(action: number): Promise<number | null> {
    const touched = this.scene?.paths.find((path) => path.action === action)?.touch ?? [];
    this.busy = true;
    try {
      await this.owner.move?.(action, touched);
    } finally {
      this.busy = false;
    }
    return null;
  }

  override touch(ids: readonly string[]): boolean {
    return this.owner.move ? super.touch(ids) : true;
  }

  override pick(ids: readonly string[]): boolean {
    return this.owner.move !== undefined && super.pick(ids);
  }

  protected async reason(held: readonly string[], touched: readonly string[]): Promise<Reason | null> {
    return (await this.owner.reason?.(held, touched)) ?? null;
  }
}
