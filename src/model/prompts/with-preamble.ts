import type { Message } from '../model.ts';
import { loadPrompt } from './load-prompt.ts';
import { renderPrompt } from './render-prompt.ts';

/**
 * A conversation with a text before its first question: another prompt, filled in. The instructions stay as they are.
 */
export function withPreamble(
  messages: readonly Message[],
  role: string,
  values: Readonly<Record<string, string>>,
): readonly Message[] {
  const { messages: rendered } = renderPrompt(loadPrompt(role), values);
  const text = rendered.map(({ content }) => content).join('\n\n');
  const at = messages.findIndex((message) => message.role === 'user');
  return messages.map((message, index) =>
    index === at && message.role === 'user'
      ? { ...message, content: `${text}\n\n${message.content}` }
      : message,
  );
}

/** A question with what was learnt before. Where that is nothing, it is the same to the byte. */
export function withRemembered(
  messages: readonly Message[],
  remarks: readonly string[],
): readonly Message[] {
  if (remarks.length === 0) return messages;
  return withPreamble(messages, 'remembered', { remarks: remarks.join('\n') });
}
