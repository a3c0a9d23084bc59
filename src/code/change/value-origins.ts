import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import { valuePaths } from './access-paths.ts';

/** The places that each place of a function gets its values from, directly or through others. */
export type ValueOrigins = (place: string) => ReadonlySet<string>;

/** Assignments in a chain that are followed. */
const MAX_DEPTH = 3;

/** Collects what a function assigns to its places, whatever the order: a flow-insensitive use-def relation. */
export function valueOrigins(fn: LoweredFunction): ValueOrigins {
  const direct = new Map<string, Set<string>>();
  const add = (place: string, value: Expr): void => {
    const known = direct.get(place) ?? new Set<string>();
    for (const path of valuePaths(value)) known.add(path);
    direct.set(place, known);
  };
  for (const block of fn.blocks)
    for (const step of block.steps)
      if (step.kind === 'declare' && step.init !== undefined) add(step.variable.name, step.init);
  for (const expr of expressionsOf(fn.blocks))
    if (expr.kind === 'assign') add(expressionText(expr.target), expr.value);
  return (place) => {
    const origins = new Set<string>();
    let last: Iterable<string> = [place];
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const next = [...last].flatMap((path) => [...(direct.get(path) ?? [])]);
      last = next.filter((path) => !origins.has(path));
      for (const path of last) origins.add(path);
    }
    return origins;
  };
}
