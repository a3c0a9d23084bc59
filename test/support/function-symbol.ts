import type { CFunctionSymbol } from '../../src/migration/artifacts/symbol.ts';

/** A function of C as a scan has found it. */
export function functionSymbol(name: string, rest: Partial<CFunctionSymbol> = {}): CFunctionSymbol {
  const none = { functions: [], address_taken: [], types: [], globals: [], macros: [] };
  return {
    ...({ id: `a.c#${name}`, category: 'function', kind: 'function', name } as const),
    ...{ qualified_name: name, signature: `int ${name}(void)`, return_type: 'int', params: [] },
    ...{ is_static: false, ref: { ...none, unresolved_calls: false }, calls: [], may_call: [] },
    ...({ file: 'a.c', start_line: 1, start_column: 1, end_line: 2, end_column: 1 } as const),
    ...({ language: 'c', created_at: '', updated_at: '' } as const),
    ...rest,
  };
}
