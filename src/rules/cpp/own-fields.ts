import type { LoweredFunction } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';

/** The class of a method; '' for other functions. */
export function classOfFunction({ qualifiedName }: LoweredFunction): string {
  return /^(.*)::[^:]+$/s.exec(qualifiedName)?.[1] ?? '';
}

/** The type of a field of the class that a method is one of. */
export function fieldOf(
  fn: LoweredFunction,
  name: string,
  { symbols }: TranslationUnit,
): CType | undefined {
  return symbols.record(classOfFunction(fn))?.fields.find((field) => field.name === name)?.type;
}
