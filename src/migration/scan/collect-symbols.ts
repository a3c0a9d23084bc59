import { signatureOf } from '../../code/clang/signature.ts';
import type { ClangFunction, ClangRange, ClangUnit } from '../../code/clang/unit.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { CFunctionSymbol, CSymbol, CTypeSymbol } from '../artifacts/symbol.ts';
import { FunctionNames, functionId } from './function-names.ts';

/**
 * The functions and types of some units, each once although many units see a header, in the order of
 * their files and lines.
 * @param now the time of the scan, as ISO 8601 writes it
 */
export function collectSymbols(units: readonly ClangUnit[], now: string): CSymbol[] {
  const names = new FunctionNames(units);
  const symbols = new Map<string, CSymbol>();
  for (const unit of units) {
    const times = { language: unit.language, created_at: now, updated_at: now };
    for (const { name, kind, underlying, types, range } of unit.types) {
      const id = `${range.file}#${name}`;
      const symbol: CTypeSymbol = {
        ...{ id, category: 'type', kind, name, qualified_name: name },
        ...(underlying === undefined ? {} : { underlying_type: underlying }),
        ref: { types: [...types] },
        ...placeOf(range),
        ...times,
      };
      if (!symbols.has(id)) symbols.set(id, symbol);
    }
    for (const definition of unit.functions) {
      const symbol = functionSymbol(definition, unit, names, times);
      if (!symbols.has(symbol.id)) symbols.set(symbol.id, symbol);
    }
  }
  return [...symbols.values()].sort(byPlace);
}

function functionSymbol(
  definition: ClangFunction,
  unit: ClangUnit,
  names: FunctionNames,
  times: Pick<CFunctionSymbol, 'language' | 'created_at' | 'updated_at'>,
): CFunctionSymbol {
  const { name, calls, addressTaken, types, globals, macros } = definition;
  const called = names.resolve(calls, unit);
  const held = [
    ...names.resolve(addressTaken, unit),
    ...globals.flatMap((global) => names.heldBy(global, unit)),
  ];
  return {
    ...{ id: functionId(definition), category: 'function', kind: 'function' },
    ...{ name, qualified_name: name, signature: signatureOf(definition) },
    return_type: definition.returnSpelled,
    params: definition.params.map((param) => ({ name: param.name, type: param.spelled })),
    is_static: definition.isStatic,
    ref: {
      functions: [...calls],
      address_taken: [...addressTaken],
      types: [...types],
      globals: [...globals],
      macros: [...macros],
      unresolved_calls: definition.hasUnresolvedCalls,
    },
    calls: called,
    may_call: [...new Set(held)].filter((id) => !called.includes(id)),
    ...placeOf(definition.range),
    ...times,
  };
}

function placeOf({ file, startLine, startColumn, endLine, endColumn }: ClangRange) {
  return {
    ...{ file, start_line: startLine, start_column: startColumn },
    ...{ end_line: endLine, end_column: endColumn },
  };
}

function byPlace(left: CSymbol, right: CSymbol): number {
  return (
    byBytes(left.file, right.file) ||
    left.start_line - right.start_line ||
    left.start_column - right.start_column ||
    byBytes(left.id, right.id)
  );
}
