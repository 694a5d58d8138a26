// Prints what the built client weighs, and fails when it is more than it may be.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 100 * 1024; // bytes, compressed
const folder = new URL("../skipyard/server/pages/static/app/assets/", import.meta.url);
const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(new URL(name, folder))).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`The whole client: ${(total / 1024).toFixed(1)} KB gzip of at most ${MOST / 1024} KB.`);
if (total > MOST) process.exit(1);
