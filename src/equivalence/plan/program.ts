import type { ClangFunction } from '../../code/clang/unit.ts';
import type { Mapping } from '../pairing/mapping.ts';
import type { RustApiFunction } from '../rust-api/rust-type.ts';

/**
 * Whether a pair is compared as two programs: what the C `main` returns, and what its Rust gives back, is the status
 * with which the process ends, and so is that of an `exit` on either side.
 */
export function isProgramPair(f: ClangFunction, { returns }: RustApiFunction): boolean {
  if (f.name !== 'main' || f.isStatic || f.returns.kind !== 'integer') return false;
  return returns.kind === 'never' || (returns.kind === 'integer' && returns.name === 'i32');
}

/** The mapping of a program: its only parameter in Rust is the command line, whatever its name. */
export function withCommandLine(f: ClangFunction, rust: RustApiFunction, own: Mapping): Mapping {
  const [args, ...others] = rust.params;
  if (args === undefined || others.length > 0 || f.params.length !== 2) return own;
  const [argc, argv] = f.params.map(({ name }, at) => name || `arg${at}`);
  if (argc === undefined || argv === undefined) return own;
  return {
    ...own,
    rust: { [args.name]: argv, ...own.rust },
    c: { [argc]: { role: 'length', of: argv }, ...own.c },
  };
}
