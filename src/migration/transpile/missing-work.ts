import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { type CrateItem, crateItems, isSameSignature } from '../crate/item-changes.ts';
import { isStub } from '../crate/unwritten.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import { writtenMainProblem } from './main-problem.ts';
import { plannedItem } from './plan-step.ts';

/** What was written for a step. */
interface WrittenStep {
  readonly step: MigrationStep;
  readonly plans: readonly FunctionPlan[];
  /** The crate before it. */
  readonly base: CrateFiles;
  readonly files: CrateFiles;
}

interface MissingWorkDeps {
  /** C functions of the project that are not there yet: `todo!("name")` may stand for them. */
  readonly pendingFunctions: ReadonlySet<string>;
  /** Rust functions that are there already, with their tests, and are migrated again. */
  readonly repeatedPaths: ReadonlySet<string>;
  readonly parser: SourceParser;
}

/**
 * What a step was to bring and did not: a planned function, its body or its test, or a call in the
 * place of a `todo!` that has waited for it. Undefined when all is there.
 */
export function missingWork(
  { step, plans, base, files }: WrittenStep,
  { pendingFunctions, repeatedPaths, parser }: MissingWorkDeps,
): string | undefined {
  const before = crateItems(parser, base);
  const items = crateItems(parser, files);
  const changed = [...items].filter(([key, { item }]) => before.get(key)?.item.text !== item.text);
  return (
    missingFunction(plans, items) ??
    writtenMainProblem(
      step,
      plans,
      ({ file, rust }) => plannedItem(items, file, rust)?.item.head,
    ) ??
    unexpectedTodo(step, changed.map(([, { item }]) => item.text).join('\n'), pendingFunctions) ??
    unreplacedTodo(step, items) ??
    missingTest(
      plans.filter(({ rust }) => !repeatedPaths.has(rust)),
      changed.filter(([key]) => !before.has(key)),
    )
  );
}

type Items = ReadonlyMap<string, CrateItem>;

function missingFunction(plans: readonly FunctionPlan[], items: Items): string | undefined {
  for (const { file, rust, signature, skip } of plans) {
    if (skip !== undefined) continue;
    const found = plannedItem(items, file, rust);
    if (found === undefined) return `there is no function ${rust} in ${file}`;
    if (signature !== '' && !isSameSignature(found.item.head, signature)) {
      return `the signature of ${rust} is not that of the plan: ${signature}`;
    }
    const body = found.item.body ?? '';
    if (isStub(body) && /!/.test(body)) return `${rust} is not written yet`;
  }
  return undefined;
}

/** A `todo!` in a text for what is not among those functions that are still to come. */
function unexpectedTodo(
  step: MigrationStep,
  text: string,
  pending: ReadonlySet<string>,
): string | undefined {
  for (const [, name = ''] of text.matchAll(/\b(?:todo|unimplemented)!\s*\(([^)]*)\)/g)) {
    const named = /^"(\w+)"$/.exec(name.trim())?.[1];
    const isOwn = step.functions.some((one) => one.name === named);
    if (named === undefined || isOwn || !pending.has(named)) {
      return `todo!(${name}) stands for something that is to be written now`;
    }
  }
  return undefined;
}

function unreplacedTodo(step: MigrationStep, items: Items): string | undefined {
  const waiting = [...items.values()].find(({ item }) =>
    step.functions.some(({ name }) => item.text.includes(`todo!("${name}")`)),
  );
  if (waiting === undefined) return undefined;
  const { path, file, item } = waiting;
  return `${path} of ${file} waits for it: put the call in place of the todo!\n${item.text}`;
}

function missingTest(
  plans: readonly FunctionPlan[],
  added: readonly (readonly [string, CrateItem])[],
): string | undefined {
  const hasTest = added.some(
    ([, { isTest, item }]) => isTest && item.attributes.some((one) => /^#\[\s*test\b/.test(one)),
  );
  const writes = plans.some(({ skip }) => skip === undefined);
  return writes && !hasTest ? 'there is no test of it' : undefined;
}
