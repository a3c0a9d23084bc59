import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonLines } from '../artifacts/json-lines.ts';
import { ORDER_FILE } from '../artifacts/order.ts';
import { PRUNED_SYMBOLS_FILE } from '../artifacts/symbol.ts';
import { MigrationOrder } from '../scan/migration-order.ts';
import { openArtifacts } from '../state/artifact-folder.ts';
import type { ScannedC } from '../steps/c-definitions.ts';
import { type AcceptedReplacementDeps, acceptedReplacements } from './accepted-replacements.ts';
import { loadLibraryRecords } from './library-record.ts';
import { pruneSymbols } from './prune-symbols.ts';

/** What is left of a scan. */
export interface ReplacedScan extends ScannedC {
  /** Names of functions that are gone, with that of the replaced function that alone needed them. */
  readonly gone: ReadonlyMap<string, string>;
}

/**
 * What is left of a scan where libraries serve some of it: written to `symbols_prune.jsonl`, and the
 * order of translation of that. Without a replacement that stands, the scan as it is.
 * @param project the real path of the project's folder
 */
export function applyReplacements(
  project: string,
  scan: ScannedC,
  deps: AcceptedReplacementDeps,
): ReplacedScan {
  const folder = openArtifacts(project);
  const path = join(folder, PRUNED_SYMBOLS_FILE);
  const accepted = acceptedReplacements(loadLibraryRecords(project), scan.symbols, deps);
  if (accepted.length === 0) {
    rmSync(path, { force: true });
    return { ...scan, gone: new Map() };
  }
  const { symbols, gone } = pruneSymbols(scan.symbols, accepted, deps.kept);
  const steps = new MigrationOrder(symbols).steps();
  writeJsonLines(path, symbols);
  writeJsonLines(join(folder, ORDER_FILE), steps);
  const names = new Map(scan.symbols.map(({ id, name }) => [id, name]));
  const named = [...gone].map(([id, by]) => [names.get(id) ?? id, names.get(by) ?? by] as const);
  return { ...scan, symbols, steps, gone: new Map(named) };
}
