import type { Message } from '../../model/model.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';

const ROLE = 'maintainer-notes';

/**
 * A question with what maintainers note, before what changes from one question to the next. Without notes it
 * is the same to the byte: what is recorded and kept by its words stays.
 */
export function withNotes(
  messages: readonly Message[],
  notes: string | undefined,
): readonly Message[] {
  if (notes === undefined) return messages;
  const { messages: rendered } = renderPrompt(loadPrompt(ROLE), { notes });
  return withPreamble(messages, rendered.map(({ content }) => content).join('\n\n'));
}

/** A question with a text before it. The instructions stay as they are. */
function withPreamble(messages: readonly Message[], text: string): readonly Message[] {
  const at = messages.findIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === at && message.role === 'user'
      ? { ...message, content: `${text}\n\n${message.content}` }
      : message,
  );
}

/** What notes add to what an answer was worked out from: nothing where there are none. */
export function notesBasis(notes: string | undefined): readonly unknown[] {
  return notes === undefined ? [] : [{ prompt: loadPrompt(ROLE).hash, notes }];
}
