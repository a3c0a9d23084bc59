import type { CallExpr, Expr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { type Family, unknownObject } from './memory-object.ts';
import { renew } from './retire.ts';
import { type RootFacts, type Taint, UNKNOWN_FACTS, type Value, ZERO } from './value.ts';

/** A new object, and the pointer or descriptor that stands for it. */
export function allocate(
  machine: Machine,
  expr: Expr,
  family: Family,
  size: Value | undefined,
  failure: 'null' | 'negative' | 'never',
  more: {
    initial?: 'zero' | 'unknown';
    terminated?: 'yes';
    maxLength?: number;
    taint?: Taint | undefined;
  } = {},
  purpose = 'result',
): Value {
  const id = machine.ids.root(expr, purpose === 'result' ? 'object' : `object ${purpose}`);
  const isMemory = family === 'malloc' || family === 'new' || family === 'new[]';
  const before = machine.state.object(id);
  if (before !== undefined && before.state === 'live' && !before.escaped) {
    machine.state.setObject({ ...before, id: machine.ids.root(id, 'earlier') });
    moveTargets(machine, id, machine.ids.root(id, 'earlier'));
  }
  // What became of the parts of the last block from here says nothing of this one's.
  renew(machine.state, id);
  const name = expr.kind === 'call' ? expr.name : family;
  machine.state.setObject({
    ...unknownObject(id, more.taint),
    kind: isMemory ? 'heap' : 'resource',
    name,
    size,
    family,
    escaped: false,
    allocatedAt: machine.step(expr, `allocated by ${name}`),
    initial: more.initial ?? (isMemory ? 'uninitialised' : 'unknown'),
    terminated: more.terminated ?? 'unknown',
    maxLength: more.maxLength ?? Number.POSITIVE_INFINITY,
  });
  const numeric = failure === 'negative';
  const facts: RootFacts = {
    ...UNKNOWN_FACTS,
    lo: numeric ? -1 : Number.NEGATIVE_INFINITY,
    hi: numeric ? 2147483647 : Number.POSITIVE_INFINITY,
    mayBeNull: failure === 'null' || numeric,
    nullOrigin:
      failure === 'null'
        ? {
            kind: 'failure',
            what: name,
            step: machine.step(expr, `${name} returns null when it fails`),
          }
        : undefined,
    targets: [{ object: id, offset: ZERO }],
    from: name,
  };
  return machine.fresh(expr, purpose, facts);
}

/** Pointers to an object that is about to be allocated again point to its predecessor. */
function moveTargets(machine: Machine, from: number, to: number): void {
  for (const [, value] of machine.state.entries()) {
    if (value.root === 0) continue;
    const facts = machine.state.facts(value.root);
    if (!facts.targets.some((target) => target.object === from)) continue;
    const targets = facts.targets.map((target) =>
      target.object === from ? { ...target, object: to } : target,
    );
    machine.state.setFacts(value.root, { ...facts, targets });
  }
}

/** realloc: on success the old block is gone, on failure it is still there. */
export function reallocate(
  machine: Machine,
  expr: CallExpr,
  pointer: Value,
  size: Value | undefined,
): Value {
  for (const target of pointer.root === 0 ? [] : machine.targetsOf(pointer)) {
    const object = machine.state.object(target.object);
    // The old name may still be used when it is assigned again; only other names dangle.
    if (object !== undefined)
      machine.state.setObject({
        ...object,
        state: 'moved',
        freedAt: machine.step(expr, 'it may be moved here'),
      });
  }
  const taint = machine.contentTaint(pointer);
  return allocate(machine, expr, 'malloc', size, 'null', { initial: 'unknown', taint });
}
