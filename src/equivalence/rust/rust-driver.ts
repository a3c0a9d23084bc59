import { makesHandle } from '../c/c-driver.ts';
import type { Plan, ResultPlan } from '../plan.ts';
import { ownedType, passedAs, readRust, writeRust } from './rust-code.ts';
import { RUST_RUNTIME } from './rust-runtime.ts';
import { behindReference, type RustFunction, type RustType } from './rust-type.ts';

/** A call of the harness: a Rust function with its plan. */
export interface RustCall {
  readonly function: RustFunction;
  readonly plan: Plan;
}

/** The source of the program that runs the Rust side of each case. */
export function rustDriver(calls: readonly RustCall[], handle?: string): string {
  return `${RUST_RUNTIME}
type Handle = ${handle === undefined ? '()' : `subject::${handle}`};
fn call(number: u32, r: &mut Reader, w: &mut Writer, handles: &mut Vec<Option<Handle>>) {
    match number {
${calls.map((_, at) => `        ${at} => call_${at}(r, w, handles),`).join('\n')}
        _ => panic!("no such call"),
    }
}
${calls.map(({ function: f, plan }, at) => callCode(f, plan, at)).join('\n')}
`;
}

function callCode(f: RustFunction, plan: Plan, at: number): string {
  const variables = new Map(
    plan.rust.map((argument, index) => [argument.from, { argument, index }]),
  );
  const reads = plan.inputs.map(({ name, shape }) => {
    const found = variables.get(name);
    const pair = found?.argument.pair;
    if (found === undefined || pair === undefined) {
      throw new Error(`no Rust argument for the slot ${name}`);
    }
    const { argument, index } = found;
    const value = readRust(pair);
    const isOption = behindReference(argument.type).kind === 'option';
    const whole =
      shape.kind === 'nullable' && isOption && pair.kind !== 'nullable'
        ? `if r.u8() == 0 { None } else { Some(${value}) }`
        : value;
    return `    let mut a${index}: ${ownedType(argument.type)} = ${whole};`;
  });
  const passed = plan.rust.map(({ type, pair }, index) => {
    if (pair !== undefined) return passedAs(type, `a${index}`);
    const isMutable = type.kind === 'reference' && type.mutable;
    return `handles[h].as_${isMutable ? 'mut' : 'ref'}().expect("an object")`;
  });
  const call = `subject::${f.path}(${passed.join(', ')})`;
  const parts: string[] = [];
  plan.outputs.forEach((output, index) => {
    if (output.rust === 'result') return;
    const argument = plan.rust[output.rust];
    const isNullable = output.c.when !== undefined;
    const write = isNullable
      ? `match &a${output.rust} { Some(v) => { w.u8(1); ${writeRust(output.pair, argumentPlace(argument?.type))} } None => w.u8(0) }`
      : writeRust(output.pair, `a${output.rust}`);
    parts.push(`    { let w = &mut o[${index}]; w.0.clear(); ${write} }`);
  });
  return `fn call_${at}(r: &mut Reader, w: &mut Writer, handles: &mut Vec<Option<Handle>>) {
${plan.rust.some(({ pair }) => pair === undefined) ? '    let h = r.u32() as usize;' : ''}
${reads.join('\n')}
    // One that was not made has a number, too.
    let made = handles.len();
    let value = ${f.isUnsafe ? `unsafe { ${call} }` : call};
    let mut o: [Writer; ${plan.outputs.length}] = [${plan.outputs.map(() => 'Writer(vec![0])').join(', ')}];
    ${resultCode(plan.result, 'value', f.returns, plan)}
    ${makesHandle(plan) ? 'handles.resize_with(made + 1, || None);' : ''}
${parts.join('\n')}
    for part in o.iter() { w.0.extend_from_slice(&part.0); }
}`;
}

function argumentPlace(_type: RustType | undefined): string {
  return '(*v)';
}

/** Statements that turn the result into outputs. @param type of the value, where it is known */
function resultCode(
  result: ResultPlan,
  value: string,
  type: RustType | undefined,
  plan: Plan,
): string {
  switch (result.kind) {
    case 'ignored':
      return `let _ = &${value};`;
    case 'output': {
      const output = plan.outputs[result.output];
      if (output === undefined) throw new Error('no such output');
      const isDirect = ['integer', 'float', 'boolean', 'enum'].includes(output.pair.kind);
      const place = type === undefined || !isDirect ? value : dereference(value, type);
      return into(result.output, output.c.when !== undefined, writeRust(output.pair, place));
    }
    case 'sign': {
      const output = plan.outputs[result.output];
      const sign = type?.kind === 'ordering' ? `${value} as i8` : `${value}.signum() as i8`;
      return into(result.output, output?.c.when !== undefined, `w.i8(${sign});`);
    }
    case 'made': {
      const inner = type?.kind === 'box' ? `*${value}` : value;
      return `handles.push(Some(${inner})); ${into(result.output, false, 'w.u8(1);')}`;
    }
    case 'length': {
      const output = plan.outputs[result.output];
      return into(
        result.output,
        output?.c.when !== undefined,
        `w.u64(match ${value}.len() { 0 | 1 => 0, n => n as u64 });`,
      );
    }
    case 'code': {
      const output = plan.outputs[result.output];
      const pair = output?.pair;
      const name = pair?.kind === 'integer' ? `${pair.signed ? 'i' : 'u'}${pair.bits}` : 'u8';
      return into(
        result.output,
        output?.c.when !== undefined,
        `w.${name}((${result.value}i128) as ${name});`,
      );
    }
    case 'all':
      return result.parts.map((part) => resultCode(part, value, type, plan)).join(' ');
    case 'parts':
      return result.parts
        .map(({ field, plan: part }) =>
          resultCode(part, `${value}.${field}`, partType(type, field), plan),
        )
        .join(' ');
    case 'match': {
      const arms = result.arms.map(({ pattern, plan: arm }) => {
        return `${pattern} => { ${resultCode(arm, 'value', armType(type, pattern), plan)} }`;
      });
      const last = '_ => panic!("a result that the mapping does not name")';
      return `#[allow(unreachable_patterns)] match ${value} { ${[...arms, last].join(', ')} }`;
    }
  }
}

function into(output: number, isOptional: boolean, write: string): string {
  return `{ let w = &mut o[${output}]; w.0.clear(); ${isOptional ? 'w.u8(1);' : ''} ${write} }`;
}

function dereference(value: string, type: RustType): string {
  let text = value;
  for (let at = type; at.kind === 'reference' || at.kind === 'box'; ) {
    text = `(*${text})`;
    at = at.kind === 'reference' ? at.to : at.of;
  }
  return text;
}

function partType(type: RustType | undefined, field: string): RustType | undefined {
  return type?.kind === 'tuple' ? type.items[Number(field)] : undefined;
}

function armType(type: RustType | undefined, pattern: string): RustType | undefined {
  if (type?.kind === 'option' && pattern.startsWith('Some')) return type.of;
  if (type?.kind === 'result') return pattern.startsWith('Ok') ? type.ok : type.error;
  return undefined;
}
