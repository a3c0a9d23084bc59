import type { OtherFunction, RustFunction } from '../items/items.ts';
import { lastTwo } from '../items/path.ts';
import { integerType, pointee, simpleType } from '../items/types.ts';
import { exactly, type IntegerRange, rangeOfType } from '../ranges/integer-range.ts';
import { methodRange, rangeOfFunction } from '../ranges/method-range.ts';
import { castRange } from '../ranges/range-arithmetic.ts';
import { VIEWS } from '../state/known-calls.ts';
import { type RustValue, UNKNOWN_NUMBER } from '../state/value.ts';
import { rangeAt } from '../state/value-range.ts';
import type { RustWalk } from '../state/walk.ts';
import type { CallShape } from './call-shape.ts';

type NumberPart = Pick<RustValue, 'range' | 'isConverted' | 'attains' | 'ends'>;

/** What is known of the number that a call gives, and of the ends of a range of numbers. */
export function numberOf(
  walk: RustWalk,
  call: CallShape,
  declared: RustFunction | undefined,
  other: OtherFunction | undefined,
): NumberPart {
  const { receiver, name } = call;
  if (receiver !== undefined && VIEWS.has(name)) {
    const { range, isConverted, attains, ends } = receiver;
    return { range, isConverted, attains, ends };
  }
  // A range that is gone through in another order.
  if (receiver !== undefined && name === 'rev') return { ...UNKNOWN_NUMBER, ends: receiver.ends };
  if (declared !== undefined)
    return { ...UNKNOWN_NUMBER, range: walk.inputs.numbers.get(declared) };
  if (other !== undefined) return UNKNOWN_NUMBER;
  return { ...UNKNOWN_NUMBER, range: libraryNumber(walk, call) };
}

/** What functions of the library give. */
function libraryNumber(
  walk: RustWalk,
  { receiver, name, path, arguments: args, typeArguments }: CallShape,
): IntegerRange | undefined {
  const ranges = args.map((argument) => rangeAt(walk.facts, argument));
  if (receiver !== undefined) {
    const type = integerType(pointee(receiver.type));
    return methodRange(name, type, rangeAt(walk.facts, receiver), ranges);
  }
  if (/^(?:mem::)?(?:size|align)_of$/.test(lastTwo(path))) return sizeOf(typeArguments);
  const [, owner] = /^(\w+)::from$/.exec(lastTwo(path)) ?? [];
  const target = owner === undefined ? undefined : integerType(simpleType(owner));
  const [first] = ranges;
  if (target !== undefined && first !== undefined) return castRange(first, target);
  return rangeOfFunction(lastTwo(path), ranges);
}

/** `size_of::<u32>()` */
function sizeOf(typeArguments: string): IntegerRange | undefined {
  const [, name = ''] = /^(?:::)?<\s*(\w+)\s*>$/.exec(typeArguments) ?? [];
  // The size of `usize` is one thing here and another there.
  const integer = integerType(simpleType(name));
  return integer === undefined || integer.platform
    ? rangeOfType(simpleType('usize'))
    : exactly(BigInt(integer.bits / 8));
}
