import { NotComparable } from '../not-comparable.ts';
import type { CallbackPair } from '../pairing/pair.ts';
import { callbackTypeOf } from '../rust-api/rust-callback.ts';
import type { RustApiStruct, RustCallback, RustGeneric } from '../rust-api/rust-type.ts';
import { typeText } from './type-text.ts';

export function isClosure({ as }: RustCallback): boolean {
  return typeof as === 'string' && as !== 'pointer';
}

/** The type of code of a caller that is given by value: that of a closure cannot be written. */
export function callbackHolderType(callback: RustCallback): string {
  return isClosure(callback) ? `Box<${typeText(callback)}>` : typeText(callback);
}

/**
 * The type of the objects of a harness, with what its parameters are.
 * @param callbacks those that the harness gives
 * @throws NotComparable when nothing tells what a parameter is
 */
export function objectTypeText(object: RustApiStruct, callbacks: readonly CallbackPair[]): string {
  const given = callbacks.filter(({ holder }) => holder === 'none');
  const parts = object.generics.map((one) => genericText(one, given));
  if (parts.every((part) => part !== undefined)) {
    return `subject::${object.path}${parts.length === 0 ? '' : `<${parts.join(', ')}>`}`;
  }
  throw new NotComparable(`nothing tells what ${object.path} is generic over`);
}

function genericText(one: RustGeneric, given: readonly CallbackPair[]): string | undefined {
  if (one.kind === 'lifetime') return "'static";
  const wanted = one.is && callbackTypeOf(one.is);
  if (one.is !== undefined && wanted === undefined && one.is.kind !== 'stream') {
    return typeText(one.is);
  }
  const [found, ...more] = given.filter(
    ({ rust }) => wanted === undefined || JSON.stringify(wanted.as) === JSON.stringify(rust.as),
  );
  if (found === undefined || more.length > 0) return undefined;
  return typeof found.rust.as === 'object'
    ? `Callback_${found.id}`
    : callbackHolderType(found.rust);
}
