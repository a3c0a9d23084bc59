import type { CallExpr, Expr, Variable } from '../../../../code/c/ir/ast.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';

const ACQUIRE =
  /^(?:pthread_(?:mutex_lock|rwlock_(?:rd|wr)lock|spin_lock)|mtx_lock|EnterCriticalSection|AcquireSRWLockExclusive|AcquireSRWLockShared)$/;
const TRY =
  /^(?:pthread_(?:mutex_(?:try|timed)lock|rwlock_(?:try|timed)(?:rd|wr)lock|spin_trylock)|mtx_(?:try|timed)lock)$/;
const RELEASE =
  /^(?:pthread_(?:mutex|rwlock|spin)_unlock|mtx_unlock|LeaveCriticalSection|ReleaseSRWLockExclusive|ReleaseSRWLockShared)$/;
const GUARD = /\b(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b/;

/** What a call does with a lock. */
export interface LockEffect {
  readonly kind: 'acquire' | 'release' | 'try';
  readonly argument: Expr;
  readonly shared: boolean;
}

/** A lock by its spelling: `&queue->lock` and `(&queue->lock)` are the same. */
export function lockKey(unit: TranslationUnit, argument: Expr): string {
  return unit.tree.textOf(withoutCasts(argument)).replace(/[&()\s]|this->/g, '');
}

/** Undefined where a call does nothing with locks. */
export function lockEffectOf(call: CallExpr): LockEffect | undefined {
  const { name, receiver } = call;
  const shared = /rdlock|shared/i.test(name);
  if (receiver !== undefined) {
    if (call.args.length > 0) return undefined;
    if (/^lock(?:_shared)?$/.test(name)) return { kind: 'acquire', argument: receiver, shared };
    if (/^unlock(?:_shared)?$/.test(name)) return { kind: 'release', argument: receiver, shared };
    return /^try_lock(?:_shared)?$/.test(name)
      ? { kind: 'try', argument: receiver, shared }
      : undefined;
  }
  const [argument] = call.args;
  if (argument === undefined) return undefined;
  if (ACQUIRE.test(name)) return { kind: 'acquire', argument, shared };
  if (RELEASE.test(name)) return { kind: 'release', argument, shared };
  return TRY.test(name) ? { kind: 'try', argument, shared } : undefined;
}

/** The name of the class of an object; empty for other types. */
export function classNameOf(variable: Variable): string {
  return variable.type.kind === 'unknown' || variable.type.kind === 'record'
    ? variable.type.name
    : '';
}

/** Whether a variable is an object that holds locks until its scope ends. */
export function isGuard(variable: Variable): boolean {
  return GUARD.test(classNameOf(variable));
}
