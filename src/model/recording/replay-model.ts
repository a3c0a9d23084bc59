import { ModelError } from '../../errors.ts';
import type { Ledger } from '../cost/ledger.ts';
import type { Model } from '../model.ts';
import { loadRecording, type RecordedTurn, requestHash } from './recording-file.ts';

interface ReplayOptions {
  /** Refuses an answer to a question that has changed since. */
  readonly strict: boolean;
  readonly ledger: Ledger;
  /** Hears of each stale answer, one line each. */
  readonly onNote: (line: string) => void;
}

/**
 * Gives the answers of a recording, matched by conversation: who asks, about what, which turn. It
 * never calls a provider: what was not recorded is an error.
 * @throws UsageError when the folder holds no recording
 */
export function replayModel(folder: string, { strict, ledger, onNote }: ReplayOptions): Model {
  const { windows, conversations } = loadRecording(folder);
  const turns = new Map<string, RecordedTurn>();
  for (const { role, subject, turns: recorded } of conversations) {
    for (const turn of recorded) turns.set(keyOf(role, subject, turn.turn), turn);
  }
  return {
    window: (tier) => windows[tier],
    async ask(request, options = {}) {
      // As with a real model, an answer never comes in the same tick.
      await Promise.resolve();
      options.signal?.throwIfAborted();
      const { role, subject, turn } = request.conversation;
      const what = `turn ${turn} of ${role} about ${subject}`;
      const recorded = turns.get(keyOf(role, subject, turn));
      if (recorded === undefined) {
        throw new ModelError(
          'replay',
          `the recording ${folder} has no ${what}; record it anew with RUSTWARD_RECORD`,
        );
      }
      const stale = recorded.hash !== requestHash(request);
      if (stale && strict) {
        throw new ModelError(
          'replay',
          `the recording ${folder} answered another wording of ${what}; record it anew with RUSTWARD_RECORD`,
        );
      }
      if (stale) onNote(`stale: the question of ${what} has changed since it was recorded`);
      const { answer } = recorded;
      const { model, usage } = answer;
      const { conversation, tier } = request;
      ledger.add({ conversation, tier, model, source: 'replay', usage, cost: 0, milliseconds: 0 });
      if (answer.content !== '') options.onStream?.({ kind: 'text', text: answer.content });
      return { ...answer, source: 'replay' };
    },
  };
}

function keyOf(role: string, subject: string, turn: number): string {
  return JSON.stringify([role, subject, turn]);
}
