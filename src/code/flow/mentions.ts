import type { TranslationUnit } from '../c/unit.ts';
import { expressionsOf } from '../c/walk.ts';
import { keeperOf } from './kept-content.ts';
import type { Mentions } from './project.ts';

/** The names by which a file asks what the project knows, sorted. */
export function mentionsOf(unit: TranslationUnit, file: string): Mentions {
  const calls = new Set<string>();
  const fields = new Set<string>();
  const keepers = new Set<string>();
  for (const fn of unit.functions) {
    for (const expr of expressionsOf(fn.blocks)) {
      const keeper = keeperOf(expr, file);
      if (keeper !== undefined) keepers.add(keeper);
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
    keepers: [...keepers].sort(),
  };
}
