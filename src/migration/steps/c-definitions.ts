import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import type { OrderStep } from '../artifacts/order.ts';
import { isToMigrate } from '../artifacts/program-main.ts';
import type { CFunctionSymbol, CSymbol } from '../artifacts/symbol.ts';

/** A C function, and the unit that defines it. */
export interface CDefinition {
  /** Its name; with its file before it where several have that name. */
  readonly id: string;
  readonly unit: ClangUnit;
  readonly function: ClangFunction;
  readonly symbol: CFunctionSymbol;
}

/** What a scan knows of the C: see `scanProject`. */
export interface ScannedC {
  readonly units: readonly ClangUnit[];
  readonly symbols: readonly CSymbol[];
  readonly steps: readonly OrderStep[];
}

/** The functions of a scan that are to be migrated, by their ids there. */
export function cDefinitionsOf({ units, symbols }: ScannedC): Map<string, CDefinition> {
  const functions = symbols.filter((one) => one.category === 'function' && isToMigrate(one));
  const counts = Map.groupBy(functions, ({ name }) => name);
  return new Map(
    functions.flatMap((symbol) => {
      const { id, name, file, start_line } = symbol;
      for (const unit of units) {
        const found = unit.functions.find(
          ({ name: other, range }) =>
            other === name && range.file === file && range.startLine === start_line,
        );
        if (found === undefined || symbol.category !== 'function') continue;
        const isAlone = counts.get(name)?.length === 1;
        return [[id, { id: isAlone ? name : `${file}:${name}`, unit, function: found, symbol }]];
      }
      return [];
    }),
  );
}
