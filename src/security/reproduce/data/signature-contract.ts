import type { LoweredFunction, Variable } from '../../../code/c/ir/ast.ts';
import { type CType, isCharLike, pointee } from '../../../code/c/ir/types.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';
import {
  limitsOfLength,
  limitsOfType,
  MAX_BYTES,
  type NumberLimits,
  type ParameterContract,
} from './data-input.ts';
import { type DeclaredParameter, declaredParameter, isPlainNumber } from './declared-parameter.ts';
import {
  areTogether,
  isOnlyRead,
  isOnlyWritten,
  isPositionIn,
  isReleased,
  usesAsText,
} from './parameter-uses.ts';

/** Names by which a number says how much memory a pointer beside it has, and those that need the code to say so too. */
const SIZE = /(?:len|length|size|sz|bytes)(?:_t)?$|(?:^|_)siz$/i;
const LENGTH = /(?:^|_)(?:n|nb|l|num|cnt|siz)$|(?:len|length|size|sz|bytes|count)(?:_t)?$/i;
/** Those that count elements rather than bytes. */
const COUNT = /(?:^|_)(?:n|nb|num|cnt)$|count$/i;
/** Names of a pointer behind the last element. */
const END = /(?:^|_)(?:end|limit)$|(?:buf|str|text|data)_?end$/i;
const DESCRIPTOR = /(?:^|_)(?:fd|fildes|sock|socket|pid|tid|uid|gid|handle)$/i;
const POSITION =
  /(?:^|_)(?:off|offset|ofs|pos|position|start|begin|first|last|idx|index|cur|cursor|from|to)$/i;

/** What tells types of numbers from enumerations. */
export type IsEnumeration = (name: string) => boolean;

/**
 * What a function may be given, as its own signature and code state it, by parameter. What they leave open is none:
 * a pointer whose memory nothing limits, a number that says where in memory something is.
 */
export function signatureContract(
  fn: LoweredFunction,
  unit: TranslationUnit,
  isEnumeration: IsEnumeration,
): readonly ParameterContract[] {
  const declared = fn.parameters.map((one) => declaredParameter(one, unit));
  const contracts = new Map<number, ParameterContract>();
  const isNumber = (at: number): boolean => {
    const [parameter, text] = [fn.parameters[at], declared[at]];
    return (
      parameter?.type.kind === 'int' &&
      text !== undefined &&
      isPlainNumber(text, unit, isEnumeration)
    );
  };
  for (const [at, parameter] of fn.parameters.entries()) {
    const text = declared[at];
    if (contracts.has(at) || pointee(parameter.type) === undefined || text === undefined) continue;
    const found = memoryContract(at, parameter, text);
    for (const [position, contract] of found) contracts.set(position, contract);
  }
  const pointers = fn.parameters.filter(({ type }) => pointee(type) !== undefined);
  for (const [at, parameter] of fn.parameters.entries()) {
    if (!contracts.has(at)) contracts.set(at, numberContract(at, parameter, pointers));
  }
  return fn.parameters.map(
    (_, at) => contracts.get(at) ?? { kind: 'other', why: 'it has no name' },
  );

  function memoryContract(
    at: number,
    parameter: Variable,
    { isConst, arrayLength }: DeclaredParameter,
  ): [number, ParameterContract][] {
    const { name, type } = parameter;
    const to = pointee(type);
    const elementSize = elementSizeOf(to);
    if (to === undefined || elementSize === undefined) {
      return [[at, other(`\`${name}\` is no memory of numbers`)]];
    }
    if (isReleased(fn, parameter)) return [[at, other(`\`${name}\` may be released`)]];
    if (arrayLength !== undefined && !isConst && arrayLength * elementSize <= MAX_BYTES) {
      return [[at, { kind: 'room', size: arrayLength * elementSize }]];
    }
    const isBlank = !isConst && !isOnlyRead(fn, parameter);
    const ends = fn.parameters[at + 1];
    if (ends !== undefined && END.test(ends.name) && sameType(ends.type, type)) {
      const length = limitsOfLength(limitsOfType({ bits: 64, signed: false }), elementSize);
      return [
        [at, { kind: 'bytes', elementSize, length, isBlank }],
        [at + 1, { kind: 'end', of: at }],
      ];
    }
    const counted = lengthBeside(at, elementSize);
    if (counted !== undefined) {
      const length = limitsOfLength(typeLimits(counted), elementSize);
      // Where the code looks for a NUL as well, there is one behind the length.
      const isText = isCharLike(to) && !isBlank && usesAsText(fn, parameter, unit);
      return [
        [at, isText ? { kind: 'text', length } : { kind: 'bytes', elementSize, length, isBlank }],
        [counted, { kind: 'length', of: at }],
      ];
    }
    if (isCharLike(to) && !isBlank && usesAsText(fn, parameter, unit)) {
      return [[at, { kind: 'text', length: limitsOfLength(typeLimits(at), 1) }]];
    }
    if (elementSize > 1 && isOnlyWritten(fn, parameter)) {
      return [[at, { kind: 'room', size: elementSize }]];
    }
    return [[at, other(`nothing states how much memory \`${name}\` has`)]];
  }

  /** The parameter next to a pointer that tells its length, and that no other pointer is next to in the same way. */
  function lengthBeside(at: number, elementSize: number): number | undefined {
    const names = elementSize === 1 ? LENGTH : COUNT;
    const is = (position: number): boolean => {
      const [pointer, number] = [fn.parameters[at], fn.parameters[position]];
      if (pointer === undefined || number === undefined || !isNumber(position)) return false;
      if (contracts.has(position) || !names.test(number.name)) return false;
      return (elementSize === 1 && SIZE.test(number.name)) || areTogether(fn, pointer, number);
    };
    if (is(at + 1)) return at + 1;
    const isOfOther = at >= 2 && pointee(fn.parameters[at - 2]?.type ?? VOID) !== undefined;
    return is(at - 1) && !isOfOther ? at - 1 : undefined;
  }

  function typeLimits(at: number): NumberLimits {
    const type = fn.parameters[at]?.type;
    return limitsOfType(type?.kind === 'int' ? type : { bits: 64, signed: false });
  }

  function numberContract(
    at: number,
    parameter: Variable,
    pointers: readonly Variable[],
  ): ParameterContract {
    const { name, type } = parameter;
    if (type.kind !== 'int' || !isNumber(at)) return other(`\`${name}\` is no plain number`);
    if (DESCRIPTOR.test(name)) return other(`\`${name}\` stands for something outside of the data`);
    const isPosition =
      POSITION.test(name) || LENGTH.test(name) || isPositionIn(fn, parameter, pointers);
    if (pointers.length > 0 && isPosition) {
      return other(
        `how \`${name}\` and the memory of other parameters belong together is not stated`,
      );
    }
    const limits =
      type.boolean === true ? { least: 0n, most: 1n, excluded: [] } : limitsOfType(type);
    return { kind: 'number', limits };
  }
}

const VOID: CType = { kind: 'void' };

function other(why: string): ParameterContract {
  return { kind: 'other', why };
}

/** In bytes, of memory of numbers; of `void` it is counted in bytes. */
function elementSizeOf(type: CType | undefined): number | undefined {
  if (type?.kind === 'void') return 1;
  return type?.kind === 'int' || type?.kind === 'float' ? type.bits / 8 : undefined;
}

function sameType(one: CType, other: CType): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
