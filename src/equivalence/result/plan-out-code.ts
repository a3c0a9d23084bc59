import { NotComparable } from '../not-comparable.ts';
import type { Meaning } from '../pairing/meaning.ts';
import { cLiteral, conjunction } from '../plan/c-variables.ts';
import type { ResultPlan } from '../plan/comparison-plan.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import { cValueAt } from './c-access-path.ts';
import type { ResultOutputs } from './outputs.ts';
import type { ResultFacts } from './result-facts.ts';
import type { ErrorPlanner, ResultArm } from './return-codes.ts';

/** What a `Result` means. */
export type ResultMeaning = Extract<Meaning, { errors: unknown; ok: unknown }>;

/** What plans the parts of a result. */
export interface OutCodeTools {
  readonly facts: ResultFacts;
  readonly outputs: ResultOutputs;
  readonly errors: ErrorPlanner;
  readonly plan: (meaning: Meaning, rust: RustApiType, when: string | undefined) => ResultPlan;
}

/**
 * The plan of a `Result` whose codes an out-parameter holds; where one of them means success, it is compared then as
 * well.
 * @param condition the C expression that holds where nothing failed
 * @throws NotComparable where the meaning does not fit its types
 */
export function planOutCode(
  meaning: ResultMeaning,
  condition: string,
  rust: Extract<RustApiType, { kind: 'result' }>,
  when: string | undefined,
  { facts, outputs, errors, plan }: OutCodeTools,
): ResultPlan {
  const { ok, success, code: place = '' } = meaning;
  const failed = conjunction(when, `!(${condition})`);
  const status = outputs.addStatus(place, success === undefined ? failed : when);
  const code = (value: bigint | undefined): ResultPlan[] =>
    value === undefined ? [] : [{ kind: 'code', output: status, value }];
  const arms = outCodeArms(meaning, rust.error, failed, status, errors);
  if (typeof ok !== 'object' || !('some' in ok) || typeof ok.none !== 'bigint') {
    const value = plan(ok, rust.ok, conjunction(when, condition));
    const okPlan: ResultPlan = { kind: 'all', parts: [...code(success), value] };
    return { kind: 'match', arms: [{ pattern: 'Ok(value)', plan: okPlan }, ...arms] };
  }
  if (success === undefined || rust.ok.kind !== 'option') {
    throw new NotComparable(
      'result.none as a code of a parameter needs result.success, and an Option in Rust',
    );
  }
  const isSome = `${cValueAt(facts, place)} == ${cLiteral(success)}`;
  const some = plan(ok.some, rust.ok.of, conjunction(when, isSome));
  const present: ResultPlan = { kind: 'all', parts: [...code(success), some] };
  const absent: ResultPlan = { kind: 'code', output: status, value: ok.none };
  return {
    kind: 'match',
    arms: [
      { pattern: 'Ok(Some(value))', plan: present },
      { pattern: 'Ok(None)', plan: absent },
      ...arms,
    ],
  };
}

/**
 * The arms of errors whose codes an out-parameter holds.
 * @param output of the code
 * @throws NotComparable where the errors are told in another way
 */
export function outCodeArms(
  meaning: ResultMeaning,
  error: RustApiType,
  failed: string,
  output: number,
  planner: ErrorPlanner,
): ResultArm[] {
  const { errors } = meaning;
  if (errors === 'return') return [{ pattern: 'Err(value)', plan: { kind: 'output', output } }];
  if (typeof errors !== 'string') return planner.errorArms(errors, error, output, failed);
  throw new NotComparable(`result.errors is "${errors}", and ${meaning.code} holds the codes`);
}
