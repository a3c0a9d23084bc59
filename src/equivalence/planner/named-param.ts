import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';

/** A C parameter with a name of its own. */
export interface NamedParam {
  readonly name: string;
  readonly type: ClangCType;
}

/** The parameters of a C function; an array is the pointer that it is, one without a name numbered. */
export function namedParams(f: ClangFunction): NamedParam[] {
  return f.params.map(({ name, type }, at) => ({
    name: name === '' ? `arg${at}` : name,
    type: type.kind === 'array' ? { kind: 'pointer', to: type.of, isConst: false } : type,
  }));
}

/** Whether a parameter may be what a function of the caller is given back. */
export function isContext({ type }: NamedParam): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}
