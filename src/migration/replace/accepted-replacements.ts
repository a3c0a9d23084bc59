import type { CSymbol } from '../artifacts/symbol.ts';
import { isDisabled } from '../crate/allow-crate.ts';
import { MigrationOrder } from '../scan/migration-order.ts';
import type { ReadSourceText } from '../steps/step-sources.ts';
import type { LibraryAnswer, LibraryRecord } from './library-record.ts';
import type { LibraryReplacement } from './prune-symbols.ts';
import type { ReplaceSettings } from './replace-settings.ts';
import { subtreeDigest, subtreeOf } from './subtree.ts';

export interface AcceptedReplacementDeps {
  readonly settings: ReplaceSettings;
  readonly disabled: readonly string[];
  /** Names of functions that stay whatever becomes of their callers. */
  readonly kept: readonly string[];
  readonly read: ReadSourceText;
}

/** Why an answer does not lead to a replacement, whatever the crates are; undefined when nothing speaks against it. */
export function refusalReason(
  { replaceable, libraries, confidence, notes }: LibraryAnswer,
  { settings, disabled }: Pick<AcceptedReplacementDeps, 'settings' | 'disabled'>,
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
export function acceptedReplacements(
  records: readonly LibraryRecord[],
  symbols: readonly CSymbol[],
  deps: AcceptedReplacementDeps,
): LibraryReplacement[] {
  const order = new MigrationOrder(symbols);
  const byId = new Map(order.functions.map((one) => [one.id, one]));
  return records.flatMap(({ id, accepted, answer, crates, digest }) => {
    const root = byId.get(id);
    if (!accepted || root === undefined || refusalReason(answer, deps) !== undefined) return [];
    if (subtreeDigest(subtreeOf(order, root), deps.read) !== digest) return [];
    const { libraries, library, apis, confidence, notes } = answer;
    return [{ id, by: { library, libraries, crates, apis, confidence, notes } }];
  });
}
