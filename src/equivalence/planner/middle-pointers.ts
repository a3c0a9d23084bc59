import type { ClangFunction, ClangParameter } from '../../code/clang/unit.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { behindReference, type RustApiFunction } from '../rust-api/rust-type.ts';

/** A call whose pointers into the middle of memory have that memory as a parameter of its own. */
interface CallWithLists {
  readonly function: ClangFunction;
  readonly mapping: Mapping;
  /** The memory: nothing that the C is passed. */
  readonly lists: readonly ClangParameter[];
}

/**
 * Gives a call a parameter for the memory around each pointer that Rust has two parameters for, the elements and a place
 * among them: `void mark(int *p)`, which writes `p[-1]` and `p[1]`, and `fn mark(all: &mut [i32], at: usize)`. The
 * mapping names the pointer for both.
 */
export function withListsAround(
  f: ClangFunction,
  { params }: RustApiFunction,
  mapping: Mapping,
): CallWithLists {
  const lists: ClangParameter[] = [];
  const rust: Record<string, string> = {};
  const c: Record<string, Mapping['c'][string]> = {};
  for (const param of f.params) {
    const own = params.filter(({ name }) => mapping.rust[name] === param.name);
    const list = own.find(({ type }) => ['slice', 'vec'].includes(behindReference(type).kind));
    const at = own.find(({ type }) => type.kind === 'integer' && type.name === 'usize');
    const isPair = own.length === 2 && list !== undefined && at !== undefined;
    if (!isPair || param.type.kind !== 'pointer') continue;
    const name = `${param.name}_around`;
    lists.push({ ...param, name });
    rust[list.name] = name;
    c[param.name] = { role: 'offset', of: name };
    const role = mapping.c[param.name];
    if (role !== undefined && role.role !== 'offset') c[name] = role;
  }
  return {
    function: { ...f, params: [...f.params, ...lists] },
    mapping: { ...mapping, rust: { ...mapping.rust, ...rust }, c: { ...mapping.c, ...c } },
    lists,
  };
}
