import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, isSameText } from '../crate/item-changes.ts';
import { hollowItems, nameInCrate, unwrittenItems } from '../crate/unwritten.ts';
import { plannedItem } from '../transpile/plan-step.ts';
import { CANNOT_BE_DONE } from '../transpile/step-failure.ts';
import {
  BatchCompletion,
  type Completion,
  type CompletionDeps,
  type LeftOut,
} from './complete-batch.ts';
import type { CompletionContext } from './completion-values.ts';

/** So many functions are one question at most. */
const MAX_IN_BATCH = 12;

/**
 * Writes the functions of a given interface that have no body once all of the C is migrated: those
 * that stand for no function of the C. Nothing of them is compared with the C, and what a second reader
 * does not accept is left. What has the name of a C function that could not be migrated is left
 * too, but where safe Rust under that signature was what could not be compared.
 * @param isLeft whether a function was left before, and is not to be tried again
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function completeInterface(
  base: CrateFiles,
  isLeft: (name: string) => boolean,
  context: CompletionContext,
  deps: CompletionDeps,
): Promise<Completion> {
  let files = base;
  const written: string[] = [];
  const left: LeftOut[] = [];
  const kept: string[] = [];
  const wanted: CrateItem[] = [];
  for (const one of candidates(base, context, deps.parser)) {
    const reason = reasonAgainst(one, context);
    if (reason !== undefined) left.push({ function: nameInCrate(one), because: reason });
    else if (!isLeft(nameInCrate(one))) wanted.push(one);
  }
  const groups = [...Map.groupBy(wanted, ({ file }) => file).values()];
  for (const batch of groups.flatMap((group) => chunks(group, MAX_IN_BATCH))) {
    const names = batch.map(({ item }) => item.name).join(', ');
    deps.onProgress(`writing what the interface has beside the C: ${names}`);
    const result = await new BatchCompletion(files, batch, context, deps).run();
    files = result.files;
    written.push(...result.written);
    left.push(...result.left);
    kept.push(...result.kept);
  }
  return { files, written, left, kept };
}

/** Functions without a body, and those with a body as given that does nothing and no C function stands behind. */
function candidates(
  base: CrateFiles,
  { mapped, given }: CompletionContext,
  parser: SourceParser,
): CrateItem[] {
  const items = crateItems(parser, base);
  const before = crateItems(parser, given);
  const taken = new Set(
    mapped.map(({ module, rust_symbol: rust }) => plannedItem(items, module, rust)),
  );
  const hollow = hollowItems(parser, base).filter(({ file, path, item }) => {
    const key = `${file} ${path}`;
    const asGiven = before.get(key)?.item.body;
    return (
      asGiven !== undefined && isSameText(asGiven, item.body ?? '') && !taken.has(items.get(key))
    );
  });
  return [...unwrittenItems(parser, base), ...hollow];
}

function chunks<One>(list: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );
}

/** Why a function without a body is none that stands beside the C. */
function reasonAgainst(
  { item }: CrateItem,
  { steps, mapped, blocked }: CompletionContext,
): string | undefined {
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  const open = steps
    .flatMap((step) => step.functions)
    .filter(({ name }) => !mapped.some(({ c_qname }) => c_qname === name))
    .find(({ name }) => plain(name) === plain(item.name));
  if (open === undefined) return undefined;
  const reason = blocked.find(({ functions }) => functions.includes(open.name))?.reason;
  if (reason?.startsWith(CANNOT_BE_DONE) === true) return undefined;
  return `it stands for ${open.name} of the C, which was not migrated`;
}
