// Prints what the built pages weigh, and fails when one is more than it may be. Drawings come from
// Python: tests/browser/test_web.py weighs the pages with them.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = { table: 100 * 1024, home: 40 * 1024, review: 100 * 1024, join: 40 * 1024, me: 40 * 1024, watch: 40 * 1024, tournament: 40 * 1024, tournament_new: 40 * 1024, learn: 100 * 1024, examples: 10 * 1024, puzzle: 100 * 1024, puzzles: 40 * 1024 }; // bytes, compressed
const SHARED = ["../style.css", "../../../../art/colours.css"]; // every page has them
const OWN = { home: ["../home.css", "../setup.css"], tournament: ["../tournament.css"], tournament_new: ["../setup.css", "../tournament.css"], puzzles: ["../puzzles.css"] };
const folder = new URL("../skipyard/server/pages/static/app/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
const weigh = (file) => gzipSync(readFileSync(new URL(file, folder))).length;

const isWords = (key) => key.startsWith("src/words/"); // a page loads those of one language
const isBoard = (key) => /^src\/boards\/.*\/Board.svelte$/.test(key);

/** The files of a page: its script, what that imports at once or later, and their styles; without boards. */
function files(key, known = new Set()) {
  const chunk = manifest[key];
  if (known.has(chunk.file)) return known;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) known.add(file);
  for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) if (!isBoard(other) && !isWords(other)) files(other, known);
  return known;
}

const boards = Object.keys(manifest).filter(isBoard);
const words = (page) => ["src/words/fr.ts", `src/words/${page}/fr.ts`].filter((key) => key in manifest).map((key) => manifest[key].file); // the longer ones
const weight = (found) => [...found].reduce((sum, file) => sum + weigh(file), 0);
for (const [page, most] of Object.entries(MOST)) {
  const key = `src/pages/${page}.ts`;
  const common = () => new Set([...SHARED, ...(OWN[page] ?? []), ...words(page)]);
  const all = page === "examples" ? [new Set([manifest[key].file])] // on a page of rules, which loads the rest when it is looked at
    : MOST[page] > MOST.home ? boards.map((board) => files(board, files(key, common()))) // with the board that weighs most
    : [files(key, common())];
  const most_kb = Math.max(...all.map(weight)) / 1024;
  console.log(`${page}: ${most_kb.toFixed(1)} KB gzip of at most ${most / 1024} KB.`);
  if (most_kb > most / 1024) process.exitCode = 1;
}
