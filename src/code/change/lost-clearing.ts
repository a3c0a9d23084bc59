import type { CallExpr, Expr, LoweredFunction, NameExpr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { RecordType } from '../c/ir/types.ts';
import { pointee } from '../c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../c/ir/walk.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { assignedValues } from './assigned-values.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isTakenAway, isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A record that base filled with zeros before it set some of its fields, and head does not. */
export interface LostClearing {
  /** The variable that is the record, or points to it. */
  readonly name: string;
  /** The call of base that filled it. */
  readonly clearing: CallExpr;
  /** A field that head sets nowhere in the function. */
  readonly field: string;
  /** What reads the field, or hands the record on. */
  readonly use: Expr;
}

const CLEARS = /calloc|zalloc|alloc0|memset|bzero|zero|clear|init|reset/i;
const FILLS = /^(?:mem_?set|.*memset|bzero)$/i;

/** The records of a function of which head leaves a field as the memory was found. */
export function lostClearing(change: UnitChange, { base, head }: FunctionPair): LostClearing[] {
  const lost = new Map<string, LostClearing>();
  for (const { object, clearing } of clearingsOf(base)) {
    const { name } = object;
    if (lost.has(name) || !isTakenAway(change, clearing)) continue;
    const record = recordOf(object, change);
    if (record === undefined || isFilledOtherwise(change, head, name)) continue;
    if (object.type.kind === 'pointer' && !isAllocatedUnset(head, name)) continue;
    const set = fieldsSet(head, name);
    const field = record.fields.find((one) => one.name !== '' && !set.has(one.name));
    const use = field === undefined ? undefined : useOf(head, name, field.name);
    if (field !== undefined && use !== undefined)
      lost.set(name, { name, clearing, field: field.name, use });
  }
  return [...lost.values()];
}

/** The variables of a function whose memory it fills with zeros: by what allocates them, or behind that. */
function clearingsOf(fn: LoweredFunction): { object: NameExpr; clearing: CallExpr }[] {
  const allocated = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      if (step.kind !== 'declare' || step.init === undefined) return [];
      const { variable } = step;
      return zeroed({ ...variable, kind: 'name', variable }, step.init);
    }),
  );
  const others = expressionsOf(fn.blocks).flatMap((expr) => {
    if (expr.kind === 'assign' && expr.op === '=')
      return zeroed(withoutCasts(expr.target), expr.value);
    if (expr.kind !== 'call' || !FILLS.test(expr.name)) return [];
    const given = expr.args[0] === undefined ? undefined : withoutCasts(expr.args[0]);
    const object = given?.kind === 'address' ? withoutCasts(given.operand) : given;
    return object?.kind === 'name' && isOwn(object) ? { object, clearing: expr } : [];
  });
  return [...allocated, ...others];
}

function zeroed(target: Expr, value: Expr): { object: NameExpr; clearing: CallExpr }[] {
  const call = withoutCasts(value);
  if (target.kind !== 'name' || !isOwn(target) || call.kind !== 'call') return [];
  return /calloc|zalloc|alloc0/i.test(call.name) ? [{ object: target, clearing: call }] : [];
}

function isOwn({ variable }: NameExpr): boolean {
  return variable?.scope === 'local';
}

function recordOf({ type }: NameExpr, { head }: UnitChange): RecordType | undefined {
  const of = type.kind === 'record' ? type : pointee(type);
  if (of?.kind !== 'record') return undefined;
  const record = head.symbols.record(of.name);
  return record === undefined || record.fields.length === 0 || record.union ? undefined : record;
}

/** Whether the memory of a record comes from what leaves it as it was: of a function with another name that is not known. */
function isAllocatedUnset(head: LoweredFunction, name: string): boolean {
  const values = assignedValues(head).filter(({ target }) => target === name);
  return (
    values.length > 0 &&
    values.every(({ value }) => {
      const call = withoutCasts(value);
      return call.kind === 'call' && /(?:malloc|pool_alloc)$/i.test(call.name);
    })
  );
}

/**
 * Whether head gives the record a value as a whole, in a way of its own: by another call that clears or that the
 * change wrote, by an initialiser, or by an assignment.
 */
function isFilledOtherwise(change: UnitChange, head: LoweredFunction, name: string): boolean {
  const isIt = (expr: Expr) => expr.kind === 'name' && expr.name === name;
  const isGiven = ({ args }: CallExpr) =>
    args.some((arg) => {
      const given = withoutCasts(arg);
      return isIt(given) || (given.kind === 'address' && isIt(withoutCasts(given.operand)));
    });
  const isDeclared = head.blocks.some(({ steps }) =>
    steps.some(
      (step) =>
        step.kind === 'declare' &&
        step.variable.name === name &&
        step.init !== undefined &&
        (step.init.kind === 'initlist' || clears(step.init)),
    ),
  );
  return (
    isDeclared ||
    expressionsOf(head.blocks).some((expr) => {
      if (expr.kind === 'call')
        return isGiven(expr) && (CLEARS.test(expr.name) || isWritten(change, expr));
      if (expr.kind !== 'assign') return false;
      const target = withoutCasts(expr.target);
      if (target.kind === 'deref') return isIt(withoutCasts(target.operand));
      return isIt(target) && (target.type.kind === 'record' || clears(expr.value));
    })
  );
}

function clears(value: Expr): boolean {
  return expressionsIn(value).some((part) => part.kind === 'call' && CLEARS.test(part.name));
}

/** The fields of a record that are set, in part or by what gets their address. */
function fieldsSet({ blocks }: LoweredFunction, name: string): ReadonlySet<string> {
  const places = expressionsOf(blocks).flatMap((expr) => {
    if (expr.kind === 'assign') return expr.target;
    if (expr.kind === 'address') return expr.operand;
    if (expr.kind !== 'call') return [];
    // An array is handed over by its name.
    return expr.args.map(withoutCasts).filter(({ type }) => type.kind === 'array');
  });
  return new Set(places.flatMap((place) => fieldOf(place, name) ?? []));
}

/** The field of a record that a place is, or is part of: `n` of `p->n.x[2]`. */
function fieldOf(place: Expr, name: string): string | undefined {
  const plain = withoutCasts(place);
  if (plain.kind === 'index') return fieldOf(plain.base, name);
  if (plain.kind !== 'member') return undefined;
  return expressionText(plain.base) === name ? plain.name : fieldOf(plain.base, name);
}

/** What reads a field of the record, or hands the record to others, who may. */
function useOf({ blocks }: LoweredFunction, name: string, field: string): Expr | undefined {
  const all = expressionsOf(blocks);
  const read = all.find((expr) => expr.kind === 'member' && fieldOf(expr, name) === field);
  if (read !== undefined) return read;
  const isIt = (expr: Expr) => expr.kind === 'name' && expr.name === name;
  const returned = blocks.flatMap(({ end }) => (end.kind === 'return' ? (end.value ?? []) : []));
  return (
    returned.find((value) => isIt(withoutCasts(value))) ??
    all.find((expr) => {
      if (expr.kind === 'assign') return isIt(withoutCasts(expr.value));
      if (expr.kind !== 'call' || /free|release|destroy/i.test(expr.name)) return false;
      return expr.args.map(withoutCasts).some((arg) => {
        return isIt(arg) || (arg.kind === 'address' && isIt(withoutCasts(arg.operand)));
      });
    })
  );
}
