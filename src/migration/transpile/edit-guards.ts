import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import {
  type CrateItem,
  crateItems,
  type ItemChanges,
  isSameSignature,
} from '../crate/item-changes.ts';
import { isStub } from '../crate/unwritten.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import { isCompatibleType } from './given-type.ts';
import { GrownTypes } from './grown-types.ts';
import { plannedItem } from './plan-step.ts';

/** What an edit may change of what was there before its step. */
export interface StepEditScope {
  /** C functions whose `todo!("name")` it may replace: those of the step. */
  readonly functions: readonly string[];
  /** Whether types and signatures are given, and stay. */
  readonly hasInterface: boolean;
  /** Tests, by file and path, that stay as they are though they came with this step. */
  readonly keptTests: ReadonlySet<string>;
  /** Functions of the step, by file and path, that came with a body: it may be another one. */
  readonly own: ReadonlySet<string>;
}

/** What an edit of a step may change. @param keptTests tests of differences, which stay as they are */
export function editScopeOf(
  step: MigrationStep,
  plans: readonly FunctionPlan[],
  base: CrateFiles,
  keptTests: ReadonlySet<string>,
  { parser, hasInterface, repeatedPaths }: EditScopeDeps,
): StepEditScope {
  const functions = step.functions.map(({ name }) => name);
  const before = crateItems(parser, base);
  const own = plans.flatMap(({ file, rust }) => {
    const isOwn = hasInterface || repeatedPaths.has(rust);
    const item = isOwn ? plannedItem(before, file, rust) : undefined;
    return item === undefined ? [] : [`${item.file} ${item.path}`];
  });
  return { functions, hasInterface, keptTests, own: new Set(own) };
}

interface EditScopeDeps {
  readonly parser: SourceParser;
  readonly hasInterface: boolean;
  /** Rust functions of the step that an earlier run wrote. */
  readonly repeatedPaths: ReadonlySet<string>;
}

/**
 * What an edit did that it may not, in one sentence for the model that made it; undefined when nothing.
 * @param sinceBase how the crate differs from that before the step
 * @param sinceLast how it differs from that before the edit
 */
export function forbiddenChange(
  sinceBase: ItemChanges,
  sinceLast: ItemChanges,
  scope: StepEditScope,
  parser: SourceParser,
): string | undefined {
  const gone = sinceBase.removed.find(({ item }) => !/\buse /.test(item.key));
  if (gone !== undefined) {
    const what = gone.isTest ? 'the test' : 'what was there before:';
    return `it removes ${what} ${gone.path} of ${gone.file}`;
  }
  const grown = new GrownTypes(parser, sinceBase);
  for (const { before, after } of sinceBase.changed) {
    if (grown.isOnlyGrown(before, after) || isCompatibleType(parser, before, after)) continue;
    const problem = forbiddenItemChange(before, after, scope);
    if (problem !== undefined) return problem;
  }
  const weakened = sinceLast.changed.filter(
    ({ before, after }) => !grown.isOnlyGrown(before, after),
  );
  const kept = [...weakened.map(({ before }) => before), ...sinceLast.removed].find(
    ({ file, path }) => scope.keptTests.has(`${file} ${path}`),
  );
  if (kept !== undefined) {
    return `it changes the test ${kept.path}, which says what the C does and stays as it is`;
  }
  return (
    removedTest(sinceLast) ??
    disabledTest([...sinceBase.added, ...sinceBase.changed.map((one) => one.after)])
  );
}

/** What was there before a step may only be completed. */
function forbiddenItemChange(
  before: CrateItem,
  after: CrateItem,
  { functions, hasInterface, own }: StepEditScope,
): string | undefined {
  const where = `${before.path} of ${before.file}`;
  if (before.isTest) return `it changes the test ${where}, which belongs to an earlier function`;
  if (before.item.body !== undefined && after.item.body !== undefined) {
    const awaits = functions.some((name) => before.item.text.includes(`todo!("${name}")`));
    if (!isStub(before.item.body) && !awaits && !own.has(`${before.file} ${before.path}`)) {
      return `it changes ${where}, which belongs to an earlier function`;
    }
    return isSameSignature(before.item.head, after.item.head)
      ? undefined
      : `it changes the signature of ${where}, which is settled: ${before.item.head}`;
  }
  if (!hasInterface) return undefined;
  const may = before.item.key.startsWith('type ')
    ? '; it may derive more, and a struct with a private field may have more private ones'
    : '';
  return `it changes ${where}, which is given and stays as it is${may}`;
}

/** A test, or an assertion, that was there before the edit and is not there any more. */
function removedTest({ changed, removed }: ItemChanges): string | undefined {
  const lost = removed.find(({ isTest, item }) => isTest && item.body !== undefined);
  if (lost !== undefined) return `it removes the test ${lost.path} of ${lost.file}`;
  const weaker = changed.find(
    ({ before, after }) => before.isTest && assertions(after) < assertions(before),
  );
  if (weaker === undefined) return undefined;
  const { before, after } = weaker;
  const counts = `${assertions(before)} assertions before, ${assertions(after)} now`;
  return `it weakens the test ${before.path} of ${before.file}: ${counts}`;
}

function assertions({ item }: CrateItem): number {
  const text = item.text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/\b(?:debug_)?assert(?:_eq|_ne|_matches)?!|\bpanic!|#\[should_panic/g)]
    .length;
}

/** A test that is there, but never runs. */
function disabledTest(items: readonly CrateItem[]): string | undefined {
  const found = items.find(
    ({ item: { attributes } }) =>
      attributes.some((one) => /^#\[\s*test\b/.test(one)) &&
      attributes.some((one) => /^#\[\s*(?:ignore|cfg)\b/.test(one)),
  );
  return found === undefined ? undefined : `it switches the test ${found.path} off`;
}
