import type { Case, SideResult } from './case.ts';
import { type RustNames, rustLiteral } from './inputs/print-rust.ts';
import { type Expectation, rustTest } from './inputs/print-test.ts';
import type { Plan, ResultPlan } from './plan.ts';
import type { RustCrate } from './rust/rust-crate.ts';
import { behindReference, type RustFunction, type RustType } from './rust/rust-type.ts';
import type { Value } from './shape.ts';

/**
 * A Rust test that calls the function on the inputs of a case and expects what the C gave; it
 * fails until both agree. Empty when no Rust source can be written for a value.
 */
export function differenceTest(
  c: string,
  rust: RustFunction,
  plan: Plan,
  crate: RustCrate,
  { steps }: Case,
  side: SideResult,
): string {
  if (side.kind !== 'returned') return '';
  const names: RustNames = { item: (path) => crate.item(path), prefix: 'crate::' };
  const values = side.steps[0] ?? [];
  const inputs = new Map(plan.inputs.map(({ name }, at) => [name, steps[0]?.inputs[at] ?? null]));
  const args = plan.rust.map(({ from, type }) => ({
    name: from,
    type,
    value: inputs.get(from) ?? null,
  }));
  const expects: Expectation[] = [];
  const returned = expected(plan.result, rust.returns, plan, values, names);
  if (returned !== undefined) expects.push({ of: 'return', is: returned });
  for (const [at, output] of plan.outputs.entries()) {
    if (output.rust === 'result') continue;
    const type = plan.rust[output.rust]?.type;
    if (type?.kind !== 'reference' || !type.mutable) continue;
    const is = rustLiteral(behindReference(type), values[at] ?? null, names);
    if (is !== undefined) expects.push({ of: output.slot.name, is });
  }
  const path = `crate::${rust.path}`;
  return rustTest({ function: c, calls: [{ path, args, expects }] }, names) ?? '';
}

/** The arguments of a case as Rust source, by the names of the C parameters. */
export function argumentsText(plan: Plan, crate: RustCrate, { steps }: Case): string | undefined {
  const names: RustNames = { item: (path) => crate.item(path), prefix: '' };
  const texts = plan.inputs.map(({ name }, at) => {
    const type = plan.rust.find(({ from }) => from === name)?.type;
    const text = type && rustLiteral(type, steps[0]?.inputs[at] ?? null, names);
    return text === undefined ? undefined : `${name} = ${text}`;
  });
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

/** What the Rust function has to return, by what the C gave back; undefined when it cannot be written. */
function expected(
  result: ResultPlan,
  type: RustType,
  plan: Plan,
  values: readonly Value[],
  names: RustNames,
): string | undefined {
  switch (result.kind) {
    case 'output': {
      const value = values[result.output];
      return value === undefined || value === null
        ? undefined
        : rustLiteral(behind(type), value, names);
    }
    case 'sign': {
      const sign = values[result.output];
      if (type.kind !== 'ordering') return undefined;
      return `std::cmp::Ordering::${sign === 0n ? 'Equal' : sign === 1n ? 'Greater' : 'Less'}`;
    }
    case 'all': {
      const last = result.parts.at(-1);
      return last && expected(last, type, plan, values, names);
    }
    case 'parts': {
      if (type.kind !== 'tuple') return undefined;
      const parts = result.parts.map((part) => {
        const of = type.items[Number(part.field)];
        return of && expected(part.plan, of, plan, values, names);
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
      const value = expected(arm.plan, inner, plan, values, names);
      return value === undefined ? undefined : `${name}(${value})`;
    }
    default:
      return undefined;
  }
}

/** A value that the expected one is compared with by `==`, through what it borrows. */
function behind(type: RustType): RustType {
  return type.kind === 'reference' && type.to.kind !== 'str' && type.to.kind !== 'slice'
    ? type.to
    : type;
}

/** Whether the C gave what an arm of a `match` stands for. */
function isTaken(plan: ResultPlan, pattern: string, values: readonly Value[]): boolean {
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
