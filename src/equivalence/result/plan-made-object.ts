import type { Meaning } from '../pairing/mapping.ts';
import { C_RETURN, cArgumentVariable } from '../plan/c-variables.ts';
import type { ResultPlan } from '../plan/comparison-plan.ts';
import { objectPathIn } from '../rust-api/object-type.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { ResultFacts } from './result-facts.ts';
import { successCode } from './success-return-code.ts';

/**
 * The plan of a function whose result is an object for later calls, or may be one; undefined for
 * any other. The C returns it or a pointer to it, or leaves it where a parameter points.
 * @param add an output for the C expression which tells whether there is one
 */
export function planMadeObject(
  facts: ResultFacts,
  rust: RustApiType,
  object: string,
  meaning: Meaning | undefined,
  add: (holds: string) => number,
): ResultPlan | undefined {
  if (objectPathIn(rust) !== object) return undefined;
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
  if (memory?.kind === 'made' && memory.isPointer) return `*${cArgumentVariable(memory.name)} != 0`;
  if (returns.kind === 'pointer') return `${C_RETURN} != 0`;
  if (memory === undefined || returns.kind === 'void' || returns.kind === 'record') return '1';
  const told = typeof meaning === 'object' && 'success' in meaning ? meaning.success : undefined;
  return `${C_RETURN} == ${told ?? successCode(facts)}`;
}
