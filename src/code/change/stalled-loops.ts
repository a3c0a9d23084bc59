import { successors } from '../c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { expressionsIn, topLevelExpressions } from '../c/ir/walk.ts';
import { accessPaths } from './access-paths.ts';
import { onlyReports } from './only-reports.ts';

/** A round of a loop that changes nothing, so that the next one goes the same way for ever. */
export interface StalledRound {
  /** The tests on the way round, in its order. */
  readonly tests: readonly Expr[];
}

/** The rounds of the loops of a function that change nothing: one for each loop that has any. */
export function stalledRounds(fn: LoweredFunction): readonly StalledRound[] {
  return fn.loops.flatMap(({ header, body, kind }) => {
    if (kind === 'range') return [];
    const inside = new Set(body);
    const blocks = fn.blocks.filter(({ id }) => inside.has(id));
    const asked = new Set(blocks.flatMap((block) => [...conditionPaths(block)]));
    const calm = new Set(blocks.filter((block) => isCalm(block, asked)).map(({ id }) => id));
    const round = wayRound(fn, header, calm);
    if (round === undefined) return [];
    const tests = round.flatMap((id) => {
      const end = fn.blocks[id]?.end;
      return end?.kind === 'branch' ? end.condition : [];
    });
    // Without a test the loop is meant to stand: it waits for a signal.
    return tests.length === 0 ? [] : [{ tests }];
  });
}

/** The blocks of a way from the head of a loop back to it, through some blocks alone. */
function wayRound(
  fn: LoweredFunction,
  header: number,
  through: ReadonlySet<number>,
): number[] | undefined {
  if (!through.has(header)) return undefined;
  const from = new Map<number, number>();
  const work = [header];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    const block = fn.blocks[at];
    for (const next of block === undefined ? [] : successors(block.end)) {
      if (next === header) return wayTo(at, header, from);
      if (!through.has(next) || from.has(next)) continue;
      from.set(next, at);
      work.push(next);
    }
  }
  return undefined;
}

function wayTo(last: number, header: number, from: ReadonlyMap<number, number>): number[] {
  const way = [last];
  for (let at = last; at !== header; ) {
    const before = from.get(at);
    if (before === undefined) break;
    way.unshift(before);
    at = before;
  }
  return way;
}

function conditionPaths({ end }: BasicBlock): ReadonlySet<string> {
  if (end.kind === 'branch') return accessPaths(end.condition);
  return end.kind === 'switch' ? accessPaths(end.value) : new Set();
}

/** Whether a block leaves all as it was that decides on the way: it may report, and set what nothing asks. */
function isCalm(block: BasicBlock, asked: ReadonlySet<string>): boolean {
  const declared = block.steps.flatMap((step) =>
    step.kind === 'declare' && step.variable.scope !== 'local' ? step.variable.name : [],
  );
  if (declared.length > 0) return false;
  return topLevelExpressions(block).every((root) =>
    expressionsIn(root).every((expr) => {
      switch (expr.kind) {
        case 'call':
          return onlyReports(expr) && expr.name !== '' && !/^assert/i.test(expr.name);
        case 'assign':
          return expr.op === '=' && isUnasked(expr.target, asked);
        case 'incdec':
        case 'opaque':
        case 'new':
        case 'delete':
        case 'throw':
          return false;
        default:
          return true;
      }
    }),
  );
}

/** Whether no test of the loop reads a variable, nor what is reached from it. */
function isUnasked(target: Expr, asked: ReadonlySet<string>): boolean {
  if (target.kind !== 'name' || target.variable?.scope !== 'local') return false;
  const name = expressionText(target);
  return !asked.has(name);
}
