import type { ClangCType } from '../../src/code/clang/types.ts';
import type { ClangFunction, ClangParameter } from '../../src/code/clang/unit.ts';
import { isSizeName } from '../../src/equivalence/name-matching.ts';
import { type InterfaceOfTypes, PAYLOAD } from './interface-of-types.ts';
import { rustName } from './rust-names.ts';

type PointerType = Extract<ClangCType, { kind: 'pointer' }>;

const RELEASE = /free|destroy|delete|release|dispose|deinit|close/i;
const WRITING = /^(?:f?printf|f?puts|f?putc|fwrite|fputs|fputc|putc|vfprintf)$/;

/**
 * The Rust function that somebody would write for a C function by its types alone; undefined where one of
 * them has no form in safe Rust.
 */
export function interfaceOfFunction(
  f: ClangFunction,
  types: InterfaceOfTypes,
  text: string,
): string | undefined {
  const { params } = f;
  const isSized = params.map(
    ({ name, type }, at) =>
      type.kind === 'integer' &&
      SIZE.test(name) &&
      params.slice(0, at).some((one) => isAny(one.type)),
  );
  const hasSize = isSized.includes(true);
  const isDropped = params.map(
    (param, at) => isSized[at] === true || isLengthOf(param, params[at - 1]),
  );
  const hasCallback = params.some(
    ({ type }) => type.kind === 'pointer' && type.to.kind === 'function',
  );
  const written: string[] = [];
  const made = madeObject(f, types);
  for (const [at, param] of params.entries()) {
    if (at === 0 && made !== undefined) continue;
    const isContext =
      hasCallback &&
      /^(?:\w*(?:ctx|context|data|arg|udata|user|opaque|cookie)\w*)$/i.test(param.name);
    if (isDropped[at] === true || (isContext && isVoid(param.type))) continue;
    const cast = castOf(param, text);
    const isList = isDropped[at + 1] === true;
    const type =
      cast ??
      (hasSize && isAny(param.type)
        ? elements(param.type, isList && isSized[at + 1] !== true)
        : undefined) ??
      paramType(f, param, isList, types);
    if (type === undefined) return undefined;
    written.push(`${rustName(param.name === '' ? `arg${at}` : param.name)}: ${type}`);
  }
  const returns = made ?? returnType(f, types);
  if (returns === undefined) return undefined;
  const whole = `(${written.join(', ')})${returns === '' ? '' : ` -> ${returns}`}`;
  const generic = new RegExp(String.raw`\b${PAYLOAD}\b`).test(whole) ? `<${PAYLOAD}>` : '';
  const isRelease = returns === '' && RELEASE.test(f.name) && written.length === 1;
  return `pub fn ${rustName(f.name)}${generic}${whole} {${isRelease ? '' : ' unimplemented!() '}}`;
}

/** What a constructor makes in memory that it is given. */
function madeObject(
  { name, params, returns }: ClangFunction,
  types: InterfaceOfTypes,
): string | undefined {
  const type = params[0]?.type;
  if (
    type?.kind !== 'pointer' ||
    type.isConst ||
    !/(?:init|alloc|create|new|make|setup|open)$/i.test(name)
  )
    return undefined;
  const record = types.record(type.to);
  const own = record === undefined ? undefined : types.value(type.to);
  if (own === undefined || !['void', 'integer', 'boolean'].includes(returns.kind)) return undefined;
  return returns.kind === 'void' ? own : `Option<${own}>`;
}

/** How C names the size of an element. */
const SIZE = /^(?:es|el|elsize|esize|elem_?size|item_?size|memsz|width|size|sz)$/i;

/** A pointer to anything. */
function isAny(type: ClangCType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}

function elements(type: ClangCType, isList: boolean): string {
  const isConst = type.kind === 'pointer' && type.isConst;
  return `${isConst ? '&' : '&mut '}${isList ? `[${PAYLOAD}]` : PAYLOAD}`;
}

const CASTS: Readonly<Record<string, string>> = {
  ...{ char: 'i8', 'unsigned char': 'u8', short: 'i16', int: 'i32', unsigned: 'u32', long: 'i64' },
  ...{
    float: 'f32',
    double: 'f64',
    size_t: 'usize',
    'unsigned int': 'u32',
    'unsigned long': 'u64',
  },
  ...{ int8_t: 'i8', int16_t: 'i16', int32_t: 'i32', int64_t: 'i64' },
  ...{ uint8_t: 'u8', uint16_t: 'u16', uint32_t: 'u32', uint64_t: 'u64' },
};

const MACRO_TYPE = /,\s*((?:unsigned )?(?:char|short|int|long|float|double|size_t|u?int\d+_t))\s*,/;

/** A number that a function looks for behind a pointer to anything: `*(const int *)a`. */
function castOf({ name, type }: ClangParameter, text: string): string | undefined {
  if (!isAny(type) || type.kind !== 'pointer') return undefined;
  const cast = new RegExp(
    String.raw`\*\s*\(\s*(?:const\s+)?([a-z][\w ]*?)\s*(?:const\s*)?\*\s*\)\s*\(?${name}\b`,
  );
  // A function that a macro makes is given its type.
  const made = text.includes('{') ? undefined : MACRO_TYPE.exec(text)?.[1];
  const to = CASTS[cast.exec(text)?.[1]?.trim() ?? made ?? ''];
  return to === undefined ? undefined : `${type.isConst ? '&' : '&mut '}${to}`;
}

/** Whether a parameter tells how many elements the one before it has. */
function isLengthOf({ name, type }: ClangParameter, before: ClangParameter | undefined): boolean {
  if (type.kind !== 'integer' || before?.type.kind !== 'pointer' || !isSizeName(name)) return false;
  if (/idx|index|pos|off/i.test(name)) return false;
  const { to } = before.type;
  return (
    ['integer', 'float', 'void'].includes(to.kind) || (to.kind === 'pointer' && before.type.isConst)
  );
}

function isVoid(type: ClangCType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}

function isText(type: ClangCType): boolean {
  return type.kind === 'integer' && type.isCharacter && type.signed;
}

function paramType(
  f: ClangFunction,
  { type, spelled, name }: ClangParameter,
  hasLength: boolean,
  types: InterfaceOfTypes,
): string | undefined {
  if (type.kind === 'array') {
    const of = types.value(type.of);
    if (of === undefined) return undefined;
    return type.length === undefined ? `&mut [${of}]` : `&mut [${of}; ${type.length}]`;
  }
  if (type.kind !== 'pointer') return types.value(type, spelled);
  const { to } = type;
  const borrow = type.isConst ? '&' : '&mut ';
  if (to.kind === 'function') return callbackType(to, name, types);
  if (/\bFILE\b/.test(spelled)) {
    return f.calls.some((call) => WRITING.test(call))
      ? '&mut dyn std::io::Write'
      : '&mut dyn std::io::BufRead';
  }
  if (to.kind === 'void') return hasLength ? `${borrow}[u8]` : PAYLOAD;
  if (to.kind === 'pointer') return pointerToPointer(type, to, hasLength, types);
  if (isText(to)) return hasLength ? `${borrow}[u8]` : type.isConst ? '&str' : '&mut [u8]';
  const of = types.value(to);
  if (of === undefined) return undefined;
  if (to.kind !== 'record') return hasLength ? `${borrow}[${of}]` : `${borrow}${of}`;
  if (RELEASE.test(f.name) && f.params.length === 1) return `Box<${of}>`;
  // A list is given and comes back with another head.
  const comesBack = f.returns.kind === 'pointer' && types.record(f.returns.to) === types.record(to);
  return comesBack && !type.isConst ? `Option<Box<${of}>>` : `${borrow}${of}`;
}

function pointerToPointer(
  type: PointerType,
  to: PointerType,
  hasLength: boolean,
  types: InterfaceOfTypes,
): string | undefined {
  if (isText(to.to)) return hasLength || type.isConst ? '&[&str]' : '&mut String';
  const of = types.value(to.to);
  if (of === undefined) return to.to.kind === 'void' ? `&mut Vec<${PAYLOAD}>` : undefined;
  if (to.to.kind === 'record') return hasLength ? `&[${of}]` : `&mut Option<Box<${of}>>`;
  return hasLength ? `&[Vec<${of}>]` : `&mut Vec<${of}>`;
}

function callbackType(
  { params, returns }: Extract<ClangCType, { kind: 'function' }>,
  name: string,
  types: InterfaceOfTypes,
): string | undefined {
  const isOrder =
    params.length >= 2 && params.slice(0, 2).every((one) => one.kind === 'pointer' && one.isConst);
  if (isOrder && returns.kind === 'integer' && /cmp|comp|order|less/i.test(name)) {
    const [first] = params;
    const to = first?.kind === 'pointer' ? first.to : undefined;
    const of = to === undefined || to.kind === 'void' ? PAYLOAD : types.value(to);
    return `&mut dyn FnMut(&${of}, &${of}) -> std::cmp::Ordering`;
  }
  const given = params.map((one, at) => {
    if (one.kind !== 'pointer') return types.value(one);
    if (one.to.kind === 'void')
      return at === params.length - 1 && params.length > 1 ? '' : `&${PAYLOAD}`;
    const of = types.value(one.to);
    return of === undefined ? undefined : `&${of}`;
  });
  const result = returns.kind === 'void' ? '' : types.value(returns);
  if (given.includes(undefined) || result === undefined) return undefined;
  const all = given.filter((one) => one !== '').join(', ');
  return `&mut dyn FnMut(${all})${result === '' ? '' : ` -> ${result}`}`;
}

function returnType(
  { returns, returnSpelled }: ClangFunction,
  types: InterfaceOfTypes,
): string | undefined {
  if (returns.kind === 'void') return '';
  if (returns.kind !== 'pointer') return types.value(returns, returnSpelled);
  const { to } = returns;
  if (to.kind === 'void') return `Option<${PAYLOAD}>`;
  if (isText(to)) return 'Option<String>';
  if (to.kind === 'pointer') {
    return isText(to.to) ? 'Vec<String>' : undefined;
  }
  const of = types.value(to);
  if (of === undefined) return undefined;
  return to.kind === 'record' ? `Option<Box<${of}>>` : `Option<Vec<${of}>>`;
}
