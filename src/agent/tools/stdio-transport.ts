import {
  deserializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type LineProcess, startLineProcess } from '../../workspace/process/line-process.ts';

/** What a message of a server may have; answers are cut much shorter later. */
const MAX_LINE_BYTES = 4_000_000;

/**
 * Exchanges messages of MCP with a program over its standard input and output. The transport that
 * comes with the client gives the program a part of the environment, and reads lines of any length.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly command: readonly [string, ...string[]];
  private readonly env: Readonly<Record<string, string>>;
  private child: LineProcess | undefined;
  private closing = false;
  /** Why the server went; undefined while it is there, and when it was closed from here. */
  ended: string | undefined;

  constructor(command: readonly [string, ...string[]], env: Readonly<Record<string, string>>) {
    this.command = command;
    this.env = env;
  }

  start(): Promise<void> {
    const { command, env } = this;
    this.child = startLineProcess({
      ...{ command, env, maxLineBytes: MAX_LINE_BYTES },
      onLine: (line) => this.receive(line),
      onEnd: (reason) => {
        if (!this.closing) this.ended ??= reason;
        this.onclose?.();
      },
    });
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.child?.send(JSON.stringify(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closing = true;
    this.child?.close();
    return Promise.resolve();
  }

  /** A server that writes anything else than messages cannot be relied on any more. */
  private receive(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.ended ??= 'it wrote something that is no message of MCP';
      this.child?.close();
      return;
    }
    this.onmessage?.(message);
  }
}
