import type { Expr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
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
      const location = readsText(expr) ? fieldLocationOf(expr, file) : undefined;
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

/** Whether an expression reads what may lead to text (`readFieldContents`): untrusted text is not kept in numbers. */
function readsText(expr: Expr): boolean {
  if (expr.kind === 'name') return expr.variable !== undefined && isPointerLike(expr.variable.type);
  const isRead = expr.kind === 'member' || expr.kind === 'deref' || expr.kind === 'index';
  return isRead && isPointerLike(expr.type);
}
