import type { ClangFunction } from '../../src/code/clang/unit.ts';

/** A function of C that takes and does nothing, but for what is given. */
export function clangFunction(given: Partial<ClangFunction> = {}): ClangFunction {
  return {
    ...{ name: 'f', returns: { kind: 'void' }, returnSpelled: 'void', params: [] },
    ...{ isVariadic: false, isStatic: false, body: { line: 1, column: 1 } },
    range: { file: 'a.c', startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    ...{ views: [], passes: [], shares: [], calls: [], globals: [] },
    ...{ addressTaken: [], hasUnresolvedCalls: false, types: [], macros: [], undefinedMacros: [] },
    ...given,
  };
}
