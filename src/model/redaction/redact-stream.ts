import type { Redact } from './redact.ts';

/** A secret of several lines begins like this. */
const MULTI_LINE = '-----BEGIN ';

/**
 * Redacts a text that arrives in pieces: whole lines go on, the last one waits for its end, since a
 * secret may be cut in two.
 */
export function redactStream(redact: Redact, onText: (text: string) => void) {
  let held = '';
  const emit = (text: string) => {
    if (text !== '') onText(redact(text));
  };
  return {
    push(text: string): void {
      held += text;
      const begins = held.indexOf(MULTI_LINE);
      const lines = held.lastIndexOf('\n', begins < 0 ? undefined : begins) + 1;
      emit(held.slice(0, lines));
      held = held.slice(lines);
    },
    /** Nothing may be pushed afterwards. */
    end(): void {
      emit(held);
    },
  };
}
