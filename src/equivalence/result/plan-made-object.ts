import { NotComparable } from '../not-comparable.ts';
import { codePlace, type Meaning } from '../pairing/meaning.ts';
import { C_RETURN, cArgumentVariable } from '../plan/c-variables.ts';
import type { ResultPlan } from '../plan/comparison-plan.ts';
import { objectPathIn } from '../rust-api/object-type.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { ResultFacts } from './result-facts.ts';
import type { ResultArm } from './return-codes.ts';
import { successCode, successCondition } from './success-return-code.ts';

/**
 * The plan of a function whose result is an object for later calls, or may be one; undefined for
 * any other. The C returns it or a pointer to it, or leaves it where a parameter points.
 * @param add an output for the C expression which tells whether there is one
 * @param errorArms arms for the errors that an out-parameter tells apart, by when there is one; none where it does not
 */
export function planMadeObject(
  facts: ResultFacts,
  rust: RustApiType,
  object: string,
  meaning: Meaning | undefined,
  add: (holds: string) => number,
  errorArms: (failed: string) => readonly ResultArm[],
): ResultPlan | undefined {
  if (objectPathIn(rust) !== object) return undefined;
  const isMade = facts.arguments.some(({ kind }) => kind === 'made');
  const { returns } = facts.function;
  if (!isMade && returns.kind !== 'pointer' && returns.kind !== 'record') {
    throw new NotComparable(
      `${facts.function.name} neither returns the object that Rust does, nor is it plain where it leaves it`,
    );
  }
  const isSure = rust.kind !== 'option' && rust.kind !== 'result';
  const condition = isSure ? '1' : holds(facts, meaning);
  const output = add(condition);
  const plan: ResultPlan = { kind: 'made', output };
  if (isSure) return plan;
  const [present, absent] =
    rust.kind === 'option' ? ['Some(value)', 'None'] : ['Ok(value)', 'Err(_)'];
  const none: ResultPlan = { kind: 'code', output, value: 0n };
  const errors = errorArms(`!(${condition})`).map((arm): ResultArm => {
    return { pattern: arm.pattern, plan: { kind: 'all', parts: [none, arm.plan] } };
  });
  return {
    kind: 'match',
    arms: [
      { pattern: present ?? '', plan },
      ...(errors.length > 0 ? errors : [{ pattern: absent ?? '', plan: none }]),
    ],
  };
}

/** The C expression that tells whether there is an object. */
function holds(facts: ResultFacts, meaning: Meaning | undefined): string {
  const { returns } = facts.function;
  const memory = facts.arguments.find((argument) => argument.kind === 'made');
  if (memory?.kind === 'made' && memory.isPointer) return `*${cArgumentVariable(memory.name)} != 0`;
  if (returns.kind === 'pointer') return `${C_RETURN} != 0`;
  if (codePlace(meaning) !== undefined && typeof meaning === 'object' && 'ok' in meaning) {
    return successCondition(meaning, facts).condition;
  }
  if (memory === undefined || returns.kind === 'void' || returns.kind === 'record') return '1';
  const told = typeof meaning === 'object' && 'success' in meaning ? meaning.success : undefined;
  return `${C_RETURN} == ${told ?? successCode(facts)}`;
}
