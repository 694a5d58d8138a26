// The state of a table's page, with a fake socket and motion that ends when the test says so.
import { beforeEach, expect, test, vi } from "vitest";
import type { MessageHandler } from "../src/connection";
import type { Event, Shown } from "../src/types";
import type { Table } from "../src/table.svelte";

const motion = { end: (): void => undefined };
const sent: unknown[] = [];
let handler: MessageHandler;

vi.mock("../src/connection", () => ({
  Connection: class {
    constructor(_: string, given: MessageHandler) {
      handler = given;
    }
    send(message: unknown): boolean {
      sent.push(message);
      return true;
    }
  },
}));
vi.mock("../src/motion", () => ({
  measureSources: () => new Map(),
  play: () => new Promise<void>((resolve) => (motion.end = resolve)),
}));

const page = { title: "Skip-Bo – Skipyard", hidden: false };
const element = { dataset: {}, lang: "en" };
vi.stubGlobal("location", { protocol: "http:", host: "x" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal(
  "document",
  Object.assign(page, {
    documentElement: element,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    querySelector: () => null,
  }),
);

export const event = (label: string, seat = 0, kind = "move"): Event =>
  ({ kind, label, seat, source: "", target: "", face: "", places: [], thing: "" });

export function view(seq: number, turn: number, more: Partial<Shown> = {}): Shown {
  const seat = (n: number) => ({ seat: n, side: n, label: "", facts: [`${seq}`], place: 0, left: seq, whole: 30 });
  const zone = { id: "pile", kind: "pile", label: "", items: [], seat: -1, count: seq, columns: 0, needs: "" };
  const path = { touch: ["a", "b"], action: 3, label: "", quiet: false, effect: "", lands: "" };
  return {
    type: "shown",
    seq,
    viewer: 0,
    table: { phase: "playing", title: "Skip-Bo", chairs: [{ name: "Ann" }, { name: "Bob" }], offers: [], clock: { at: seq } },
    scene: { game: "any", me: 0, turn, over: false, winners: [], status: `row ${seq}`, seats: [seat(0), seat(1)], zones: [zone], paths: turn ? [] : [path] },
    events: [],
    heard: [],
    past: [],
    ...more,
  } as unknown as Shown;
}

const rest = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
let table: Table;

beforeEach(async () => {
  const { Table } = await import("../src/table.svelte");
  sent.length = 0;
  page.hidden = false;
  table = new Table({ table: "t", seats: [0], boards: [], agreedDraw: false, agreed: [], phrases: {} as never }, null);
});

test("what a view says is told when its things have arrived", async () => {
  handler.onMessage(view(1, 1));
  await rest();
  motion.end();
  await rest();
  expect([table.told?.status, table.moving]).toEqual(["row 1", false]);
  handler.onMessage(view(2, 0, { events: [event("plays a 9", 1)] }));
  await rest();
  expect([table.shown?.seq, table.settled?.seq, table.moving]).toEqual([2, 1, true]);
  expect([table.scene?.status, table.scene?.turn, table.scene?.seats[1]?.left]).toEqual(["row 1", 1, 1]);
  expect([table.scene?.zones[0]?.count, table.count("pile"), table.facts?.clock.at]).toEqual([2, 1, 1]);
  expect([table.journal, table.last, table.myTurn]).toEqual([[], null, false]);
  motion.end();
  await rest();
  expect([table.scene?.status, table.count("pile"), table.moving, table.myTurn]).toEqual(["row 2", 2, false, true]);
  expect([table.journal[0]?.text, table.last?.label, table.last?.seat]).toEqual(["plays a 9", "plays a 9", 1]);
});

test("the first view, and views of a hidden page, are told at once", async () => {
  handler.onMessage(view(1, 1));
  expect(table.told?.status).toBe("row 1");
  await rest();
  motion.end();
  await rest();
  page.hidden = true;
  handler.onMessage(view(2, 0, { events: [event("x")] }));
  await rest();
  expect([table.settled?.seq, table.journal.length]).toEqual([2, 1]);
});

test("the journal and the last move are there after a reload, and once only after a reconnect", async () => {
  page.hidden = true;
  const past = [event("sits", 1, "sit"), event("plays a 2", 1), event("goes", -1, "turn")];
  handler.onMessage(view(3, 0, { past }));
  await rest();
  expect(table.journal.map(({ who, text }) => who + text)).toEqual(["sits", "Bobplays a 2", "goes"]);
  expect(table.last?.label).toBe("plays a 2");
  handler.onMessage(view(3, 0, { past }));
  await rest();
  expect(table.journal.length).toBe(3);
  handler.onMessage(view(4, 0, { past: [...past, event("plays a 3", 0)] }));
  await rest();
  expect([table.journal.length, table.last?.label]).toEqual([4, "plays a 3"]);
});
