// Values stored on this device from one page to the next.

const PREFIX = "skipyard.";

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // storage may be forbidden
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // as above
  }
}

/** Everything that is stored here, without secrets: of nonces and links only how many there are. */
export function stored(): [string, string][] {
  const counts = new Map<string, number>();
  const values: [string, string][] = [];
  for (const name of names()) {
    const [kind = "", rest] = name.split(".");
    if (rest) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    else values.push([name, recall(name) ?? ""]);
  }
  return [...values, ...[...counts].map(([kind, count]): [string, string] => [kind, String(count)])];
}

/** Forget everything that is stored here. */
export function forgetAll(): void {
  for (const name of names()) localStorage.removeItem(PREFIX + name);
}

/** The names of all stored values, in alphabetical order. */
function names(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)).sort();
  } catch {
    return []; // storage may be forbidden
  }
}
