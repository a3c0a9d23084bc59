import type { Interpreter } from './interpreter.ts';

/** The object of a global by its name, and the file that alone sees it, of a `static` one. */
export function globalNamed(
  { ids, unit, file }: Interpreter,
  name: string,
): { readonly id: number; readonly internalTo: string | undefined } {
  const variable = unit.symbols.global(name);
  if (variable === undefined) return { id: ids.root(name, 'unresolved'), internalTo: undefined };
  return {
    id: ids.root(variable.id, 'variable'),
    internalTo: variable.scope === 'static' ? file : undefined,
  };
}
