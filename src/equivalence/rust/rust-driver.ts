import { asset } from '../../workspace/asset.ts';
import {
  FILES,
  FIXTURE_PATHS,
  FIXTURE_ROOT,
  LINK_TARGETS,
  STDIN,
  WORKING_FOLDER,
} from '../cases/file-fixture.ts';
import type { Shape } from '../cases/shape.ts';
import { callbacksOf } from '../pairing/callback-shapes.ts';
import type { Pair } from '../pairing/pair.ts';
import { streamsIn } from '../pairing/pair-contents.ts';
import { type ComparisonPlan, makesObject, type RustArgument } from '../plan/comparison-plan.ts';
import { outlivesProcess } from '../plan/process-effects.ts';
import { type WatchedMemory, watchedMemory } from '../plan/watched-memory.ts';
import { exchangeCode } from '../rust-api/rust-static.ts';
import {
  behindReference,
  movedPart,
  type RustApiFunction,
  type RustApiType,
} from '../rust-api/rust-type.ts';
import { callbackVariableType, rustCallbacksCode } from './callback-code.ts';
import { type ResultWriter, resultCode } from './result-code.ts';
import { ownedType, passedAs, rustReadCode, rustWriteCode } from './rust-code.ts';

/** A call of the harness: a Rust function with its plan. */
export interface RustDriverCall {
  readonly function: RustApiFunction;
  readonly plan: ComparisonPlan;
}

/**
 * The source of the program that runs the Rust side of each case.
 * @param handle the type of objects
 * @param isStateful the crate keeps something between calls: each case is a process of its own
 */
export function rustDriver(
  calls: readonly RustDriverCall[],
  handle?: string,
  isStateful = false,
): string {
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
  const readsStdin = calls.some(({ plan }) => plan.readsStdin);
  const callbacks = callbacksOf(calls);
  const logged = callbacks.filter(({ isCompared }) => isCompared).length;
  const watched = watchedMemory(calls);
  const printed = calls.some(({ plan }) => plan.outputs.some(({ rust }) => rust === 'printed'));
  // A process for each case.
  const isAlone = isStateful || calls.some(({ plan }) => plan.mayEnd);
  const process = printed || isAlone ? 'process' : 'no_process';
  return `#![allow(warnings)]
${asset('rust-driver/runtime.rs')}
${asset('rust-driver/miri.rs')}
${hasStreams ? asset('rust-driver/streams.rs') : ''}
${usesFiles ? `${placesCode()}${asset('rust-driver/files.rs')}` : ''}
${readsStdin ? asset('rust-driver/stdin.rs') : ''}
fn begin_case() { ${watched === undefined ? '' : 'WATCHED.lock().unwrap_or_else(|e| e.into_inner()).clear();'} ${hasStreams ? 'streams().clear();' : ''} ${usesFiles ? 'begin_files();' : ''} }
fn begin_call() { ${printed ? 'put_back_prints();' : ''} clear_errno(); }
const PRINTS: bool = ${printed};
const MAY_END: bool = ${isAlone};
const ALONE: bool = ${isStateful};
${asset(`rust-driver/${process}.rs`)}
/// What a call that ended the process has left.
fn effects(number: u32, w: &mut Writer) {
    match number {
${calls.map(({ plan }, at) => `        ${at} => { ${rustEffectsCode(plan)} }`).join('\n')}
        _ => {}
    }
}
${rustCallbacksCode(callbacks)}
type Handle = ${handle ?? '()'};
fn call(number: u32, r: &mut Reader, w: &mut Writer, handles: &mut Vec<Option<Handle>>) {
    ${logged > 0 ? `clear_notes(${logged});` : ''}
    match number {
${calls.map((_, at) => `        ${at} => call_${at}(r, w, handles),`).join('\n')}
        _ => panic!("no such call"),
    }
    ${logged > 0 ? 'put_notes(w);' : ''}
    ${watched === undefined ? '' : 'put_watched(w);'}
}
${watched === undefined ? '' : watchedCode(watched)}
${calls.map(({ function: f, plan }, at) => rustCallCode(f, plan, at)).join('\n')}
`;
}

/** Keeps in mind to which memory objects write, and puts what it holds. Only the driver looks at it between calls. */
function watchedCode({ of }: WatchedMemory): string {
  const type = of.kind === 'integer' ? of.rust : `f${of.bits}`;
  return `static WATCHED: std::sync::Mutex<Vec<(usize, usize)>> = std::sync::Mutex::new(Vec::new());
fn watch_memory(list: Vec<${type}>) -> &'static mut [${type}] {
    let list = list.leak();
    WATCHED.lock().unwrap_or_else(|e| e.into_inner()).push((list.as_mut_ptr() as usize, list.len()));
    list
}
fn put_watched(w: &mut Writer) {
    let watched = WATCHED.lock().unwrap_or_else(|e| e.into_inner());
    w.u32(watched.len() as u32);
    for (memory, count) in watched.iter() {
        w.u32(*count as u32);
        for at in 0..*count {
            let one = unsafe { std::ptr::read_volatile((*memory as *const ${type}).add(at)) };
            ${rustWriteCode(of, 'one')}
        }
    }
}`;
}

/** What `files.rs` and this program must agree upon. */
function placesCode(): string {
  return `const PLACES: &[&str] = &${JSON.stringify(FIXTURE_PATHS)};
const TARGETS: &[&str] = &${JSON.stringify(LINK_TARGETS)};
const WORLD: &str = ${JSON.stringify(FIXTURE_ROOT)};
const WORKING_FOLDER: &str = ${JSON.stringify(WORKING_FOLDER)};
`;
}

/** Memory that is appended to is gone with the process: its owner has nothing to see then. */
function rustEffectsCode({ outputs }: ComparisonPlan): string {
  return outputs
    .filter(outlivesProcess)
    .map(({ pair }) => {
      const isGone = pair.kind === 'stream' && (pair.rust === 'bytes' || pair.rust === 'text');
      return isGone ? 'w.u32(0);' : rustWriteCode(pair, '');
    })
    .join(' ');
}

function rustCallCode(f: RustApiFunction, plan: ComparisonPlan, at: number): string {
  const variables = plan.rust.map((argument, index) => ({ argument, index }));
  const reads = plan.inputs.map(({ name, shape }) => {
    if (plan.usesFiles && name === FILES) return '    r.files();';
    if (plan.readsStdin && name === STDIN) return '    r.stdin();';
    const found = variables.filter(({ argument }) => argument.from === name);
    if (found.length === 0) throw new Error(`no Rust argument for the slot ${name}`);
    return found.map((one) => readArgument(one, shape)).join('\n');
  });
  if (plan.isProgram) return programCode(f, plan, at, reads);
  const { statics } = plan.variables;
  const passed = passedArguments(f, plan);
  const exchange = statics
    .map((one, index) => exchangeCode(one, `subject::${one.path}`, `a${f.params.length + index}`))
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
      parts.push(
        `    { let w = &mut o[${index}]; w.0.clear(); ${rustWriteCode(output.pair, '')} }`,
      );
      return;
    }
    const argument = plan.rust[output.rust];
    const isNullable = output.c.when !== undefined;
    const write = isNullable
      ? `match &a${output.rust} { Some(v) => { w.u8(1); ${rustWriteCode(output.pair, argumentPlace(argument?.type))} } None => w.u8(0) }`
      : rustWriteCode(output.pair, `a${output.rust}`);
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
    ${resultCode(plan, f.returns, resultWriter(plan))}
    ${makesObject(plan) ? 'handles.resize_with(made + 1, || None);' : ''}
${parts.join('\n')}
${taken.map(({ index, isKept }) => (isKept ? `    handles[h${index}] = Some(t${index});` : '')).join('\n')}
    for part in o.iter() { w.0.extend_from_slice(&part.0); }
}`;
}

/** A call whose process ends with what is given back. */
function programCode(
  f: RustApiFunction,
  plan: ComparisonPlan,
  at: number,
  reads: readonly string[],
): string {
  return `fn call_${at}(r: &mut Reader, _: &mut Writer, _: &mut Vec<Option<Handle>>) {
${reads.join('\n')}
    begin_call();
    let value = subject::${f.path}(${passedArguments(f, plan).join(', ')});
    std::process::exit(value);
}`;
}

function passedArguments(f: RustApiFunction, plan: ComparisonPlan): string[] {
  return plan.rust.slice(0, f.params.length).map(({ type, pair, isWatched }, index) => {
    if (pair?.kind === 'absent') return 'None';
    if (pair?.kind === 'callback' || isWatched === true) return `a${index}`;
    if (pair !== undefined) return passedAs(type, `a${index}`);
    return `${type.kind === 'reference' ? (type.mutable ? '&mut ' : '&') : ''}t${index}`;
  });
}

/** Reads the variable of an argument. @param shape of its slot */
function readArgument(
  { argument, index }: { readonly argument: RustArgument; readonly index: number },
  shape: Shape,
): string {
  const { pair } = argument;
  if (pair === undefined) throw new Error(`no value for ${argument.from}`);
  if (pair.kind === 'absent') return '';
  const value = boxedAs(argument.type, rustReadCode(pair), pair);
  const isOption = behindReference(argument.type).kind === 'option';
  const whole =
    shape.kind === 'nullable' && isOption && pair.kind !== 'nullable'
      ? `if r.u8() == 0 { None } else { Some(${value}) }`
      : value;
  const isCaller = pair.kind === 'callback';
  const type = isCaller ? callbackVariableType(argument.type) : ownedType(argument.type);
  if (argument.isWatched === true) return `    let a${index} = watch_memory(${whole});`;
  if (argument.isKept === true) {
    return `    let a${index}: &'static ${type} = Box::leak(Box::new(${whole}));`;
  }
  const moved = movedPart(argument.type);
  if (moved !== undefined) {
    const part = moved.kind === 'slice' ? `[${ownedType(moved.of)}]` : 'str';
    return `    let o${index}: ${type} = ${whole};
    let mut a${index}: &${part} = &o${index};`;
  }
  return `    let mut a${index}: ${type} = ${whole};`;
}

/** A value in the box that a parameter takes. */
function boxedAs(type: RustApiType, value: string, pair: Pair): string {
  if (type.kind === 'option') return boxedAs(type.of, value, pair);
  if (type.kind === 'reference') return boxedAs(type.to, value, pair);
  return type.kind === 'box' && pair.kind === 'record' ? `Box::new(${value})` : value;
}

function argumentPlace(_type: RustApiType | undefined): string {
  return '(*v)';
}

/** Writes what the result holds to the outputs `o`. */
function resultWriter(plan: ComparisonPlan): ResultWriter {
  const into = (at: number, write: string, isOptional = plan.outputs[at]?.c.when !== undefined) =>
    `{ let w = &mut o[${at}]; w.0.clear(); ${isOptional ? 'w.u8(1);' : ''} ${write} }`;
  return {
    ignored: (value) => `let _ = &${value};`,
    output: (at, { pair }, value) => into(at, rustWriteCode(pair, value)),
    sign: (at, _, value) => into(at, `w.i8(${value});`),
    made: (at, _, value) => `handles.push(Some(${value})); ${into(at, 'w.u8(1);', false)}`,
    length: (at, _, value) => into(at, `w.u64(match ${value} { 0 | 1 => 0, n => n as u64 });`),
    code: (at, { pair }, value) => {
      const name = pair.kind === 'integer' ? `${pair.signed ? 'i' : 'u'}${pair.bits}` : 'u8';
      return into(at, `w.${name}((${value}i128) as ${name});`);
    },
  };
}
