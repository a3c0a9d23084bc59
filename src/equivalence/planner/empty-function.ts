import type { ClangFunction } from '../../code/clang/unit.ts';
import { NotComparable, NothingToCompare } from '../not-comparable.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';

const RELEASES = /free|release|destroy|delete|dispose|close|unref|unlock|clear/i;

/**
 * Looks whether the Rust function is empty: that it does the same as the C, as far as can be seen, would be
 * no evidence.
 * @param source the text of the C function
 * @throws NothingToCompare where the C does nothing either, or only releases what Rust releases by itself;
 *   NotComparable where it does more
 */
export function refuseEmptyFunction(f: ClangFunction, source: string, rust: RustApiFunction): void {
  if (!rust.isEmpty || rust.returns.kind !== 'unit') return;
  const body = withoutComments(source).replace(/^[^{]*/, '');
  if (/^\{(?:\s|\(\s*void\s*\)[^;()]*;)*\}\s*$/.test(body)) {
    throw new NothingToCompare(`${f.name} does nothing, in C and in Rust`);
  }
  const isGiven = rust.params.some(({ type }) => type.kind !== 'reference');
  // Those through pointers that a record holds are no calls of a function by its name.
  const throughFields = [...body.matchAll(/(?:->|\.)\s*(\w+)\s*\(/g)].map(([, name = '']) => name);
  const calls = [...f.calls, ...throughFields];
  const onlyReleases =
    f.returns.kind === 'void' && calls.length > 0 && calls.every((name) => RELEASES.test(name));
  if (isGiven && onlyReleases) {
    throw new NothingToCompare(`${f.name} only releases what Rust releases by itself`);
  }
  throw new NotComparable(
    `${rust.path} is empty: that it does nothing else than ${f.name}, as far as is seen, is no evidence`,
    'none',
  );
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
}
