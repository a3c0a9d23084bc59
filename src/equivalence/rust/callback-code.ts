import { asset } from '../../workspace/asset.ts';
import { isChanged, rustChangeCode } from '../pairing/callback-changes.ts';
import { type CallbackArgument, type CallbackPair, scriptElementSize } from '../pairing/pair.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import { rustReadCode, rustWriteCode } from './rust-code.ts';
import { typeText } from './type-text.ts';

/**
 * The types that stand for code of a caller, each a script: closures, values of traits and functions are
 * made of them.
 */
export function rustCallbacksCode(callbacks: readonly CallbackPair[]): string {
  if (callbacks.length === 0) return '';
  const logs = callbacks.filter(({ isCompared }) => isCompared);
  return [
    asset('rust-driver/callbacks.rs'),
    ...callbacks.map((one) => callbackCode(one, logs.indexOf(one))),
  ].join('\n');
}

function callbackCode(pair: CallbackPair, log: number): string {
  const { id, rust, answer, arguments: given } = pair;
  const params = rust.params.map((type, at) => `b${at}: ${typeText(type)}`).join(', ');
  const names = rust.params.map((_, at) => `b${at}`).join(', ');
  const returns = typeText(rust.returns);
  const notes = given.map((argument, at) => callRecordCode(argument, `b${at}`, rust.params[at]));
  const note = log < 0 ? '' : `note(${log}, |w| { ${notes.join(' ')} });`;
  return `#[derive(Clone)]
pub struct Callback_${id}(Script);
static CURRENT_${id}: Mutex<Option<Callback_${id}>> = Mutex::new(None);
impl Callback_${id} {
    fn read(r: &mut Reader) -> Self {
        let new = Callback_${id}(${given.some(isChanged) ? changingScriptCode(pair) : scriptCode(pair)});
        *CURRENT_${id}.lock().unwrap_or_else(|e| e.into_inner()) = Some(new.clone());
        new
    }
    fn answer(&self${params === '' ? '' : `, ${params}`}) -> ${returns} {
        ${answer.kind === 'order' ? '' : note}
        ${changesCode(given, rust.params).join(' ')}
        ${answerCode(pair, notes)}
    }
}
fn function_${id}(${params}) -> ${returns} {
    let current = CURRENT_${id}.lock().unwrap_or_else(|e| e.into_inner()).clone();
    current.expect("a script").answer(${names})
}
${traitCode(pair, params, names, returns)}`;
}

function traitCode({ id, rust }: CallbackPair, params: string, names: string, returns: string) {
  if (typeof rust.as !== 'object') return '';
  const { trait, method, self } = rust.as;
  return `impl ${trait.replace(/^crate::/, 'subject::')} for Callback_${id} {
    fn ${method}(${self}${params === '' ? '' : `, ${params}`}) -> ${returns} { self.answer(${names}) }
}`;
}

/** Reads the script of a callback from the case `r`. */
function scriptCode({ answer }: CallbackPair): string {
  switch (answer.kind) {
    case 'nothing':
      return 'Script::new(Vec::new(), Vec::new())';
    case 'value':
      return `Script::new(Script::list(r, ${scriptElementSize(answer.pair)}), Vec::new())`;
    case 'codes':
      return 'Script::new(Script::list(r, 1), Vec::new())';
    case 'filled':
      return `{ let data = Script::list(r, ${scriptElementSize(answer.of)}); Script::new(data, Script::list(r, 1)) }`;
    case 'order':
      return 'Script::new(vec![r.u8()], Vec::new())';
  }
}

/** Reads a script that has the bytes of changes behind the answers. */
function changingScriptCode({ answer }: CallbackPair): string {
  const size = answer.kind === 'value' ? scriptElementSize(answer.pair) : 1;
  const data = answer.kind === 'nothing' ? 'Vec::new()' : `Script::list(r, ${size})`;
  return `{ let data = ${data}; Script::new(data, Script::list(r, 1)) }`;
}

/** Changes what the callback is given, by the next byte of its script. */
function changesCode(given: readonly CallbackArgument[], params: readonly RustApiType[]): string[] {
  return given.flatMap((argument, at) => {
    if (!isChanged(argument)) return [];
    const change = 'let m = self.0.change();';
    const name = `b${at}`;
    if (argument.kind === 'one') {
      const each = rustChangeCode(argument.pair, '(*v)');
      const value = params[at]?.kind === 'option' ? name : `Some(${name})`;
      return [`{ ${change} if let Some(v) = ${value} { ${each} } }`];
    }
    if (argument.kind !== 'elements' || argument.pair.of.kind !== 'integer') return [];
    const { rust } = argument.pair.of;
    return [
      `{ ${change} if m != 0 { for (i, e) in ${name}.iter_mut().enumerate() { *e ^= ((m as usize).wrapping_add(i) & 127) as ${rust}; } } }`,
    ];
  });
}

/** Writes what the callback is given to `w`. */
function callRecordCode(
  argument: CallbackArgument,
  name: string,
  type: RustApiType | undefined,
): string {
  const place = type?.kind === 'reference' ? `(*${name})` : name;
  switch (argument.kind) {
    case 'value':
      return rustWriteCode(argument.pair, place);
    case 'one': {
      if (!argument.isNullable) return rustWriteCode(argument.pair, place);
      const isReference = type?.kind === 'option' && type.of.kind === 'reference';
      const write = rustWriteCode(argument.pair, isReference ? '(**v)' : '(*v)');
      return `match &${name} { Some(v) => { w.u8(1); ${write} } None => w.u8(0) }`;
    }
    case 'elements':
      return rustWriteCode(argument.pair, place);
    case 'room':
      return `w.u32(u32::try_from(${name}.len()).unwrap_or(u32::MAX));`;
    case 'object':
      return '';
  }
}

function answerCode({ answer }: CallbackPair, notes: readonly string[]): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'value':
      return `self.0.read(1, ${scriptElementSize(answer.pair)}, |r| ${rustReadCode(answer.pair)})`;
    case 'codes': {
      const arms = answer.codes.map(({ rust }, at) => `${at} => ${rust}`).join(', ');
      return `match self.0.read(1, 1, |r| r.u8()) % ${answer.codes.length} { ${arms}, _ => unreachable!() }`;
    }
    case 'filled': {
      const { of, failure } = answer;
      const size = scriptElementSize(of);
      const room = `b${answer.room}`;
      const failed = failure === undefined ? 'unreachable!()' : `return ${failure.rust}`;
      return `let Some(n) = self.0.piece(${room}.len(), ${size}, ${failure !== undefined}) else { ${failed} };
        self.0.read(n, ${size}, |r| for e in ${room}[..n].iter_mut() { *e = ${rustReadCode(of)}; });
        ${answer.rust}`;
    }
    case 'order': {
      const [first = '', second] = notes;
      const order =
        second === undefined
          ? `self.0.search(&written(|w| { ${first} }))`
          : `self.0.order(&written(|w| { ${first} }), &written(|w| { ${second} }))`;
      return answer.isOrdering ? order : `${order} as i8 as _`;
    }
  }
}

/** The type of a variable that holds code of a caller. The type of a closure has no name. */
export function callbackVariableType(type: RustApiType): string {
  if (type.kind !== 'option') return '_';
  const isPointer = type.of.kind === 'callback' && type.of.as === 'pointer';
  return isPointer || ['reference', 'box'].includes(type.of.kind) ? typeText(type) : '_';
}
