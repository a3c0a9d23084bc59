import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, isSameText } from '../crate/item-changes.ts';
import { hollowItems, nameInCrate, unwrittenItems } from '../crate/unwritten.ts';
import { plannedItem } from '../transpile/plan-step.ts';
import {
  BatchCompletion,
  type Completion,
  type CompletionDeps,
  type LeftOut,
  type WrittenFunction,
} from './complete-batch.ts';
import type { CompletionContext } from './completion-values.ts';
import { standingOf } from './stands-for.ts';

/** So many functions are one question at most. */
const MAX_IN_BATCH = 12;

/** Which functions of an interface to write. */
export type CompletionPart =
  /** Those in the place of C functions that cannot be compared under the interface. */
  | 'instead'
  /** Those that stand for no function of the C. */
  | 'beside';

/**
 * Writes functions of a given interface that have no body once all of the C was tried. Nothing of them is
 * compared with the C, and what a second reader does not accept is left. What has the name of a C function
 * that was not migrated for a reason of its own is left too.
 * @param isLeft whether a function was left before, and is not to be tried again
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function completeInterface(
  base: CrateFiles,
  part: CompletionPart,
  isLeft: (name: string) => boolean,
  context: CompletionContext,
  deps: CompletionDeps,
): Promise<Completion> {
  let files = base;
  const written: WrittenFunction[] = [];
  const left: LeftOut[] = [];
  const kept: string[] = [];
  const wanted: CrateItem[] = [];
  const instead = new Map<string, string>();
  for (const one of candidates(base, context, deps.parser)) {
    const name = nameInCrate(one);
    const standing = standingOf(one, context);
    if (standing.kind === 'open' && part === 'beside') {
      const because = `it stands for ${standing.c} of the C, which was not migrated`;
      left.push({ function: name, because });
    }
    if (standing.kind === 'instead') instead.set(name, standing.c);
    if (standing.kind === part && !isLeft(name)) wanted.push(one);
  }
  const groups = [...Map.groupBy(wanted, ({ file }) => file).values()];
  for (const batch of groups.flatMap((group) => chunks(group, MAX_IN_BATCH))) {
    const names = batch.map(({ item }) => item.name).join(', ');
    deps.onProgress(`writing what the interface has beside the C: ${names}`);
    const result = await new BatchCompletion(files, batch, context, deps).run();
    files = result.files;
    for (const one of result.written) {
      const c = instead.get(one.function);
      written.push(c === undefined ? one : { ...one, stands_for: c });
    }
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
