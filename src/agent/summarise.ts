import { estimateRequest } from '../model/cost/token-estimate.ts';
import type { Message, ToolDescription } from '../model/model.ts';
import { loadPrompt } from '../model/prompts/load-prompt.ts';
import { renderPrompt } from '../model/prompts/render-prompt.ts';

/** Above this share of the window the history is summarised; the rest is for the answer. */
const MAX_HISTORY_SHARE = 0.8;

/** The share of the window that one result of a tool may take, and how short a token can be. */
const RESULT_SHARE = 0.15;
const CHARS_A_TOKEN = 3;

/** How many characters of a tool's result fit into a conversation that is not yet full. */
export function maxResultChars(window: number): number {
  return Math.floor(window * RESULT_SHARE * CHARS_A_TOKEN);
}

/** Whether a conversation still leaves room for an answer. */
export function fitsWindow(
  messages: readonly Message[],
  tools: readonly ToolDescription[],
  window: number,
): boolean {
  return estimateRequest({ messages, tools }) <= window * MAX_HISTORY_SHARE;
}

/**
 * The conversation that replaces one that became too long: the prompt as it was, instructions
 * included, and the summary, fenced as data, since files and outputs may have had a word in it.
 */
export function summarisedHistory(prompt: readonly Message[], summary: string): readonly Message[] {
  return [...prompt, ...renderPrompt(loadPrompt('agent-resume'), { summary }).messages];
}
