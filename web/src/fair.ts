// This browser's nonce for the dice: its hash is sent when sitting down, the nonce later.
import type { Seated } from "./api";
import { post } from "./api";
import { sha256 } from "./sha256";
import { keep, recall } from "./storage";

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sit down with a commitment to a nonce. */
export async function sitDown(path: string, body: Record<string, unknown>): Promise<Seated> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const seated = await post<Seated>(path, { ...body, commitment: hex(sha256(nonce)) });
  keep(`nonce.${seated.table}`, hex(nonce));
  return seated;
}

/** The nonce that this browser committed to at a table. */
export function nonceOf(table: string): string | null {
  return recall(`nonce.${table}`);
}
