// Addresses on our own server, which may be below a path prefix (`skipyard serve --root-path`).

/** The path prefix, without a slash at its end; empty for none. */
export const prefix = globalThis.document?.documentElement.dataset.root ?? "";

/** Whether only this computer reaches an address. */
export function isLocal(url: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

/** The command that makes this server listen on the network too. */
export const lanCommand = globalThis.document?.documentElement.dataset.lan ?? "";

/** One of our own paths as the browser has to ask for it. */
export function urlOf(path: string): string {
  return prefix + path;
}
