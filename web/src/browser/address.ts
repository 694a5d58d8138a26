// Addresses on our own server, which may be below a path prefix (`skipyard serve --root-path`).

/** The path prefix, without a slash at its end; empty for none. */
export const prefix = globalThis.document?.documentElement.dataset.root ?? "";

/** One of our own paths as the browser has to ask for it. */
export function urlOf(path: string): string {
  return prefix + path;
}
