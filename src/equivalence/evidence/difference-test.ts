import type { Case, CaseStep, SideResult } from '../cases/case.ts';
import { choicesIn } from '../cases/choice.ts';
import type { CaseValue } from '../cases/shape.ts';
import {
  type ComparisonPlan,
  makesObject,
  type Output,
  objectOutput,
  type PlannedCall,
  type ResultPlan,
} from '../plan/comparison-plan.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import type { RustStatic } from '../rust-api/rust-static.ts';
import { behindReference, type RustApiType } from '../rust-api/rust-type.ts';
import { type CrateTypeNames, rustLiteral } from './rust-literal.ts';
import { type Expectation, printDifferenceTest, type RustTestCall } from './rust-test.ts';

/**
 * A Rust test that makes the calls of a case and expects of each what the C gave; it fails until both
 * agree. Empty when no Rust source can be written for a value, or none for what the C gave: a test without an
 * assertion fails only where Rust panics.
 * @param c the name of the C function in question
 * @param calls those that steps of the case name by index
 * @param rust how the Rust went through the case
 */
export function differenceTest(
  c: string,
  calls: readonly PlannedCall[],
  crate: RustCrate,
  { steps }: Case,
  side: SideResult,
  rust: SideResult['kind'],
): string {
  if (side.kind !== 'returned') return '';
  const plans = calls.map(({ plan }) => plan);
  const names = typeNames(crate, plans, 'crate::');
  const objects: string[] = [];
  const lines: RustTestCall[] = [];
  for (const [at, step] of steps.entries()) {
    const call = calls[step.call];
    if (call === undefined) return '';
    const values = side.steps[at] ?? [];
    const taken = step.handles.map((handle) => objects[handle] ?? '');
    const made = makesObject(call.plan) ? `object_${objects.length + 1}` : undefined;
    const printed = testCalls(call, step, values, taken, made, names);
    if (printed === undefined) return '';
    lines.push(...printed);
    if (made !== undefined) objects.push(made);
  }
  const makes = (lines.at(-1)?.makes?.from ?? '') !== '';
  const asserts =
    makes || lines.some(({ expects, fails }) => expects.length > 0 || fails !== undefined);
  if (!asserts && rust === 'returned') return '';
  return printDifferenceTest({ function: c, calls: lines }, names) ?? '';
}

/** How a test names types, and what their numbers stand for. */
function typeNames(
  crate: RustCrate,
  plans: readonly ComparisonPlan[],
  prefix: string,
): CrateTypeNames {
  const slots = plans.flatMap(({ inputs, outputs }) => [...inputs, ...outputs.map((o) => o.slot)]);
  const known = slots.flatMap(({ shape }) => choicesIn(shape));
  return {
    item: (path) => crate.item(path),
    variant: (path, tag) =>
      known
        .find(({ name }) => name === path)
        ?.choices.find((choice) => choice.tag === tag && !choice.isEnd)?.name,
    prefix,
  };
}

/** A call of a test, after those that set the statics it reads. */
function testCalls(
  { rust, plan }: PlannedCall,
  step: CaseStep,
  values: readonly CaseValue[],
  taken: readonly string[],
  made: string | undefined,
  names: CrateTypeNames,
): RustTestCall[] | undefined {
  // A test would need the files, too, and has no standard input of its own.
  if (plan.usesFiles || plan.readsStdin) return undefined;
  const { statics } = plan.variables;
  const inputs = new Map(plan.inputs.map(({ name }, at) => [name, step.inputs[at] ?? null]));
  const own = plan.rust.slice(0, rust.params.length);
  const args = own.map(({ from, type, pair }) =>
    pair === undefined
      ? { handle: taken[0] ?? '', by: referenceOperator(type) }
      : { name: from, type, value: inputs.get(from) ?? null },
  );
  const before: RustTestCall[] = [];
  const expects: Expectation[] = [];
  for (const one of statics) {
    const place = staticAccess(one);
    if (place === undefined) return undefined;
    const value = { name: one.name, type: place.argument, value: inputs.get(one.name) ?? null };
    before.push({ path: place.set, args: [value, ...place.more], expects: [] });
  }
  const path = `crate::${rust.path}`;
  const object = objectOutput(plan.result);
  if (made !== undefined && object !== undefined) {
    const isMade = values[object] === true;
    const kind = rust.returns.kind;
    const makes =
      kind === 'option'
        ? '.expect("an object")'
        : kind === 'result'
          ? '.ok().expect("an object")'
          : '';
    if (isMade) return [...before, { path, args, makes: { variable: made, from: makes }, expects }];
    if (kind !== 'option' && kind !== 'result') return undefined;
    return [...before, { path, args, expects, fails: kind === 'option' ? 'is_none' : 'is_err' }];
  }
  const returned = expectedText(plan.result, rust.returns, plan, values, names);
  const matched = matchedPattern(plan.result, values);
  if (returned !== undefined) expects.push({ of: 'return', is: returned });
  else if (matched !== undefined) expects.push({ of: 'return', matches: matched });
  for (const [at, output] of plan.outputs.entries()) {
    if (typeof output.rust === 'string') continue;
    const type = plan.rust[output.rust]?.type;
    if (type?.kind !== 'reference' || !type.mutable) continue;
    if (isFull(output, inputs)) continue;
    const is = rustLiteral(behindReference(type), values[at] ?? null, names);
    const place = statics[output.rust - rust.params.length];
    const of = place === undefined ? output.slot.name : staticAccess(place)?.read;
    if (is !== undefined && of !== undefined) expects.push({ of, is });
  }
  return [...before, { path, args, expects, returns: rust.returns.kind !== 'unit' }];
}

/** Whether an output is a stream that cannot be looked into once it has failed. */
function isFull({ pair, slot }: Output, inputs: ReadonlyMap<string, CaseValue>): boolean {
  const given = inputs.get(slot.name);
  return pair.kind === 'stream' && Array.isArray(given) && given.includes(true);
}

function referenceOperator(type: RustApiType): '' | '&' | '&mut ' {
  if (type.kind !== 'reference') return '';
  return type.mutable ? '&mut ' : '&';
}

/** How a test sets and reads a static; undefined where it would need unsafe code. */
function staticAccess({ path, type, access }: RustStatic) {
  const name = `crate::${path}`;
  const order = 'std::sync::atomic::Ordering::SeqCst';
  if (access === 'mut') return undefined;
  if (access === 'atomic') {
    const more = [{ handle: order, by: '' } as const];
    return { set: `${name}.store`, argument: type, more, read: `${name}.load(${order})` };
  }
  const argument: RustApiType = { kind: 'reference', to: type, mutable: false };
  const inside = `${name}.${access}().unwrap()`;
  return { set: `${inside}.clone_from`, argument, more: [], read: `*${inside}` };
}

/** The arguments of a case as Rust source, by the names of the C parameters. */
export function argumentsText(
  plan: ComparisonPlan,
  crate: RustCrate,
  { steps }: Case,
): string | undefined {
  const names = typeNames(crate, [plan], '');
  const texts = plan.inputs.map(({ name }, at) => {
    const type = plan.rust.find(({ from }) => from === name)?.type;
    const text = type && rustLiteral(type, steps[0]?.inputs[at] ?? null, names);
    return text === undefined ? undefined : `${name} = ${text}`;
  });
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

/** What the Rust function has to return, by what the C gave back; undefined when it cannot be written. */
function expectedText(
  result: ResultPlan,
  type: RustApiType,
  plan: ComparisonPlan,
  values: readonly CaseValue[],
  names: CrateTypeNames,
): string | undefined {
  switch (result.kind) {
    case 'output': {
      const value = values[result.output];
      return value === undefined || value === null
        ? undefined
        : rustLiteral(comparedType(type), value, names);
    }
    case 'sign': {
      const sign = values[result.output];
      if (type.kind !== 'ordering') return undefined;
      return `std::cmp::Ordering::${sign === 0n ? 'Equal' : sign === 1n ? 'Greater' : 'Less'}`;
    }
    case 'all': {
      const last = result.parts.at(-1);
      return last && expectedText(last, type, plan, values, names);
    }
    case 'parts': {
      if (type.kind !== 'tuple') return undefined;
      const parts = result.parts.map((part) => {
        const of = type.items[Number(part.field)];
        return of && expectedText(part.plan, of, plan, values, names);
      });
      return parts.every((part) => part !== undefined) ? `(${parts.join(', ')})` : undefined;
    }
    case 'match': {
      const arm = result.arms.find((one) => isTaken(one.plan, one.pattern, values));
      if (arm === undefined) return undefined;
      if (arm.pattern === 'None') return 'None';
      if (!/^(?:Some|Ok)\(value\)$/.test(arm.pattern)) return literalPattern(arm.pattern);
      const inner = type.kind === 'option' ? type.of : type.kind === 'result' ? type.ok : undefined;
      if (inner === undefined) return undefined;
      const name = arm.pattern.startsWith('Some') ? 'Some' : 'Ok';
      if (inner.kind === 'unit') return `${name}(())`;
      const value = expectedText(arm.plan, inner, plan, values, names);
      return value === undefined ? undefined : `${name}(${value})`;
    }
    default:
      return undefined;
  }
}

/** The pattern of what the C gave, where a result is told apart by patterns. */
function matchedPattern(result: ResultPlan, values: readonly CaseValue[]): string | undefined {
  if (result.kind !== 'match') return undefined;
  const arm = result.arms.find((one) => isTaken(one.plan, one.pattern, values));
  return arm?.pattern.replaceAll('subject::', 'crate::').replaceAll(/\bvalue\b/g, '_');
}

/** A value that the expected one is compared with by `==`, through what it borrows. */
function comparedType(type: RustApiType): RustApiType {
  return type.kind === 'reference' && type.to.kind !== 'str' && type.to.kind !== 'slice'
    ? type.to
    : type;
}

/** Whether the C gave what an arm of a `match` stands for. */
function isTaken(plan: ResultPlan, pattern: string, values: readonly CaseValue[]): boolean {
  switch (plan.kind) {
    case 'code':
      return values[plan.output] === plan.value || values[plan.output] === (plan.value === 1n);
    case 'output':
      return (values[plan.output] ?? null) !== null;
    case 'all':
    case 'parts': {
      const parts = plan.kind === 'all' ? plan.parts : plan.parts.map((part) => part.plan);
      return parts.every((part) => isTaken(part, pattern, values));
    }
    case 'ignored':
      return true;
    default:
      return false;
  }
}

/** A variant without fields, or a literal; undefined for a pattern that stands for more. */
function literalPattern(pattern: string): string | undefined {
  const inside = /^Err\((.*)\)$/.exec(pattern)?.[1] ?? pattern;
  const value = inside.replace(/^subject::/, 'crate::').replace(/ \{ \.\. \}$/, '');
  if (!/^(?:crate::[\w:]+|true|false|-?\d+)$/.test(value)) return undefined;
  return inside === pattern ? value : `Err(${value})`;
}
