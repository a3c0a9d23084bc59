import type { CSymbol } from '../artifacts/symbol.ts';
import { isDisabled } from '../crate/allowed-crate.ts';
import { CallOrder } from '../scan/call-order.ts';
import type { ReadText } from '../sources.ts';
import type { LibraryAnswer, LibraryRecord } from './library-record.ts';
import type { Replacement } from './prune.ts';
import type { ReplaceSettings } from './replace-settings.ts';
import { digestOf, subtreeOf } from './subtree.ts';

export interface StandingDeps {
  readonly settings: ReplaceSettings;
  readonly disabled: readonly string[];
  /** Names of functions that stay whatever becomes of their callers. */
  readonly kept: readonly string[];
  readonly read: ReadText;
}

/** Why an answer does not lead to a replacement, whatever the crates are; undefined when nothing speaks against it. */
export function objection(
  { replaceable, libraries, confidence, notes }: LibraryAnswer,
  { settings, disabled }: Pick<StandingDeps, 'settings' | 'disabled'>,
): string | undefined {
  if (!replaceable) return notes === '' ? 'no library serves it' : `no library serves it: ${notes}`;
  const ruledOut = libraries.find((name) => isDisabled(name, disabled));
  if (ruledOut !== undefined) return `${ruledOut}: the config of the migration rules it out`;
  const { min_confidence } = settings;
  if (confidence >= min_confidence) return undefined;
  return `the judge is not sure of ${libraries.join(', ')}: ${confidence}, wanted ${min_confidence}`;
}

/**
 * The replacements that stand, in the order in which they were decided: accepted then, on the same C,
 * and nothing in the config speaks against them now.
 */
export function acceptedOf(
  records: readonly LibraryRecord[],
  symbols: readonly CSymbol[],
  deps: StandingDeps,
): Replacement[] {
  const order = new CallOrder(symbols);
  const byId = new Map(order.functions.map((one) => [one.id, one]));
  return records.flatMap(({ id, accepted, answer, crates, digest }) => {
    const root = byId.get(id);
    if (!accepted || root === undefined || objection(answer, deps) !== undefined) return [];
    if (digestOf(subtreeOf(order, root), deps.read) !== digest) return [];
    const { libraries, library, apis, confidence, notes } = answer;
    return [{ id, by: { library, libraries, crates, apis, confidence, notes } }];
  });
}
