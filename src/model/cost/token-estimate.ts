import type { Message, ModelRequest } from '../model.ts';

/** Bytes of UTF-8 a token has at least, on average, in prose and code of any language. */
const BYTES_A_TOKEN = 3;

/** What a message takes besides its text. */
const TOKENS_A_MESSAGE = 8;

/**
 * How many tokens a text has at most, in all likelihood. Providers count with tables of their own;
 * limits and caps need a number that is rather too high before the call.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
}

/** The tokens of everything that is sent with a request. */
export function estimateRequest(
  request: Pick<ModelRequest, 'messages' | 'tools' | 'answerSchema'>,
): number {
  const { messages, tools = [], answerSchema } = request;
  const extra = JSON.stringify([...tools, ...(answerSchema === undefined ? [] : [answerSchema])]);
  return messages.reduce((sum, message) => sum + estimateMessage(message), estimateTokens(extra));
}

function estimateMessage(message: Message): number {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return calls.reduce(
    (sum, call) => sum + TOKENS_A_MESSAGE + estimateTokens(call.name + call.arguments),
    TOKENS_A_MESSAGE + estimateTokens(message.content),
  );
}
