import { assumeNumbers } from './assume-numbers.ts';
import { applyOutcomes, markAllocationFailed } from './outcomes.ts';
import type { State } from './state.ts';
import { greatestCommonDivisor, type RootFacts, type Target, type Value } from './value.ts';

/** The state in which a relation between two pointers holds, or undefined if it cannot. */
export function assumePointers(
  state: State,
  op: string,
  left: Value,
  right: Value,
): State | undefined {
  const zero = (value: Value): boolean => value.root === 0 && value.add === 0;
  if (zero(right) || zero(left)) return assumeNull(state, op, zero(right) ? left : right);
  if (op === '==')
    for (const [a, b] of [
      [left, right],
      [right, left],
    ] as const)
      noteFailedMapping(state, a, b);
  // `p == end` and `p < end` on pointers into one object relate their offsets.
  const a = onlyTarget(state, left);
  const b = onlyTarget(state, right);
  if (op === '==' && left.root !== 0 && right.root !== 0) {
    const nonNull = !state.facts(left.root).mayBeNull || !state.facts(right.root).mayBeNull;
    if (nonNull) {
      setNull(state, left.root, false);
      setNull(state, right.root, false);
    }
  }
  if (op === '==' && cannotAlias(state, left, right)) return undefined;
  if (op === '==' && (isUnaliased(state, left, right) || isUnaliased(state, right, left)))
    return undefined;
  if (a === undefined || b === undefined || a.object !== b.object) return state;
  // A null pointer differs from one that has a target.
  if (op === '!=' && (mayBeNull(state, left) || mayBeNull(state, right))) return state;
  const from = { ...a.offset, add: a.offset.add + left.add };
  const to = { ...b.offset, add: b.offset.add + right.add };
  const step = greatestCommonDivisor(state.ids.divisorOf(from), state.ids.divisorOf(to));
  return assumeNumbers(state, op, from, to, true, Math.max(1, step));
}

/** `mmap` says with (void *)-1, and not with null, that it has failed. */
function noteFailedMapping(state: State, pointer: Value, other: Value): void {
  if (pointer.root === 0 || other.root !== 0 || other.add !== -1) return;
  const facts = state.facts(pointer.root);
  const [target] = facts.targets;
  const object = target && state.object(target.object);
  if (object?.family === 'mapping') markAllocationFailed(state, facts);
}

/** What a pointer points to where that is one thing. */
function onlyTarget(state: State, pointer: Value): Target | undefined {
  const [target, ...others] = state.facts(pointer.root).targets;
  return others.length === 0 ? target : undefined;
}

function mayBeNull(state: State, pointer: Value): boolean {
  return state.facts(pointer.root).mayBeNull && pointer.add === 0;
}

/** What was allocated here and never left cannot be what another pointer points to. */
function cannotAlias(state: State, left: Value, right: Value): boolean {
  if (left.root === 0 || right.root === 0 || left.root === right.root) return false;
  const a = state.facts(left.root);
  const b = state.facts(right.root);
  const isOwn = (facts: RootFacts, other: RootFacts): boolean =>
    facts.targets.length === 1 &&
    facts.targets.every(({ object }) => {
      const known = state.object(object);
      const fresh = known?.family !== undefined && !known.escaped;
      return fresh && !other.targets.some((target) => target.object === object);
    });
  return (isOwn(a, b) && !b.mayBeNull) || (isOwn(b, a) && !a.mayBeNull);
}

/** What was just allocated or opened, and has not escaped, equals no other pointer. */
function isUnaliased(state: State, value: Value, other: Value): boolean {
  if (value.root === 0 || other.root === 0 || value.root === other.root) return false;
  const facts = state.facts(value.root);
  const [target, ...more] = facts.targets;
  const object = target === undefined ? undefined : state.object(target.object);
  if (object === undefined || more.length > 0 || facts.mayBeNull || object.escaped) return false;
  if (object.kind !== 'heap' && object.kind !== 'resource') return false;
  const others = state.facts(other.root).targets;
  return others.length > 0 && others.every((one) => one.object !== object.id);
}

/** The state in which a pointer is null, or is not. */
function assumeNull(state: State, op: string, pointer: Value): State | undefined {
  const isNull = op === '==' || op === '<=';
  if (pointer.root === 0) return (pointer.add === 0) === isNull ? state : undefined;
  const facts = state.facts(pointer.root);
  if (isNull ? !facts.mayBeNull : !facts.mayBeNonNull) return undefined;
  setNull(state, pointer.root, isNull);
  applyOutcomes(state, pointer.root);
  if (isNull) markAllocationFailed(state, facts);
  return state;
}

/** A root is null from here on, or never. */
function setNull(state: State, root: number, isNull: boolean): void {
  const facts = state.facts(root);
  const nullOrigin = isNull
    ? (facts.nullOrigin ?? { kind: 'compared', what: '', step: undefined })
    : undefined;
  // A null pointer points nowhere.
  const range = isNull ? { lo: 0, hi: 0, targets: [] } : {};
  state.setFacts(root, {
    ...facts,
    ...range,
    mayBeNull: isNull,
    mayBeNonNull: !isNull,
    nullOrigin,
  });
}
