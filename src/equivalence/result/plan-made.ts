import { argumentVariable, RETURNED } from '../c/variables.ts';
import type { Meaning } from '../mapping.ts';
import { objectIn } from '../object-type.ts';
import type { ResultPlan } from '../plan.ts';
import type { RustType } from '../rust/rust-type.ts';
import { type ResultFacts, successCode } from './infer-meaning.ts';

/**
 * The plan of a function whose result is an object for later calls, or may be one; undefined for
 * any other. The C returns it or a pointer to it, or leaves it where a parameter points.
 * @param add an output for the C expression which tells whether there is one
 */
export function planMade(
  facts: ResultFacts,
  rust: RustType,
  object: string,
  meaning: Meaning | undefined,
  add: (holds: string) => number,
): ResultPlan | undefined {
  if (objectIn(rust) !== object) return undefined;
  const isSure = rust.kind !== 'option' && rust.kind !== 'result';
  const output = add(isSure ? '1' : holds(facts, meaning));
  const plan: ResultPlan = { kind: 'made', output };
  if (isSure) return plan;
  const [present, absent] =
    rust.kind === 'option' ? ['Some(value)', 'None'] : ['Ok(value)', 'Err(_)'];
  return {
    kind: 'match',
    arms: [
      { pattern: present ?? '', plan },
      { pattern: absent ?? '', plan: { kind: 'code', output, value: 0n } },
    ],
  };
}

/** The C expression that tells whether there is an object. */
function holds(facts: ResultFacts, meaning: Meaning | undefined): string {
  const { returns } = facts.function;
  const memory = facts.arguments.find((argument) => argument.kind === 'made');
  if (memory?.kind === 'made' && memory.isPointer) return `*${argumentVariable(memory.name)} != 0`;
  if (returns.kind === 'pointer') return `${RETURNED} != 0`;
  if (memory === undefined || returns.kind === 'void' || returns.kind === 'record') return '1';
  const told = typeof meaning === 'object' && 'success' in meaning ? meaning.success : undefined;
  return `${RETURNED} == ${told ?? successCode(facts)}`;
}
