import type { RustCrate } from './rust-crate.ts';
import { behindReference, type RustApiFunction, type RustApiType } from './rust-type.ts';

/** The path of the type of which a result is a value, or may be one: `Self`, `Option<Box<Self>>`. */
export function objectPathIn(rust: RustApiType): string | undefined {
  const inner = rust.kind === 'option' ? rust.of : rust.kind === 'result' ? rust.ok : rust;
  const object = inner.kind === 'box' ? inner.of : inner;
  return object.kind === 'item' ? object.path : undefined;
}

/** The struct whose objects a function is about: that of its `impl`, else one that it takes or makes. */
export function objectPathOf(rust: RustApiFunction, crate: RustCrate): string | undefined {
  const taken = rust.params.map(({ type }) => objectPathIn(behindReference(type)));
  const found = [rust.owner, ...taken, objectPathIn(rust.returns)];
  return found.find((path) => path !== undefined && crate.item(path)?.kind === 'struct');
}

/** Whether a function makes or takes objects of a type. */
export function isAboutObject(rust: RustApiFunction, object: string): boolean {
  if (rust.owner === object || objectPathIn(rust.returns) === object) return true;
  return rust.params.some(({ type }) => objectPathIn(behindReference(type)) === object);
}
