import type { LoweredFunction } from '../../../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { ownFunctions } from './own-functions.ts';

/**
 * The definition in the file that a call by this name runs, or undefined where
 * it could be another: an overload, a method, or one with default arguments.
 */
export function onlyDefinition(unit: TranslationUnit, name: string): LoweredFunction | undefined {
  const [only, ...others] = ownFunctions(unit, name);
  if (only === undefined || unit.language === 'c') return only;
  if (others.length > 0 || only.isMethod) return undefined;
  const body = unit.tree.text.indexOf('{', only.start);
  return /[=<]/.test(unit.tree.text.slice(only.start, body)) ? undefined : only;
}
