// The socket of a table: it greets, pings, notices silence, and connects again by itself.
import type { Answer, Request } from "./types";
import { language } from "./words";

const PING_EVERY = 2500; // milliseconds
const STALE_AFTER = 9000;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const FINAL = new Set([4400, 4403, 4404]); // trying again would be answered alike

export type LineState = "connecting" | "open" | "lost" | "closed";

export interface Ear {
  hear(message: Answer): void;
  changed(state: LineState, why: string): void;
}

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private heardAt = 0;
  private farewell = "";
  private retry = 0;

  constructor(
    private readonly address: string,
    private readonly ear: Ear,
  ) {
    setInterval(() => this.watch(), PING_EVERY);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    this.connect();
  }

  /** Whether a message was handed to an open socket. */
  send(message: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => {
      this.heardAt = Date.now();
      this.send({ type: "hello", language, changes: true });
    };
    socket.onmessage = (frame) => this.receive(JSON.parse(frame.data as string) as Answer);
    socket.onclose = (closed) => this.ended(socket, closed.code);
  }

  private receive(message: Answer): void {
    this.heardAt = Date.now();
    if (message.type === "goodbye") this.farewell = message.why;
    if (message.type === "shown") {
      this.tries = 0;
      this.ear.changed("open", "");
    }
    this.ear.hear(message);
  }

  private ended(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    if (FINAL.has(code)) {
      this.ear.changed("closed", this.farewell);
      return;
    }
    this.ear.changed("lost", this.farewell);
    this.farewell = "";
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries++);
    this.retry = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Ping; give a silent socket up. */
  private watch(): void {
    const socket = this.socket;
    if (!socket) return;
    if (Date.now() - this.heardAt > STALE_AFTER) {
      socket.onclose = null;
      socket.close();
      this.ended(socket, 0);
    } else this.send({ type: "ping" });
  }

  /** Somebody is looking again: do not wait for the pause to end. */
  private hurry(): void {
    if (this.socket || document.hidden || !this.retry) return;
    clearTimeout(this.retry);
    this.connect();
  }
}
