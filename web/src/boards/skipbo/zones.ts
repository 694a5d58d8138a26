// Which zone is which on Skip-Bo's table, and where the last card went.
import type { Event, Scene, Zone } from "../../types";

export const zoneOf = (scene: Scene, id: string): Zone | undefined => scene.zones.find((one) => one.id === id);

export const zonesOf = (scene: Scene, start: string): Zone[] => scene.zones.filter((one) => one.id.startsWith(start));

/** The zone in which an event began or ended; its id may be that of a card there. */
export function zoneId(id: string): string {
  const [kind, first, second] = id.split(".");
  return [kind, first, kind === "discard" ? second : undefined].filter((part) => part !== undefined).join(".");
}

/** The zones that the last move has touched, for a mark on each. */
export function lastZones(last: Event | null): Set<string> {
  return new Set([last?.source, last?.target].filter((id) => id !== undefined && id !== "").map((id) => zoneId(id!)));
}

/** The same pile with the small drawings of its cards. */
export const small = (zone: Zone): Zone => ({
  ...zone,
  items: zone.items.map((item) => (item.kind === "card" ? { ...item, kind: "mini" } : item)),
});
