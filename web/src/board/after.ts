// Applies a `changed` message to a view: what it does not mention stays the same.
import type { Changed, Shown } from "../types";

export function after(before: Shown, { clock, scene, table, undo, ...change }: Changed): Shown {
  const changed = new Map(scene.zones.map((zone) => [zone.id, zone]));
  const zones = before.scene?.zones.map((zone) => changed.get(zone.id) ?? zone) ?? scene.zones;
  return {
    ...before,
    ...change,
    type: "shown",
    table: { ...(table ?? before.table), clock, ...(undo && { undo }) },
    scene: { ...scene, zones },
    past: [],
  };
}
