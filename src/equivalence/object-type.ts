import type { RustCrate } from './rust/rust-crate.ts';
import { behindReference, type RustFunction, type RustType } from './rust/rust-type.ts';

/** The path of the type of which a result is a value, or may be one: `Self`, `Option<Box<Self>>`. */
export function objectIn(rust: RustType): string | undefined {
  const inner = rust.kind === 'option' ? rust.of : rust.kind === 'result' ? rust.ok : rust;
  const object = inner.kind === 'box' ? inner.of : inner;
  return object.kind === 'item' ? object.path : undefined;
}

/** The struct whose objects a function is about: that of its `impl`, else one that it takes or makes. */
export function objectOf(rust: RustFunction, crate: RustCrate): string | undefined {
  const taken = rust.params.map(({ type }) => objectIn(behindReference(type)));
  const found = [rust.owner, ...taken, objectIn(rust.returns)];
  return found.find((path) => path !== undefined && crate.item(path)?.kind === 'struct');
}

/** Whether a function makes or takes objects of a type. */
export function isAbout(rust: RustFunction, object: string): boolean {
  if (rust.owner === object || objectIn(rust.returns) === object) return true;
  return rust.params.some(({ type }) => objectIn(behindReference(type)) === object);
}
