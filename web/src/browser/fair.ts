// This browser's nonce for the dice: its hash is sent when sitting down, the nonce later.
import type { Seated } from "./api";
import { post } from "./api";
import { sha256 } from "./sha256";
import { keep, recall } from "./storage";

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sit down with a commitment to a nonce. */
export function sitDown(path: string, body: Record<string, unknown>): Promise<Seated> {
  return commitTo<Seated>(path, body, (seated) => seated.table);
}

/** Ask for something with a commitment to a nonce, which is kept under the id in the answer. */
export async function commitTo<T>(path: string, body: Record<string, unknown>, idOf: (answer: T) => string): Promise<T> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const answer = await post<T>(path, { ...body, commitment: hex(sha256(nonce)) });
  keep(`nonce.${idOf(answer)}`, hex(nonce));
  return answer;
}

/** A commitment to a new nonce for the next game, which has no id yet; the nonce is kept under it. */
export function newCommitment(): string {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const commitment = hex(sha256(nonce));
  keep(`nonce.${commitment}`, hex(nonce));
  return commitment;
}

/** The nonce that this browser committed to at a table or in a tournament. */
export function nonceOf(table: string, commitment = ""): string | null {
  return (commitment ? recall(`nonce.${commitment}`) : null) ?? recall(`nonce.${table}`);
}
