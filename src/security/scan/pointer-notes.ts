import type { Expr, Span } from '../../code/c/ir/ast.ts';

import { partsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

/** Functions that do whatever a text says, or write as much as one holds. */
const DANGEROUS = /^(?:system|popen|exec[lv][pe]{0,2}|gets|strcpy|strcat|sprintf|vsprintf|dlopen)$/;

/**
 * What to say where a file gives a dangerous function away as a value: it may be called through a pointer
 * that is not followed, with anything.
 */
export function pointerNotes(unit: TranslationUnit): AnalysisNote[] {
  const places: Span[] = [];
  const followed = new Set([...unit.indirectCalls.values()].flat());
  const visit = (expr: Expr, isCalled: boolean): void => {
    const isOne = expr.kind === 'name' && expr.variable === undefined && DANGEROUS.test(expr.name);
    if (isOne && !isCalled && !followed.has(expr.name)) places.push(expr);
    for (const part of partsOf(expr))
      visit(part, expr.kind === 'call' && expr.name !== '' && part === expr.callee);
  };
  for (const { init } of unit.globals) if (init !== undefined) visit(init, false);
  for (const fn of unit.functions)
    for (const block of fn.blocks)
      for (const expr of topLevelExpressions(block)) visit(expr, false);
  if (places.length === 0) return [];
  const lines = new Set(places.map((place) => unit.tree.location(place).line));
  const all = stretches([...lines].sort((left, right) => left - right));
  const where = `${lines.size === 1 ? 'line' : 'lines'} ${named(all)}`;
  const reason =
    `a function that runs or copies whatever it is given is taken as a value at ${where}: ` +
    'calls of it through pointers were not all followed';
  return [{ reason, failed: false, lines: all }];
}
