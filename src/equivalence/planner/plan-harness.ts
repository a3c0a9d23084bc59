import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotComparable } from '../not-comparable.ts';
import { EMPTY_MAPPING } from '../pairing/mapping.ts';
import type { HarnessPlan } from '../plan/comparison-plan.ts';
import type { EquivalenceDeps, EquivalenceSubject } from '../plan/subject.ts';
import { objectPathOf } from '../rust-api/object-type.ts';
import { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustApiFunction, RustApiType } from '../rust-api/rust-type.ts';
import { CSources } from './c-sources.ts';
import { refuseEmptyFunction, refuseReleasedArgument } from './empty-function.ts';
import { planComparison } from './plan-comparison.ts';
import { planSequence } from './plan-sequence.ts';
import { planStateful } from './plan-stateful.ts';

/**
 * Plans which calls the drivers of both sides make, and how their results are compared.
 * @param payload what stands for type parameters that are values of the caller
 * @throws NotComparable when the crate has no such function, or nothing to compare it by
 */
export async function planHarness(
  subject: EquivalenceSubject,
  deps: Pick<EquivalenceDeps, 'grammars'>,
  payload?: RustApiType,
) {
  const parsed = await RustCrate.parse(loadRustSources(join(subject.crate, 'src')), deps.grammars);
  const crate = payload === undefined ? parsed : parsed.withPayload(payload);
  const rust = crate.function(subject.rust);
  if (rust === undefined) throw new NotComparable(`the crate has no function ${subject.rust}`);
  return { planned: planCallOrSequence(subject, rust, crate), crate };
}

/** Whether a Rust function is generic over values of the caller. */
export async function isGeneric(
  subject: EquivalenceSubject,
  { grammars }: Pick<EquivalenceDeps, 'grammars'>,
): Promise<boolean> {
  const crate = await RustCrate.parse(loadRustSources(join(subject.crate, 'src')), grammars);
  return crate.isGeneric(subject.rust);
}

/** One call on its own; sequences of calls where an object has no form that both sides share. */
function planCallOrSequence(
  subject: EquivalenceSubject,
  rust: RustApiFunction,
  crate: RustCrate,
): HarnessPlan {
  const { function: f, project, unit, mapping = EMPTY_MAPPING } = subject;
  const sources = new CSources(project, unit);
  refuseEmptyFunction(f, sources.textOf(f), rust);
  refuseReleasedArgument(f, sources.textOf(f));
  try {
    const context = { unit, sources, crate, others: subject.others };
    const plan = planComparison(f, rust, mapping, context);
    // A program keeps nothing: it is a process of its own.
    const stateful = plan.isProgram
      ? undefined
      : planStateful(subject, { function: f, rust, plan }, crate, context);
    if (stateful !== undefined) return stateful;
    if (plan.outputs.length === 0 && !plan.mayEnd) {
      throw new NotComparable(`${f.name} gives nothing back that could be compared`, 'later');
    }
    return { calls: [{ function: f, rust, plan }], subjectIndex: 0, objectType: undefined };
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    try {
      return planSequence(subject, rust, crate, sources);
    } catch (other) {
      if (!(other instanceof NotComparable)) throw other;
      if (objectPathOf(rust, crate) === undefined) throw thrown;
      if (other.message === thrown.message) throw other;
      const because = `${thrown.message}; nor can objects be compared that calls make: ${other.message}`;
      throw new NotComparable(because, other.remedy);
    }
  }
}

/** The `.rs` files below a folder, by their path in it. */
function loadRustSources(folder: string): Map<string, string> {
  if (!existsSync(folder)) throw new NotComparable('the crate has no folder src');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.rs'))
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}
