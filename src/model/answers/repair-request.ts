import type { Message, UnparsedAnswer } from '../model.ts';
import { loadPrompt } from '../prompts/load-prompt.ts';
import { renderPrompt } from '../prompts/render-prompt.ts';

/** An answer that cannot be read, and what to tell the model about it. */
export function repairRequest(answer: UnparsedAnswer, tag: string, problem: string): Message[] {
  const said: Message = { role: 'assistant', content: answer.content };
  return [said, ...renderPrompt(loadPrompt('answer-repair'), { tag, problem }).messages];
}
