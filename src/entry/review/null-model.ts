import { ModelError } from '../../errors.ts';
import { Ledger } from '../../model/cost/ledger.ts';
import type { ReadyModel } from '../../model/open-model.ts';
import type { TriageOutcome } from '../../security/triage/triage-outcome.ts';

/** No models at all, for a report of what earlier runs have found out. */
export const NULL_MODEL: ReadyModel = {
  kind: 'ready',
  redact: (text) => text,
  ledger: new Ledger(),
  costOf: () => 0,
  spentBefore: () => undefined,
  evictCache: () => undefined,
  model: {
    window: () => 0,
    ask: () => Promise.reject(new ModelError('unavailable', 'no model is to be asked')),
  },
};

/** What earlier runs have found out; undefined when that is nothing. */
export function priorResults(triaged: TriageOutcome): TriageOutcome | undefined {
  const { results, claimed, discovery } = triaged;
  const looked = [...results.values()].some(({ kind }) => kind !== 'unexamined');
  if (!looked && claimed.length === 0) return undefined;
  if (discovery === undefined) return triaged;
  // No model was to look now, so nothing has failed: what no run has looked at is left to later ones.
  const left = discovery.left + discovery.failed.groups;
  return { ...triaged, discovery: { ...discovery, failed: { groups: 0, reasons: [] }, left } };
}
