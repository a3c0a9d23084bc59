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
  if (isGiven && onlyReleases(f, body)) {
    throw new NothingToCompare(`${f.name} only releases what Rust releases by itself`);
  }
  throw new NotComparable(
    `${rust.path} is empty: that it does nothing else than ${f.name}, as far as is seen, is no evidence`,
    'none',
  );
}

/**
 * Looks whether the C does nothing but release, its own argument among that: what it has left there cannot be
 * looked at.
 * @param source the text of the C function
 * @throws NothingToCompare where it is so
 */
export function refuseReleasedArgument(f: ClangFunction, source: string): void {
  const body = withoutComments(source).replace(/^[^{]*/, '');
  if (f.globals.length > 0 || !onlyReleases(f, body)) return;
  const released = f.params.find(
    ({ name, type }) =>
      type.kind === 'pointer' &&
      new RegExp(`\\w*free\\w*\\s*\\(\\s*${name}\\s*\\)`, 'i').test(body),
  );
  if (released === undefined || released.name === '') return;
  throw new NothingToCompare(`${f.name} releases ${released.name}, and does nothing else`);
}

function onlyReleases(f: ClangFunction, body: string): boolean {
  // Those through pointers that a record holds are no calls of a function by its name.
  const throughFields = [...body.matchAll(/(?:->|\.)\s*(\w+)\s*\(/g)].map(([, name = '']) => name);
  const calls = [...f.calls, ...throughFields];
  return (
    f.returns.kind === 'void' && calls.length > 0 && calls.every((name) => RELEASES.test(name))
  );
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
}
