import { expressionsOf } from '../../c/ir/walk.ts';
import type { TranslationUnit } from '../../c/unit.ts';
import { fieldLocationOf } from '../memory/field-contents.ts';
import type { DependencyNames } from './project-knowledge.ts';

/**
 * The names by which a file asks what the project knows, sorted: to be asked when the file has been
 * analysed, with symbols that record their lookups.
 */
export function dependencyNamesOf(
  unit: TranslationUnit,
  file: string,
  included: readonly string[],
): DependencyNames {
  const calls = new Set<string>();
  const fields = new Set<string>();
  const locations = new Set<string>();
  for (const fn of unit.functions) {
    for (const expr of expressionsOf(fn.blocks)) {
      const location = fieldLocationOf(expr, file);
      if (location !== undefined) locations.add(location);
      if (expr.kind !== 'call') continue;
      if (expr.callee.kind === 'member') fields.add(expr.callee.name);
      calls.add(expr.name);
    }
  }
  for (const [field, names] of unit.fieldTargets)
    if (fields.has(field)) for (const name of names) calls.add(name);
  return {
    calls: [...calls].sort(),
    fields: [...fields].sort(),
    fieldLocations: [...locations].sort(),
    ...unit.symbols.outerLookups(),
    included,
  };
}
