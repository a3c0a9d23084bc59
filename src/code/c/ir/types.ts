import { type DataModel, LP64 } from './data-model.ts';
import { systemRecord } from './system-records.ts';

/**
 * C types as the analysis needs them: sizes, signs, and what a pointer points to.
 * Where no data model is given it is LP64 (Linux, macOS and BSD on 64 bits).
 */
export type CType =
  | { readonly kind: 'void' }
  | {
      readonly kind: 'int';
      readonly bits: number;
      readonly signed: boolean;
      readonly boolean?: true;
    }
  | { readonly kind: 'float'; readonly bits: number }
  | { readonly kind: 'pointer'; readonly to: CType; readonly reference?: true }
  | { readonly kind: 'array'; readonly of: CType; readonly length: number | undefined }
  | { readonly kind: 'record'; readonly name: string }
  | { readonly kind: 'function'; readonly returns: CType; readonly parameters: readonly CType[] }
  | { readonly kind: 'unknown'; readonly name: string };

export interface RecordField {
  readonly name: string;
  readonly type: CType;
}

/** A struct, union or class with its fields in order. */
export interface RecordType {
  readonly name: string;
  readonly union: boolean;
  readonly fields: readonly RecordField[];
}

const VOID: CType = { kind: 'void' };
export const UNKNOWN: CType = { kind: 'unknown', name: '' };
export const BOOL: CType = { kind: 'int', bits: 8, signed: false, boolean: true };
export const CHAR: CType = { kind: 'int', bits: 8, signed: true };
export const USHORT: CType = { kind: 'int', bits: 16, signed: false };
export const INT: CType = { kind: 'int', bits: 32, signed: true };
export const UINT: CType = { kind: 'int', bits: 32, signed: false };
export const LONG: CType = { kind: 'int', bits: 64, signed: true };
export const SIZE: CType = { kind: 'int', bits: 64, signed: false };
export const DOUBLE: CType = { kind: 'float', bits: 64 };
export const CHAR_POINTER: CType = { kind: 'pointer', to: CHAR };
export const VOID_POINTER: CType = { kind: 'pointer', to: VOID };

const int = (bits: number, signed: boolean): CType => ({ kind: 'int', bits, signed });

/** The names that C's own headers give to arithmetic types. */
const NAMED = new Map<string, CType>([
  ['char', CHAR],
  ['bool', BOOL],
  ['_Bool', BOOL],
  ['wchar_t', INT],
  ['char8_t', int(8, false)],
  ['char16_t', int(16, false)],
  ['char32_t', int(32, false)],
  ['size_t', SIZE],
  ['ssize_t', LONG],
  ['ptrdiff_t', LONG],
  ['intptr_t', LONG],
  ['uintptr_t', SIZE],
  ['intmax_t', LONG],
  ['uintmax_t', SIZE],
  ['off_t', LONG],
  ['off64_t', LONG],
  ['loff_t', LONG],
  ['time_t', LONG],
  ['clock_t', LONG],
  ['suseconds_t', LONG],
  ['pid_t', INT],
  ['uid_t', UINT],
  ['gid_t', UINT],
  ['mode_t', UINT],
  ['socklen_t', UINT],
  ['in_addr_t', UINT],
  ['in_port_t', int(16, false)],
  ['sig_atomic_t', INT],
  ['wint_t', UINT],
  ['u_char', int(8, false)],
  ['u_short', int(16, false)],
  ['u_int', UINT],
  ['u_long', SIZE],
  ['uchar', int(8, false)],
  ['ushort', int(16, false)],
  ['uint', UINT],
  ['ulong', SIZE],
  ['BOOL', INT],
  ['BYTE', int(8, false)],
  ['WORD', int(16, false)],
  ['DWORD', UINT],
]);
for (const bits of [8, 16, 32, 64]) {
  for (const infix of ['', '_least', '_fast']) {
    NAMED.set(`int${infix}${bits}_t`, int(bits, true));
    NAMED.set(`uint${infix}${bits}_t`, int(bits, false));
  }
  NAMED.set(`u${bits}`, int(bits, false));
  NAMED.set(`s${bits}`, int(bits, true));
  NAMED.set(`u_int${bits}_t`, int(bits, false));
}

/** Standard names that are as wide as a pointer, and those that are as wide as a `long`. */
const AS_POINTERS = new Set(['size_t', 'ssize_t', 'ptrdiff_t', 'intptr_t', 'uintptr_t']);
const AS_LONG = new Set(['off_t', 'time_t', 'clock_t', 'suseconds_t', 'u_long', 'ulong']);

/** The type that a standard name stands for, or undefined. */
export function namedType(name: string, model: DataModel = LP64): CType | undefined {
  const plain = name.startsWith('std::') ? name.slice(5) : name;
  const type = NAMED.get(plain);
  if (model === LP64 || type?.kind !== 'int') return type;
  if (AS_POINTERS.has(plain)) return int(model.pointerBits, type.signed);
  if (AS_LONG.has(plain)) return int(model.longBits, type.signed);
  // Only where it has 16 bits it has no sign.
  return plain === 'wchar_t' ? int(model.wideBits, model.wideBits === 32) : type;
}

/** `size_t`, and with a sign `ssize_t` and `ptrdiff_t`. */
export function sizeType({ pointerBits }: DataModel, signed = false): CType {
  return int(pointerBits, signed);
}

/** `long`, and without a sign `unsigned long`. */
export function longType({ longBits }: DataModel, signed = true): CType {
  return int(longBits, signed);
}

/** `unsigned long int` and its like, words in any order. */
export function typeOfWords(words: readonly string[], { longBits }: DataModel = LP64): CType {
  const has = (word: string): boolean => words.includes(word);
  if (has('double')) return DOUBLE;
  if (has('float')) return { kind: 'float', bits: 32 };
  if (has('void')) return VOID;
  const signed = !has('unsigned');
  if (has('char')) return int(8, signed);
  if (has('short')) return int(16, signed);
  if (has('long'))
    return int(words.indexOf('long') < words.lastIndexOf('long') ? 64 : longBits, signed);
  return int(32, signed);
}

/** The size of a type in bytes, or undefined where the text does not tell. */
export function sizeOf(
  type: CType,
  recordOf: (name: string) => RecordType | undefined,
  depth = 0,
  model: DataModel = LP64,
): number | undefined {
  if (depth > 16) return undefined;
  switch (type.kind) {
    case 'void':
      return 1;
    case 'int':
    case 'float':
      return type.bits / 8;
    case 'pointer':
      return model.pointerBits / 8;
    case 'array': {
      const element = sizeOf(type.of, recordOf, depth + 1, model);
      return element === undefined || type.length === undefined ? undefined : element * type.length;
    }
    case 'record': {
      const record = recordOf(type.name);
      return record === undefined
        ? systemRecord(type.name, model)?.size
        : sizeOfRecord(record, recordOf, depth, model);
    }
    default:
      return undefined;
  }
}

function sizeOfRecord(
  record: RecordType,
  recordOf: (name: string) => RecordType | undefined,
  depth: number,
  model: DataModel,
): number | undefined {
  let size = 0;
  let alignment = 1;
  for (const field of record.fields) {
    const fieldSize = sizeOf(field.type, recordOf, depth + 1, model);
    if (fieldSize === undefined) return undefined;
    const align = alignmentOf(field.type, recordOf, depth + 1, model);
    alignment = Math.max(alignment, align);
    size = record.union ? Math.max(size, fieldSize) : roundUp(size, align) + fieldSize;
  }
  return roundUp(size, alignment);
}

function alignmentOf(
  type: CType,
  recordOf: (name: string) => RecordType | undefined,
  depth: number,
  model: DataModel,
): number {
  if (depth > 16) return 8;
  if (type.kind === 'array') return alignmentOf(type.of, recordOf, depth + 1, model);
  if (type.kind === 'record') {
    const record = recordOf(type.name);
    if (record === undefined) return systemRecord(type.name, model)?.alignment ?? 1;
    const { fields } = record;
    return Math.max(
      1,
      ...fields.map((field) => alignmentOf(field.type, recordOf, depth + 1, model)),
    );
  }
  return sizeOf(type, recordOf, depth, model) ?? 8;
}

function roundUp(size: number, to: number): number {
  return Math.ceil(size / to) * to;
}

/** The element or pointee type, or undefined for what is no pointer. */
export function pointee(type: CType): CType | undefined {
  if (type.kind === 'pointer') return type.to;
  if (type.kind === 'array') return type.of;
  return undefined;
}

export function isPointerLike(type: CType): boolean {
  return type.kind === 'pointer' || type.kind === 'array';
}

export function isCharLike(type: CType | undefined): boolean {
  return type?.kind === 'int' && type.bits === 8;
}

/** The usual arithmetic conversions (C11 6.3.1.8). */
export function arithmeticType(left: CType, right: CType): CType {
  if (left.kind === 'float' || right.kind === 'float') return DOUBLE;
  if (left.kind !== 'int' || right.kind !== 'int') return left.kind === 'int' ? right : left;
  const bits = Math.max(32, left.bits, right.bits);
  const unsigned = (!left.signed && left.bits === bits) || (!right.signed && right.bits === bits);
  return { kind: 'int', bits, signed: !unsigned };
}

/** The integer promotion of a type (C11 6.3.1.1). */
export function promoted(type: CType): CType {
  return type.kind === 'int' && type.bits < 32 ? INT : type;
}
