// Prints what the built pages weigh, and fails when one is more than it may be.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = { table: 100 * 1024, home: 40 * 1024, review: 100 * 1024, join: 40 * 1024, me: 40 * 1024, watch: 40 * 1024, tournament: 40 * 1024, tournament_new: 40 * 1024, learn: 100 * 1024, examples: 10 * 1024, puzzle: 100 * 1024, puzzles: 40 * 1024 }; // bytes, compressed
const folder = new URL("../skipyard/server/pages/static/app/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
const weigh = (file) => gzipSync(readFileSync(new URL(file, folder))).length;

/** The files of a page: its script, what that imports, and their styles. */
function files(key, known = new Set()) {
  const chunk = manifest[key];
  for (const file of [chunk.file, ...(chunk.css ?? [])]) known.add(file);
  for (const other of chunk.imports ?? []) files(other, known);
  return known;
}

for (const [page, most] of Object.entries(MOST)) {
  const weight = [...files(`src/pages/${page}.ts`)].reduce((sum, file) => sum + weigh(file), 0);
  console.log(`${page}: ${(weight / 1024).toFixed(1)} KB gzip of at most ${most / 1024} KB.`);
  if (weight > most) process.exitCode = 1;
}
