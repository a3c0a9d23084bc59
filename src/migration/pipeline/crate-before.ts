import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { loadCrateOfCommit } from '../crate/crate-of-commit.ts';
import { crateItems, itemChanges } from '../crate/item-changes.ts';
import { withoutItems } from '../crate/without-items.ts';
import { loadProgress } from '../state/progress.ts';
import { loadSymbolMap } from '../state/symbol-map.ts';
import type { MigrationStep } from '../steps/step.ts';
import { plannedItem } from '../transpile/plan-step.ts';

/**
 * The crate as it is, without what a step has brought: its functions, and the helpers and tests that its commit
 * added. That may become another one; what was there before, or came later, stays.
 * @param crate the folder of the crate, relative to the project's
 */
export async function crateBefore(
  project: string,
  crate: string,
  { functions }: MigrationStep,
  files: CrateFiles,
  parser: SourceParser,
): Promise<CrateFiles> {
  const names = functions.map(({ name }) => name);
  const items = crateItems(parser, files);
  const keys = new Set<string>();
  for (const { c_qname, module, rust_symbol } of loadSymbolMap(project)) {
    const item = names.includes(c_qname) ? plannedItem(items, module, rust_symbol) : undefined;
    if (item !== undefined) keys.add(`${item.file} ${item.path}`);
  }
  const commit = loadProgress(project)?.converted.find((one) =>
    one.functions.some((name) => names.includes(name)),
  )?.commit;
  // Another clone may have neither.
  const added = commit ? await itemsOfCommit(project, crate, commit, parser).catch(() => []) : [];
  for (const { file, path } of added) keys.add(`${file} ${path}`);
  return withoutItems(parser, files, keys);
}

async function itemsOfCommit(project: string, crate: string, commit: string, parser: SourceParser) {
  const before = await loadCrateOfCommit(project, `${commit}~1`, crate);
  const after = await loadCrateOfCommit(project, commit, crate);
  return itemChanges(crateItems(parser, before), crateItems(parser, after)).added.filter(
    ({ item }) => !item.key.includes('use '),
  );
}
