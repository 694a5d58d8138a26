// HTTP requests: opening, joining and filling tables.
import { urlOf } from "./address";
import type { Refused } from "../types";
import { language, say } from "../words";

/** A refusal, in the server's own sentence. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly rule = "",
    readonly about = "", // the field that it is about
    readonly status = 0, // of HTTP; 0: the server was not reached
  ) {
    super(sentence);
  }
}

/** POST JSON and read the answer. */
export function post<T>(path: string, body: unknown): Promise<T> {
  return request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/** GET JSON. */
export function get<T>(path: string): Promise<T> {
  return request(path, {});
}

async function request<T>(path: string, options: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(urlOf(path), { ...options, headers: { ...options.headers, "accept-language": language } });
  } catch {
    throw new Refusal(say("lost"));
  }
  const answer = (await response.json().catch(() => ({}))) as Partial<Refused>;
  if (!response.ok) throw new Refusal(answer.sentence ?? say("again"), answer.rule, answer.about, response.status);
  return answer as T;
}

export interface Seated {
  table: string;
  seat: number;
  codes?: Record<string, string>;
}
