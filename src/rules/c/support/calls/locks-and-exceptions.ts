import type { Expr, LoweredFunction, Variable } from '../../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import type { ReportHit } from '../../c-rule.ts';
import type { EscapingExceptions } from './escaping-exceptions.ts';
import { isGuard } from './lock-calls.ts';
import type { LockFlow } from './lock-flow.ts';

/** An exception leaves between `lock()` and `unlock()`: no one gives the lock back then. */
export function heldByExceptions(
  unit: TranslationUnit,
  fn: LoweredFunction,
  flow: LockFlow,
  escapes: EscapingExceptions,
  report: ReportHit,
): void {
  if (flow.acquisitions.length === 0) return;
  const reported = new Set<string>();
  for (const expr of expressionsOf(fn.blocks)) {
    const thrown = escapes.thrownBy(expr, fn);
    if (thrown === undefined) continue;
    const { at, from, by, isThrow } = thrown;
    for (const [lock, hold] of flow.heldAt(at).must) {
      if (hold.until >= 0 || !flow.released.has(lock) || isOfGuard(hold.at)) continue;
      const isHandled = escapes
        .around(at, fn)
        .some(({ body, handlers }) => hold.at.start < body.start || /unlock/.test(handlers));
      if (isHandled || reported.has(lock)) continue;
      reported.add(lock);
      const line = unit.tree.location(hold.at).line;
      const what = isThrow && at === from ? 'this throws' : `\`${nameOf(at, by)}\` may throw`;
      report(
        at,
        `${what} while \`${lock}\` is held (taken at line ${line}), and nothing gives it back then`,
        {
          confidence: isThrow && at === from ? 0.85 : 0.7,
          cwe: 667,
        },
      );
    }
  }
}

function nameOf(at: Expr, by: string): string {
  return at.kind === 'call' ? at.name.replace(/^.*::/, '') : by;
}

/** `guard.lock()`: the destructor of the guard gives it back. */
function isOfGuard(at: Expr | Variable): boolean {
  if ('scope' in at || at.kind !== 'call') return false;
  const { receiver } = at;
  return receiver?.kind === 'name' && receiver.variable !== undefined && isGuard(receiver.variable);
}
