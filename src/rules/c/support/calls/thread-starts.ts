import type { CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { visitExpr } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { calledNames, ownFunction } from './own-functions.ts';

/** A place where a thread is started with a function of this file. */
export interface ThreadStart {
  readonly at: Expr;
  /** The function that starts it. */
  readonly by: LoweredFunction;
  readonly entry: LoweredFunction;
  /** In a loop, so that several may run at once. */
  readonly repeated: boolean;
}

const ENTRY: ReadonlyMap<string, number> = new Map(
  Object.entries({
    pthread_create: 2,
    thrd_create: 1,
    CreateThread: 2,
    _beginthreadex: 2,
    _beginthread: 0,
  }),
);

/** Every start of a thread whose function is defined here. */
export function threadStarts(unit: TranslationUnit): readonly ThreadStart[] {
  const starts: ThreadStart[] = [];
  const functionOf = (expr: Expr | undefined): LoweredFunction | undefined => {
    if (expr === undefined) return undefined;
    let inner = withoutCasts(expr);
    if (inner.kind === 'address') inner = inner.operand;
    if (inner.kind !== 'name') return undefined;
    const { name } = inner;
    return unit.functions.find((fn) => fn.name === name || fn.qualifiedName === name);
  };
  for (const by of unit.functions) {
    const looping = new Set(by.loops.flatMap((loop) => loop.body));
    for (const block of by.blocks) {
      const repeated = looping.has(block.id);
      const look = (root: Expr): void => {
        visitExpr(root, (at) => {
          const entry = functionOf(entryArgument(at));
          if (entry !== undefined) starts.push({ at, by, entry, repeated });
        });
      };
      for (const step of block.steps) {
        if (step.kind === 'eval') look(step.expr);
        if (step.kind !== 'declare' || step.init === undefined) continue;
        look(step.init);
        const type = step.variable.type.kind === 'unknown' ? step.variable.type.name : '';
        const given = step.init.kind === 'initlist' ? step.init.items[0]?.value : undefined;
        const entry = /\bj?thread$/.test(type) ? functionOf(given) : undefined;
        if (entry !== undefined) starts.push({ at: step.init, by, entry, repeated });
      }
      if (block.end.kind === 'branch') look(block.end.condition);
      if (block.end.kind === 'return' && block.end.value !== undefined) look(block.end.value);
    }
  }
  return starts;
}

function entryArgument(expr: Expr): Expr | undefined {
  if (expr.kind !== 'call') return undefined;
  const position = ENTRY.get(expr.name);
  if (position !== undefined) return expr.args[position];
  return startsThread(expr) ? expr.args[0] : undefined;
}

/** `std::thread(f)`, `std::async(f)` and `threads.emplace_back(f)`. */
function startsThread(call: CallExpr): boolean {
  if (call.receiver === undefined) return /^(?:thread|jthread|async)$/.test(call.name);
  return call.name === 'emplace_back';
}

/** The functions of the file that run once some of them do. */
export function reachableFrom(
  unit: TranslationUnit,
  entries: readonly LoweredFunction[],
): ReadonlySet<LoweredFunction> {
  const found = new Set(entries);
  for (const fn of found) {
    for (const name of calledNames(fn)) {
      const callee = ownFunction(unit, name);
      if (callee !== undefined) found.add(callee);
    }
  }
  return found;
}
