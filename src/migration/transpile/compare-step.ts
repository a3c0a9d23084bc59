import { isItems, parseItems } from '../../code/rust/items/item-list.ts';
import { mergeItems, removeItems } from '../../code/rust/items/merge-items.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { DifferenceSeen } from '../../equivalence/plan/subject.ts';
import type { Cargo } from '../crate/cargo.ts';
import { type CrateFiles, withFiles } from '../crate/crate-files.ts';
import { modulePath } from '../crate/module-plan.ts';
import type { CompareWithC, FunctionPlan } from '../steps/step.ts';

/** A function of a step that does something else than its C. */
export interface StepDifference {
  readonly plan: FunctionPlan;
  readonly evidence: DifferenceSeen;
}

/** What the comparison of a step with its C has come to. */
interface StepComparison {
  /** By C function, as far as the first difference. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly difference: StepDifference | undefined;
}

interface CompareStepDeps {
  readonly cargo: Pick<Cargo, 'crateFolder'>;
  readonly compareWithC: CompareWithC;
  readonly onProgress: (line: string) => void;
}

/** What a second reader has found of differences: that the text of the C rules them out. */
export interface RefutedDifferences {
  /** Whether it was found of this one: its input is left out. */
  readonly has: (difference: DifferenceSeen) => boolean;
  /** Whether it was found of so many others of its kind that one more says nothing. */
  readonly hasKind: (cName: string, difference: DifferenceSeen) => boolean;
}

/** Compares each function of a step with its C, and stops at the first difference. */
export async function compareStep(
  plans: readonly FunctionPlan[],
  refuted: RefutedDifferences,
  { cargo, compareWithC, onProgress }: CompareStepDeps,
): Promise<StepComparison> {
  const evidence = new Map<string, Evidence>();
  for (const plan of plans) {
    if (plan.skip !== undefined) {
      const because = `there is no Rust for it: ${plan.skip}`;
      evidence.set(plan.cName, { kind: 'nothing to compare', because });
      continue;
    }
    onProgress(`running C and Rust side by side: ${plan.cName}`);
    const found = await compareWithC(plan, cargo.crateFolder, refuted.has);
    // There are more inputs of the kind than can be left out.
    if (found.kind === 'different' && (refuted.has(found) || refuted.hasKind(plan.cName, found))) {
      const because = `the comparison says of the C what its text rules out, as a second reader finds: ${found.input}`;
      const { others_differ: others } = found;
      evidence.set(plan.cName, {
        ...{ kind: 'not checked', because, remedy: 'none' },
        ...(others === undefined ? {} : { others_differ: others }),
      });
      continue;
    }
    evidence.set(plan.cName, found);
    if (found.kind === 'different') return { evidence, difference: { plan, evidence: found } };
  }
  return { evidence, difference: undefined };
}

/** What a model is told of a difference. */
export function differenceText({ input, c, rust, test }: DifferenceSeen): string {
  return `On this input the C and the Rust differ.\n${input}\nC: ${c}\nRust: ${rust}\n\n${test}`;
}

/** A crate with the test of a difference, and the keys of what was added. */
interface DifferenceTest {
  readonly files: CrateFiles;
  /** Each as its file and the path of the item in it. */
  readonly tests: readonly string[];
}

/**
 * Adds a test that shows a difference; undefined when it does not build, and so would be in the way, or when
 * it passes all the same, and so shows nothing: the Rust type may have no value for what the C gives.
 */
export async function addDifferenceTest(
  crate: CrateFiles,
  { plan: { file }, evidence: { test } }: StepDifference,
  { parser, cargo }: { readonly parser: SourceParser; readonly cargo: Cargo },
): Promise<DifferenceTest | undefined> {
  const text = /\bmod\s+tests\b/.test(test)
    ? test
    : `#[cfg(test)]\nmod tests {\nuse super::*;\n${test}\n}`;
  const merged = mergeItems(parser, crate.get(file) ?? '', text);
  if ('problem' in merged) return undefined;
  const files = withFiles(crate, { [file]: merged.text });
  const tested = await cargo.test(files, 'lib');
  if (tested.kind === 'not built') return undefined;
  const list = parseItems(parser, text);
  const [block] = isItems(list) ? list.items : [];
  const keys = (block?.members ?? []).map(({ key }) => key).filter((key) => key.startsWith('fn '));
  const module = [...modulePath(file), 'tests'].join('::');
  const isPassed = (key: string) =>
    tested.run.passed.includes(`${module}::${key.slice('fn '.length)}`);
  if (keys.length > 0 && keys.every(isPassed)) return undefined;
  // A trait of a given interface may have no body yet: then the test stops there, whatever the function does.
  const stopped = tested.run.failed.filter(({ output }) =>
    /\bnot (?:yet )?implemented\b/.test(output),
  );
  if (stopped.some(({ name }) => keys.some((key) => name.endsWith(`::${key.slice(3)}`)))) {
    return undefined;
  }
  return { files, tests: keys.map((key) => `${file} mod tests > ${key}`) };
}

/** A crate without such tests: each is given by its file and the path of the item in it. */
export function withoutTests(
  crate: CrateFiles,
  tests: readonly string[],
  parser: SourceParser,
): CrateFiles {
  let files = crate;
  for (const test of tests) {
    const [, file = '', name = ''] = /^(\S+) mod tests > fn (\w+)$/.exec(test) ?? [];
    const removed = removeItems(parser, files.get(file) ?? '', [`tests::${name}`]);
    if ('text' in removed) files = withFiles(files, { [file]: removed.text });
  }
  return files;
}
