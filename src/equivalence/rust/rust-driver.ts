import { asset } from '../../workspace/asset.ts';
import { makesHandle } from '../c/call-code.ts';
import { callbacksOf } from '../callback.ts';
import { streamsIn } from '../pair.ts';
import { FILES, PLACES, TARGETS, WORKING_FOLDER, WORLD } from '../places.ts';
import type { Plan } from '../plan.ts';
import { outlivesProcess } from '../process-effects.ts';
import { callbacksCode, callerType } from './callback-code.ts';
import { type ResultWriter, resultCode } from './result-code.ts';
import { ownedType, passedAs, readRust, writeRust } from './rust-code.ts';
import { exchanged } from './rust-static.ts';
import { behindReference, type RustFunction, type RustType } from './rust-type.ts';

/** A call of the harness: a Rust function with its plan. */
export interface RustCall {
  readonly function: RustFunction;
  readonly plan: Plan;
}

/** The source of the program that runs the Rust side of each case. @param handle the type of objects */
export function rustDriver(calls: readonly RustCall[], handle?: string): string {
  const hasStreams = calls.some(({ plan }) =>
    plan.rust.some(({ pair }) => pair !== undefined && streamsIn(pair).length > 0),
  );
  const usesFiles = calls.some(
    ({ plan }) =>
      plan.usesFiles ||
      plan.outputs.some(({ pair }) => pair.kind === 'descriptor') ||
      plan.rust.some(
        ({ pair }) => pair !== undefined && streamsIn(pair).some(({ c }) => c !== 'stream'),
      ),
  );
  const callbacks = callbacksOf(calls);
  const logged = callbacks.filter(({ isCompared }) => isCompared).length;
  const printed = calls.some(({ plan }) => plan.outputs.some(({ rust }) => rust === 'printed'));
  const process = printed || calls.some(({ plan }) => plan.mayEnd) ? 'process' : 'no_process';
  return `#![allow(warnings)]
${asset('rust-driver/runtime.rs')}
${hasStreams ? asset('rust-driver/streams.rs') : ''}
${usesFiles ? `${placesCode()}${asset('rust-driver/files.rs')}` : ''}
fn begin_case() { ${hasStreams ? 'streams().clear();' : ''} ${usesFiles ? 'begin_files();' : ''} }
fn begin_call() { ${printed ? 'put_back_prints();' : ''} }
const PRINTS: bool = ${printed};
const MAY_END: bool = ${calls.some(({ plan }) => plan.mayEnd)};
${asset(`rust-driver/${process}.rs`)}
/// What a call that ended the process has left.
fn effects(number: u32, w: &mut Writer) {
    match number {
${calls.map(({ plan }, at) => `        ${at} => { ${effectsCode(plan)} }`).join('\n')}
        _ => {}
    }
}
${callbacksCode(callbacks)}
type Handle = ${handle ?? '()'};
fn call(number: u32, r: &mut Reader, w: &mut Writer, handles: &mut Vec<Option<Handle>>) {
    ${logged > 0 ? `clear_notes(${logged});` : ''}
    match number {
${calls.map((_, at) => `        ${at} => call_${at}(r, w, handles),`).join('\n')}
        _ => panic!("no such call"),
    }
    ${logged > 0 ? 'put_notes(w);' : ''}
}
${calls.map(({ function: f, plan }, at) => callCode(f, plan, at)).join('\n')}
`;
}

/** What `files.rs` and this program must agree upon. */
function placesCode(): string {
  return `const PLACES: &[&str] = &${JSON.stringify(PLACES)};
const TARGETS: &[&str] = &${JSON.stringify(TARGETS)};
const WORLD: &str = ${JSON.stringify(WORLD)};
const WORKING_FOLDER: &str = ${JSON.stringify(WORKING_FOLDER)};
`;
}

/** Memory that is appended to is gone with the process: its owner has nothing to see then. */
function effectsCode({ outputs }: Plan): string {
  return outputs
    .filter(outlivesProcess)
    .map(({ pair }) => {
      const isGone = pair.kind === 'stream' && (pair.rust === 'bytes' || pair.rust === 'text');
      return isGone ? 'w.u32(0);' : writeRust(pair, '');
    })
    .join(' ');
}

function callCode(f: RustFunction, plan: Plan, at: number): string {
  const variables = new Map(
    plan.rust.map((argument, index) => [argument.from, { argument, index }]),
  );
  const reads = plan.inputs.map(({ name, shape }) => {
    if (plan.usesFiles && name === FILES) return '    r.files();';
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
    const isCaller = pair.kind === 'callback';
    const type = isCaller ? callerType(argument.type) : ownedType(argument.type);
    return `    let mut a${index}: ${type} = ${whole};`;
  });
  const { statics } = plan.variables;
  const passed = plan.rust.slice(0, f.params.length).map(({ type, pair }, index) => {
    if (pair?.kind === 'callback') return `a${index}`;
    if (pair !== undefined) return passedAs(type, `a${index}`);
    return `${type.kind === 'reference' ? (type.mutable ? '&mut ' : '&') : ''}t${index}`;
  });
  const exchange = statics
    .map((one, index) => exchanged(one, `subject::${one.path}`, `a${f.params.length + index}`))
    .join('\n');
  const taken = plan.rust.flatMap(({ type, pair }, index) =>
    pair === undefined
      ? [{ index, isBoxed: type.kind === 'box', isKept: type.kind === 'reference' }]
      : [],
  );
  const call = `subject::${f.path}(${passed.join(', ')})`;
  const parts: string[] = [];
  plan.outputs.forEach((output, index) => {
    if (output.rust === 'result') return;
    if (output.rust === 'printed') {
      parts.push(`    { let w = &mut o[${index}]; w.0.clear(); ${writeRust(output.pair, '')} }`);
      return;
    }
    const argument = plan.rust[output.rust];
    const isNullable = output.c.when !== undefined;
    const write = isNullable
      ? `match &a${output.rust} { Some(v) => { w.u8(1); ${writeRust(output.pair, argumentPlace(argument?.type))} } None => w.u8(0) }`
      : writeRust(output.pair, `a${output.rust}`);
    parts.push(`    { let w = &mut o[${index}]; w.0.clear(); ${write} }`);
  });
  return `fn call_${at}(r: &mut Reader, w: &mut Writer, handles: &mut Vec<Option<Handle>>) {
${taken
  .map(
    ({ index, isBoxed }) => `    let h${index} = r.u32() as usize;
    let mut t${index} = ${isBoxed ? 'Box::new' : ''}(handles[h${index}].take().expect("an object"));`,
  )
  .join('\n')}
${reads.join('\n')}
    // One that was not made has a number, too.
    let made = handles.len();
    ${exchange}
    begin_call();
    let value = ${f.isUnsafe ? `unsafe { ${call} }` : call};
    ${exchange}
    let mut o: [Writer; ${plan.outputs.length}] = [${plan.outputs.map(() => 'Writer(vec![0])').join(', ')}];
    ${resultCode(plan, f.returns, writer(plan))}
    ${makesHandle(plan) ? 'handles.resize_with(made + 1, || None);' : ''}
${parts.join('\n')}
${taken.map(({ index, isKept }) => (isKept ? `    handles[h${index}] = Some(t${index});` : '')).join('\n')}
    for part in o.iter() { w.0.extend_from_slice(&part.0); }
}`;
}

function argumentPlace(_type: RustType | undefined): string {
  return '(*v)';
}

/** Writes what the result holds to the outputs `o`. */
function writer(plan: Plan): ResultWriter {
  const into = (at: number, write: string, isOptional = plan.outputs[at]?.c.when !== undefined) =>
    `{ let w = &mut o[${at}]; w.0.clear(); ${isOptional ? 'w.u8(1);' : ''} ${write} }`;
  return {
    ignored: (value) => `let _ = &${value};`,
    output: (at, { pair }, value) => into(at, writeRust(pair, value)),
    sign: (at, _, value) => into(at, `w.i8(${value});`),
    made: (at, _, value) => `handles.push(Some(${value})); ${into(at, 'w.u8(1);', false)}`,
    length: (at, _, value) => into(at, `w.u64(match ${value} { 0 | 1 => 0, n => n as u64 });`),
    code: (at, { pair }, value) => {
      const name = pair.kind === 'integer' ? `${pair.signed ? 'i' : 'u'}${pair.bits}` : 'u8';
      return into(at, `w.${name}((${value}i128) as ${name});`);
    },
  };
}
