import { NotComparable } from '../not-comparable.ts';
import { behindReference, type RustApiType, rustTypeText } from '../rust-api/rust-type.ts';

/** Rust types with a number of elements; of others that are not known here, the compiler tells. */
const LISTS = ['vec', 'slice', 'array', 'str', 'string', 'unsupported'];

/** @throws NotComparable where the result is no list, of which the size could be compared */
export function checkAllocated(rust: RustApiType): void {
  const behind = behindReference(rust);
  const list = behind.kind === 'box' ? behind.of : behind;
  if (LISTS.includes(list.kind)) return;
  throw new NotComparable(
    `{ "allocated" } is for a Vec or slice of which only the size counts, and Rust gives ${rustTypeText(rust)}: leave "result" out of the mapping for a record that is made, or say what is in it with { "fields" }`,
  );
}
