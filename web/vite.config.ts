// Builds the client into the Python package; pages find their entry through Vite's manifest.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const PAGES = ["examples", "home", "join", "learn", "me", "puzzle", "puzzles", "review", "table", "tournament", "tournament_new", "watch"];
const WORDS = ["", "puzzle/", "review/"].flatMap((page) => ["en", "fr"].map((language) => `src/words/${page}${language}.ts`));

export default defineConfig({
  base: "./", // chunks find each other below any path prefix
  plugins: [svelte()],
  test: { setupFiles: ["src/words/en.ts", "src/words/puzzle/en.ts", "src/words/review/en.ts"] },
  build: {
    outDir: "../skipyard/server/pages/static/app",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // they know light-dark()
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: [...PAGES.map((page) => `src/pages/${page}.ts`), ...WORDS],
      output: {
        codeSplitting: {
          // Few files for a page to load: what pages share is one, what boards share another.
          groups: [
            { name: "preload", test: /preload-helper/, priority: 3 },
            { name: "page", test: /src.(words|browser.(address|api|copying|fair|find|sha256|storage)|people.(face|facepicker|portrait))\.ts$/, minShareCount: 2, priority: 2 },
            { name: "board", test: /node_modules.svelte|src.(board|pieces|people|table|browser)./, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
