// Builds the client into the Python package; pages find their entry through Vite's manifest.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // chunks find each other below any path prefix
  plugins: [svelte()],
  build: {
    outDir: "../skipyard/server/pages/static/app",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // they know light-dark()
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: ["examples", "home", "join", "learn", "me", "puzzle", "puzzles", "review", "table", "tournament", "tournament_new", "watch"].map((page) => `src/pages/${page}.ts`),
    },
  },
});
