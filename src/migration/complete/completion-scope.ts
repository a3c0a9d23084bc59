import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, itemChanges } from '../crate/item-changes.ts';
import { isUnwritten, nameInCrate } from '../crate/unwritten.ts';
import type { StepEditScope } from '../transpile/edit-guards.ts';

/** A completion fills in bodies and adds helpers and tests: all else is given. @param wanted functions to write */
export function completionScope(wanted: readonly CrateItem[]): StepEditScope {
  return {
    ...{ functions: [], hasInterface: true, keptTests: new Set() },
    own: new Set(wanted.map(({ file, path }) => `${file} ${path}`)),
  };
}

/**
 * What a completion did that it may not, or was to bring and did not; undefined when nothing.
 * @param base the crate before it
 * @param wanted functions of the base that have no body
 * @param left those of them that are left, by `nameInCrate`
 */
export function incompleteness(
  parser: SourceParser,
  base: CrateFiles,
  files: CrateFiles,
  wanted: readonly CrateItem[],
  left: ReadonlySet<string>,
): string | undefined {
  const after = crateItems(parser, files);
  const asked = new Set(wanted.map(nameInCrate));
  for (const [at, one] of wanted.entries()) {
    const body = after.get(`${one.file} ${one.path}`)?.item.body ?? '';
    if (isUnwritten(body) && !left.has(nameInCrate(one))) {
      return `number ${at + 1}, ${one.path} of ${one.file}, is not written yet; write it, or name it in <LEFT>`;
    }
  }
  const { added, changed } = itemChanges(crateItems(parser, base), after);
  const other = changed.find(
    ({ before }) => isUnwritten(before.item.body ?? '') && !asked.has(nameInCrate(before)),
  );
  if (other !== undefined) return `it writes ${other.after.path}, which is none of those asked for`;
  const placeholder = [...added, ...changed.map((one) => one.after)].find(
    ({ item }) => !isUnwritten(item.body ?? '') && /\b(?:todo|unimplemented)!/.test(item.text),
  );
  if (placeholder !== undefined) return `${placeholder.path} holds a placeholder: write it whole`;
  const isLong = changed.some(({ after: { item } }) => (item.body ?? '').trim().includes('\n'));
  const hasTest = added.some(({ item }) =>
    item.attributes.some((one) => /^#\[\s*test\b/.test(one)),
  );
  return isLong && !hasTest ? 'there is no test of it' : undefined;
}
