// The state of a table's page, with a fake socket and motion that ends when the test says so.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MessageHandler } from "../src/browser/connection";
import type { Event, Shown } from "../src/types";
import type { Table } from "../src/table/table.svelte";

const motion = { end: (): void => undefined };
const sent: unknown[] = [];
let handler: MessageHandler;

vi.mock("../src/browser/connection", () => ({
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
vi.mock("../src/board/motion", () => ({
  measureSources: () => new Map(),
  play: () => new Promise<void>((resolve) => (motion.end = resolve)),
}));

const page = { title: "Skip-Bo – Skipyard", hidden: false };
const element = { dataset: {}, lang: "en", style: { setProperty: () => undefined } };
vi.stubGlobal("location", { protocol: "http:", host: "x" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("addEventListener", () => undefined);
const badges: number[] = [];
vi.stubGlobal("navigator", {
  setAppBadge: (count: number) => Promise.resolve(void badges.push(count)),
  clearAppBadge: () => Promise.resolve(void badges.push(0)),
});
const notified: string[] = [];
vi.stubGlobal(
  "Notification",
  class {
    static permission = "granted";
    static requestPermission = (): Promise<string> => Promise.resolve("granted");
    constructor(text: string) {
      notified.push(text);
    }
  },
);
const answers: unknown[] = [];
vi.mock("../src/browser/api", () => ({ post: () => Promise.resolve(answers.shift()) }));
vi.stubGlobal(
  "document",
  Object.assign(page, {
    documentElement: element,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    querySelector: () => null,
  }),
);

const event = (label: string, seat = 0, kind = "move"): Event =>
  ({ kind, label, seat, source: "", target: "", face: "", places: [], thing: "", brief: "" });

function view(seq: number, turn: number, more: Partial<Shown> = {}): Shown {
  const seat = (n: number) => ({ seat: n, side: n, label: "", facts: [`${seq}`], place: 0, left: seq, whole: 30 });
  const zone = { id: "pile", kind: "pile", label: "", items: [], seat: -1, count: seq, columns: 0, needs: "" };
  const path = { touch: ["a", "b"], action: 3, label: "", quiet: false, effect: "", lands: "" };
  return {
    type: "shown",
    seq,
    viewer: 0,
    table: {
      phase: "playing",
      title: "Skip-Bo",
      chairs: [{ seat: 0, name: "Ann", kind: "person", by_bot: false }, { seat: 1, name: "Bob", kind: "bot", by_bot: false }],
      offers: [],
      clock: { at: seq },
      host: 0,
      pace: "brisk",
      undo: { allowed: false, why: "There is nothing to undo." },
    },
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

afterEach(async () => {
  page.hidden = true;
  handler.onMessage(view(99, 1)); // nobody's turn is left over
  await rest();
  motion.end();
  await rest();
});

beforeEach(async () => {
  const { Table } = await import("../src/table/table.svelte");
  sent.length = 0;
  page.hidden = false;
  table = new Table({ table: "t", seats: [0], boards: [], agreedDraw: false, hidden: true, origin: "", longestName: 20, phrases: {} as never, analysed: false }, null);
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
  expect([table.shown?.scene?.zones[0]?.count, table.scene?.zones[0]?.count, table.facts?.clock.at]).toEqual([2, 1, 1]);
  expect([table.journal, table.last, table.myTurn]).toEqual([[], null, false]);
  motion.end();
  await rest();
  expect([table.scene?.status, table.scene?.zones[0]?.count, table.moving, table.myTurn]).toEqual(["row 2", 2, false, true]);
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
  expect(table.journal.map(({ seat, text }) => `${seat} ${text}`)).toEqual(["-1 sits", "1 plays a 2", "-1 goes"]);
  expect(table.last?.label).toBe("plays a 2");
  handler.onMessage(view(3, 0, { past }));
  await rest();
  expect(table.journal.length).toBe(3);
  handler.onMessage(view(4, 0, { past: [...past, event("plays a 3", 0)] }));
  await rest();
  expect([table.journal.length, table.last?.label]).toEqual([4, "plays a 3"]);
});

test("a hint lets go of what is held, marks its move and says why, and names no bot", async () => {
  page.hidden = true;
  handler.onMessage(view(1, 0));
  await rest();
  table.touch(["a"]);
  expect(table.touched).toEqual(["a"]);
  answers.push({ seq: 1, action: 3, sentence: "play the stock card on pile 1", reason: "stock first", chance: 0.5, note: "" });
  const asked = table.askForHint();
  expect([table.thinking, table.touched]).toEqual([true, []]);
  await asked;
  expect([table.thinking, table.hinted]).toEqual([false, ["a", "b"]]);
  expect(table.notice?.text).toBe("Hint: play the stock card on pile 1 – stock first");
});

test("undo is sent where it is allowed; elsewhere its reason is told", async () => {
  page.hidden = true;
  handler.onMessage(view(1, 1));
  await rest();
  table.askUndo();
  expect([table.undo.allowed, sent.length, table.notice?.text]).toEqual([false, 0, "There is nothing to undo."]);
  const shown = view(2, 1);
  shown.table.undo = { allowed: true, why: "" };
  handler.onMessage(shown);
  await rest();
  table.askUndo();
  expect(sent).toMatchObject([{ type: "undo", seq: 2 }]);
});

test("who plays bots alone sets their pace and skips to the next turn, without animation", async () => {
  page.hidden = true;
  handler.onMessage(view(1, 1));
  await rest();
  page.hidden = false;
  expect([table.pace, table.maySetPace, table.maySkip]).toEqual(["brisk", true, true]);
  table.setPace("calm");
  table.skipToTurn();
  expect(sent).toMatchObject([{ type: "pace", pace: "calm" }, { type: "skip_to_turn" }]);
  expect([table.skipping, table.maySkip]).toEqual([true, false]);
  handler.onMessage(view(2, 1, { events: [event("x", 1)] }));
  await rest();
  expect([table.settled?.seq, table.skipping]).toEqual([2, true]);
  handler.onMessage(view(3, 0));
  await rest();
  expect([table.skipping, table.maySkip]).toEqual([false, false]);
  motion.end();
  await rest();
});

test("a refused skip is over, and says so", async () => {
  page.hidden = true;
  handler.onMessage(view(1, 1));
  await rest();
  table.skipToTurn();
  const { command } = sent[0] as { command: string };
  handler.onMessage({ type: "refused", command, sentence: "No.", rule: "", about: "" });
  expect([table.skipping, table.notice?.text]).toEqual([false, "No."]);
});

test("who offered a draw is told that it was declined; who withdraws it is not", async () => {
  page.hidden = true;
  const offered = (seq: number, seat: number): Shown => {
    const shown = view(seq, 1);
    shown.table.offers = [{ what: "draw", seat, agreed: [seat] }];
    return shown;
  };
  handler.onMessage(offered(1, 0));
  handler.onMessage(view(2, 1, { events: [event("Ann declines.", 0, "decline")] }));
  await rest();
  expect(table.notice).toBe(null);
  handler.onMessage(offered(3, 0));
  handler.onMessage(view(4, 1, { events: [event("Bob declines.", 1, "decline")] }));
  await rest();
  expect(table.notice?.text).toBe("Bob declines the draw.");
});

test("the title and a badge say that it is my turn, a notification only where it was asked for", async () => {
  const { prefs } = await import("../src/browser/prefs.svelte");
  page.hidden = true;
  handler.onMessage(view(1, 1));
  await rest();
  const quiet = document.title;
  expect(quiet).not.toContain("Your turn");
  badges.length = notified.length = 0;
  handler.onMessage(view(2, 0));
  expect([document.title, badges, notified]).toEqual(["Your turn · Skip-Bo", [1], []]);
  handler.onMessage(view(3, 1));
  expect([document.title, badges.at(-1)]).toEqual([quiet, 0]);
  await prefs.setNotify(true);
  handler.onMessage(view(4, 0));
  expect(notified).toEqual(["Your turn · Skip-Bo"]);
  handler.onMessage(view(5, 0));
  handler.onMessage(view(6, 1));
  expect([notified.length, document.title]).toEqual([1, quiet]);
  await prefs.setNotify(false);
  await rest();
});

test("sound is on unless it was turned off", async () => {
  const { prefs } = await import("../src/browser/prefs.svelte");
  expect(prefs.sound).toBe(true);
  prefs.setSound(false);
  expect(prefs.sound).toBe(false);
});
