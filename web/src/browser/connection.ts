// The connection to a table: says hello, pings, notices silence, and reconnects by itself.
import type { Answer, Request } from "../types";
import { language } from "../words";

const PING_EVERY = 2500; // milliseconds
const STALE_AFTER = 9000;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const FINAL = new Set([4400, 4403, 4404]); // close codes after which a retry would fail too

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

export interface MessageHandler {
  onMessage(message: Answer): void;
  onState(state: ConnectionState, why: string): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private lastMessageAt = 0;
  private goodbye = "";
  private retry = 0;

  constructor(
    private readonly address: string,
    private readonly handler: MessageHandler,
  ) {
    setInterval(() => this.checkSilence(), PING_EVERY);
    addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => this.reconnectNow());
    this.connect();
  }

  /** Send a message; whether the socket was open. */
  send(message: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.lastMessageAt = Date.now();
    socket.onopen = () => {
      this.lastMessageAt = Date.now();
      this.send({ type: "hello", language, changes: true });
    };
    socket.onmessage = (frame) => this.receive(JSON.parse(frame.data as string) as Answer);
    socket.onclose = (closed) => this.ended(socket, closed.code);
  }

  private receive(message: Answer): void {
    this.lastMessageAt = Date.now();
    if (message.type === "goodbye") this.goodbye = message.why;
    if (message.type === "shown") {
      this.tries = 0;
      this.handler.onState("open", "");
    }
    this.handler.onMessage(message);
  }

  private ended(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    if (FINAL.has(code)) {
      this.handler.onState("closed", this.goodbye);
      return;
    }
    this.handler.onState("lost", this.goodbye);
    this.goodbye = "";
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries++);
    this.retry = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Ping; replace a silent socket. */
  private checkSilence(): void {
    const socket = this.socket;
    if (!socket) return;
    if (Date.now() - this.lastMessageAt > STALE_AFTER) {
      socket.onclose = null;
      socket.close();
      this.ended(socket, 0);
    } else this.send({ type: "ping" });
  }

  /** Reconnect without waiting for the pause to end: somebody is looking again. */
  private reconnectNow(): void {
    if (this.socket || document.hidden || !this.retry) return;
    clearTimeout(this.retry);
    this.connect();
  }
}
