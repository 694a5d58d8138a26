// Requests beside the socket: opening, joining and filling tables.
import { language, say } from "./words";

/** A refusal, in the server's own sentence. */
export class Refusal extends Error {}

/** POST JSON and read the answer. */
export async function post<T>(path: string, body: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-language": language },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refusal(say("lost"));
  }
  const answer = (await response.json().catch(() => ({}))) as { sentence?: string };
  if (!response.ok) throw new Refusal(answer.sentence ?? say("again"));
  return answer as T;
}

export interface Seated {
  table: string;
  seat: number;
  codes?: Record<string, string>;
}
