import type { Message } from '../../model/model.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { withPreamble } from '../../model/prompts/with-preamble.ts';

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
  return withPreamble(messages, ROLE, { notes });
}

/** What notes add to what an answer was worked out from: nothing where there are none. */
export function notesBasis(notes: string | undefined): readonly unknown[] {
  return notes === undefined ? [] : [{ prompt: loadPrompt(ROLE).hash, notes }];
}
