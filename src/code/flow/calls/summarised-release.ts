import type { CallExpr } from '../../c/ir/ast.ts';
import { eitherCondition } from '../domain/entry-condition.ts';
import type { Frees, ReleaseCondition, ReleaseEffect } from '../domain/function-summary.ts';
import type { Value } from '../domain/value.ts';
import type { ConditionalRelease } from '../domain/value-numbering.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { markMaybeFreed } from '../memory/allocation.ts';
import { metConditions } from '../memory/entry-conditions.ts';

/** What a call does to something that its callee frees with some arguments. */
interface ReleaseHere {
  readonly frees: Frees;
  /** What that takes of the parameters of this function; undefined where it takes nothing. */
  readonly how: ReleaseCondition | undefined;
}

/** Whether a call frees what its callee frees with some arguments. */
export function releaseHere(
  interpreter: Interpreter,
  args: readonly Value[],
  { frees, freesWhen }: ReleaseEffect,
): ReleaseHere {
  if (frees !== 'maybe' || freesWhen.length === 0) return { frees, how: undefined };
  const open = freesWhen.flatMap(({ when, certain }) => {
    const met = metConditions(interpreter, args, when);
    return met.here === 'no' ? [] : [{ ...met, certain }];
  });
  const [first, ...others] = open;
  if (first === undefined) return { frees: 'no', how: undefined };
  const sure = open.find(({ here, certain }) => certain && here === 'yes');
  if (sure !== undefined) return { frees: 'always', how: { when: sure.entry, certain: true } };
  let when = first.entry;
  for (const { entry } of others) when = eitherCondition(when, entry);
  const certain = others.length === 0 && first.certain && first.isTold;
  return { frees: 'maybe', how: { when, certain } };
}

/** Marks what a call may free; gives what its result will tell of that. */
export function releasePerhaps(
  interpreter: Interpreter,
  expr: CallExpr,
  pointer: Value,
  how: ReleaseCondition | undefined,
  by: ReleaseEffect['freesBy'],
): ConditionalRelease[] {
  const before = by === undefined ? [] : interpreter.pointees(pointer);
  markMaybeFreed(interpreter, expr, pointer, how);
  return before.flatMap(({ object }): ConditionalRelease[] => {
    const after = interpreter.state.object(object.id);
    if (by === undefined || after?.freedAt === undefined || after.freedAt === object.freedAt)
      return [];
    return [{ object: object.id, at: after.freedAt, assumed: object.assumed, by }];
  });
}

/** Notes what the result of a call will tell of what it freed, once it is compared. */
export function recordReleases(
  interpreter: Interpreter,
  result: Value,
  releases: readonly ConditionalRelease[],
): void {
  if (result.root === 0) return;
  if (releases.length > 0) interpreter.ids.conditionalReleases.set(result.root, releases);
  else interpreter.ids.conditionalReleases.delete(result.root);
}
