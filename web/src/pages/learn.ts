// Lessons on the live board. This script knows no rule: the server judges every try.
import { urlOf } from "../browser/address";
import { mount, unmount } from "svelte";
import { get } from "../browser/api";
import { loadBoard } from "../board/boards";
import { load } from "../pieces/art";
import "../board/board.css";
import type { Reason } from "../board/board.svelte";
import LiveBoard from "../board/LiveBoard.svelte";
import { SceneBoard } from "../board/sceneboard";
import type { Event, Scene } from "../types";

interface Lesson {
  intro: string;
  move: string; // in words
  touch: string[]; // what it touches
  refused: boolean; // whether the lesson is about a move that is not allowed
  scene: Scene;
  after: Scene | null;
  events: Event[];
  told: string[];
}

interface Outcome {
  kind: "right" | "other" | "refused";
  sentence: string;
}

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const lesson = find("lesson");
const { game = "", boards = "", sprites = "" } = lesson.dataset;
const [intro, stage, answer, where, end] = ["intro", "stage", "answer", "where", "end"].map((id) => find(id)) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
const [back, show, next] = ["back", "show", "next"].map((id) => find<HTMLButtonElement>(id)) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
const dots = [...document.querySelectorAll(".steps li")];

let lessons: Lesson[] = [];
let at = 0;
let board: SceneBoard;
let mounted: Record<string, unknown> | null = null;
const done = new Set<number>();

/** A sentence that ends with a rule in brackets, in two parts. */
function withRule(sentence: string): Reason {
  const found = /^(.*?)\s*\(([A-Z]+-A?\d\d)\)$/.exec(sentence);
  return found ? { text: found[1]!, rule: found[2]! } : { text: sentence, rule: "" };
}

function say(kind: string, ...sentences: (string | undefined)[]): void {
  answer.className = `answer ${kind}`;
  answer.replaceChildren(
    ...sentences.filter(Boolean).map((sentence) => {
      const { text, rule } = withRule(sentence!);
      const line = document.createElement("p");
      line.append(text);
      if (rule) {
        const link = document.createElement("a");
        link.href = urlOf(`/rules/${game}#${rule}`);
        link.textContent = rule;
        line.append(" (", link, ")");
      }
      return line;
    }),
  );
}

/** Ask what comes of touching some things; several tries: a thing, and the places where it lies. */
function judge(...tries: (readonly string[])[]): Promise<Outcome> {
  const asked = tries.map((one) => `touch=${encodeURIComponent(one.join(","))}`).join("&");
  return get<Outcome>(`/api/learn/${game}/${at}?${asked}`);
}

async function move(_: number, touched: readonly string[]): Promise<void> {
  const nth = at;
  try {
    const { kind, sentence } = await judge(touched);
    if (nth !== at) return;
    if (kind === "right") await finish(sentence);
    else say("wrong", sentence);
  } catch {
    say("wrong", lesson.dataset.failed);
  }
}

async function reason(held: readonly string[], touched: readonly string[]): Promise<Reason | null> {
  const { sentence } = await judge(...touched.map((id) => [...held, id])).catch(() => ({ sentence: lesson.dataset.failed ?? "" }));
  say("wrong", sentence);
  return withRule(sentence);
}

async function finish(sentence: string): Promise<void> {
  const step = lessons[at]!;
  done.add(at);
  if (step.refused) say("right", lesson.dataset.refused, sentence);
  else say("right", lesson.dataset.right, ...step.told);
  mark();
  if (at < lessons.length - 1) next.focus();
  if (step.after) await board.showScene(step.after, { events: step.events });
}

function mark(): void {
  dots.forEach((dot, i) => {
    dot.classList.toggle("done", done.has(i) && i !== at);
    dot.classList.toggle("now", i === at);
  });
  back.disabled = at === 0;
  next.disabled = at === lessons.length - 1 || !done.has(at);
  show.hidden = done.has(at);
  end.hidden = !(at === lessons.length - 1 && done.has(at));
}

function go(nth: number): void {
  at = nth;
  const step = lessons[at]!;
  where.textContent = (lesson.dataset.step ?? "").replace("{nth}", String(at + 1)).replace("{count}", String(lessons.length));
  intro.textContent = step.intro;
  say("");
  if (mounted) void unmount(mounted);
  board = new SceneBoard({ move, reason });
  void board.showScene(step.scene);
  mounted = mount(LiveBoard, { target: stage, props: { board, games: boards.split(" "), label: where.textContent } });
  mark();
}

/** Say the move, and mark what it touches. */
function reveal(): void {
  const step = lessons[at]!;
  say("", step.move);
  board.hinted = step.touch;
}

async function start(): Promise<void> {
  try {
    const [found] = await Promise.all([get<Lesson[]>(`/api/learn/${game}`), loadBoard(boards.split(" ")), ...sprites.split(" ").map(load)]);
    lessons = found;
    go(0);
  } catch {
    intro.textContent = lesson.dataset.failed ?? "";
  }
}

back.addEventListener("click", () => go(at - 1));
next.addEventListener("click", () => go(at + 1));
show.addEventListener("click", reveal);
void start();
