import type { IncomingMessage } from 'node:http';
import type { WireMessage } from '../../support/strict-provider.ts';
import type { Reply } from '../served-reply.ts';

/** A request as the scripts of tests see it, in the terms of chat completions, whatever was spoken. */
export interface ReadRequest {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly stream?: boolean | undefined;
  readonly tools?: readonly unknown[] | undefined;
}

export type Answer = Extract<Reply, { kind: 'answer' }>;

/** How a server speaks one of the interfaces in which models are asked. */
export interface Dialect<Request extends ReadRequest = ReadRequest> {
  readonly path: string;
  /** @returns why the strictest provider refuses the request, where it does */
  read(body: unknown, headers: IncomingMessage['headers']): Request | string;
  /** The events that come before those of any answer. */
  readonly opening: readonly unknown[];
  /** The events of a piece of text. */
  text(piece: string): readonly unknown[];
  /** The events of a tool call, its arguments in pieces. */
  call(call: ServedToolCall, index: number): readonly unknown[];
  /** The events that say that the answer is complete. */
  closing(answer: Answer, calls: readonly ServedToolCall[]): readonly unknown[];
  /** What comes behind all events. */
  readonly end: string;
  /** An answer in one piece. */
  whole(answer: Answer, calls: readonly ServedToolCall[]): unknown;
  refusal(status: number, message: string, code: string | null): unknown;
}

export interface ServedToolCall {
  readonly id: string | null;
  readonly name: string;
  /** Of the arguments, as JSON. */
  readonly pieces: readonly string[];
}

/** An event of a stream. Those of newer interfaces have a name. */
export function wireEvent(value: unknown): string {
  const named =
    typeof value === 'object' && value !== null && 'type' in value ? `event: ${value.type}\n` : '';
  return `${named}data: ${JSON.stringify(value)}\n\n`;
}

/** Three pieces or fewer. */
export function pieces(text: string): string[] {
  const size = Math.max(1, Math.ceil(text.length / 3));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
}
