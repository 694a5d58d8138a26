// Chains: several actions of one turn, previewed and played in one go.
import type { Chain } from "../types";

/** Send an action that follows row `seq`; the number of its row, or null where it was refused. */
export type SendAction = (action: number, seq: number | undefined) => Promise<number | null>;

/** Play actions one after another, each when the one before has been taken; how many were. */
export async function playAll(actions: readonly number[], send: SendAction): Promise<number> {
  let seq: number | undefined;
  for (const [done, action] of actions.entries()) {
    const answer = await send(action, seq);
    if (answer === null) return done;
    seq = answer;
  }
  return actions.length;
}

/** The chains of the thing that is held, the best first. */
export function chainsFrom(chains: readonly Chain[], held: string | undefined): Chain[] {
  return chains.filter((chain) => chain.touch[0] === held);
}

/** The chain that ends where the player pointed, else the best. */
export function chosenOf(chains: readonly Chain[], end: string): Chain | undefined {
  return chains.find((chain) => chain.touch.at(-1) === end) ?? chains[0];
}

/** The squares of a chain's stops with the numbers of the jumps that end there. */
export function stopsOf(chain: Chain | undefined): Map<string, number[]> {
  const stops = new Map<string, number[]>();
  chain?.touch.slice(1).forEach((id, i) => stops.set(id, [...(stops.get(id) ?? []), i + 1]));
  return stops;
}
